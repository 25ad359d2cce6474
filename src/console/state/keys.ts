import { type ReadonlySignal, signal } from '@preact/signals';

/** The API key of this tab. */
export interface Keys {
  readonly current: ReadonlySignal<string | null>;
  /** Null, or what the person is asked: for the first key, or for another one. */
  readonly question: ReadonlySignal<'needed' | 'refused' | null>;
  /** Asks for a key after the API refused `tried`. False when the person gives none. */
  askFor(tried: string | null): Promise<boolean>;
  /** The person's answer; null = none. */
  answer(key: string | null): void;
  forget(): void;
}

const NAME = 'place-lookup-key';

/** `storage` lives as long as the tab. */
export function createKeys(storage: Storage): Keys {
  const current = signal(storage.getItem(NAME));
  const question = signal<'needed' | 'refused' | null>(null);
  let waiting: ((given: boolean) => void)[] = [];
  return {
    current,
    question,
    askFor: (tried) => {
      // Another request was refused a moment before and the new key has come meanwhile.
      if (current.value !== tried) return Promise.resolve(true);
      question.value ??= tried === null ? 'needed' : 'refused';
      return new Promise((resolve) => waiting.push(resolve));
    },
    answer: (key) => {
      if (key !== null) {
        current.value = key;
        storage.setItem(NAME, key);
      }
      question.value = null;
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(key !== null);
    },
    forget: () => {
      current.value = null;
      storage.removeItem(NAME);
    },
  };
}
