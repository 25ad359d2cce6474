import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** The value of a text that the user may still be typing. */
export interface SettledText {
  /** A short text itself; for a long text, its value at the last pause in typing. */
  readonly value: ReadonlySignal<string>;
  /** Includes the text typed since the last pause. */
  settle(): void;
}

/** Maximum characters of a short text: reading its links takes a few milliseconds. */
const SHORT = 20_000;
/** Longer than the time between two key presses. */
const PAUSE_MS = 300;

/** Reading 10,000 lines at each key press would delay the typing, so a long text is read in pauses. */
export function settledText(text: ReadonlySignal<string>): SettledText {
  const value = signal(text.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    value.value = text.peek();
  };
  effect(() => {
    const isTyping = text.value.length > SHORT && value.peek().length > SHORT;
    clearTimeout(timer);
    if (isTyping) timer = setTimeout(settle, PAUSE_MS);
    else settle();
  });
  return { value, settle };
}
