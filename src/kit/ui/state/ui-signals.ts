import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** Signals that only their store may set; all other code sees them read-only. */
export function readonly<Values extends object>(signals: ReadonlySignals<Values>): ReadonlySignals<Values> {
  return signals;
}

/** A function that sets the signal, for fields that report their new value. */
export function setter<Value>(target: Signal<Value>): (value: Value) => void {
  return (value) => {
    target.value = value;
  };
}

/** A copy of the set with the value added, or removed if the set has the value. */
export function toggled<T>(chosen: ReadonlySet<T>, choice: T): ReadonlySet<T> {
  const next = new Set(chosen);
  if (!next.delete(choice)) next.add(choice);
  return next;
}

type ReadonlySignals<Values> = { readonly [Name in keyof Values]: ReadonlySignal<Values[Name]> };

/**
 * A signal whose value the browser keeps. A change in another tab shows here, too.
 * @param read the value of a kept text; null = nothing is kept
 * @param write the text to keep; null = keep nothing
 */
export function stored<Value>(
  storage: Storage,
  name: string,
  read: (kept: string | null) => Value,
  write: (value: Value) => string | null,
): Signal<Value> {
  const value = signal(read(storage.getItem(name)));
  effect(() => {
    const text = write(value.value);
    if (text === null) storage.removeItem(name);
    else storage.setItem(name, text);
  });
  globalThis.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea === storage && key === name) value.value = read(newValue);
  });
  return value;
}

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
