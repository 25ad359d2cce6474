import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** The value of a text that may still be typed on. */
export interface SettledText {
  /** The text itself while it is short; of a long text, the value when the typing last paused. */
  readonly value: ReadonlySignal<string>;
  /** Takes over what has been typed since. */
  settle(): void;
}

/** Characters; reading the links of a shorter text takes a few milliseconds. */
const SHORT = 20_000;
/** Longer than between two keys. */
const PAUSE_MS = 300;

/** Reading a list of 10,000 lines at each key would hold up the typing, so that a long one is read in pauses. */
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
