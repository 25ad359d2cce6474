import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** Signals that only their store may set; for everybody else they are read-only. */
export function readonly<Values extends object>(signals: ReadonlySignals<Values>): ReadonlySignals<Values> {
  return signals;
}

type ReadonlySignals<Values> = { readonly [Name in keyof Values]: ReadonlySignal<Values[Name]> };

/** Maximum characters of a short text: reading its links takes a few milliseconds. */
const SHORT = 20_000;
/** Longer than the time between two key presses. */
const PAUSE_MS = 300;

/**
 * The value of a text that the user may still be typing: a short text itself; for a long text, its value at the last
 * pause in typing. Reading 10,000 lines at each key press would delay the typing.
 */
export function settledText(text: ReadonlySignal<string>) {
  const value = signal(text.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Includes the text typed since the last pause. */
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
  return { ...readonly({ value }), settle };
}
