import { type ReadonlySignal, signal } from '@preact/signals';

/** The API wants one, did not accept the last one, or the last one cannot be sent. */
export type KeyQuestion = 'needed' | 'refused' | 'unsendable';

/** The API key of this tab. */
export interface Keys {
  readonly current: ReadonlySignal<string | null>;
  /** Null, or why the person is asked for a key. */
  readonly question: ReadonlySignal<KeyQuestion | null>;
  /** Asks for a key after the API refused `tried`. False when the person gives none. */
  askFor(tried: string | null): Promise<boolean>;
  /** The person's answer; null = none. A key that cannot be sent is asked for once more. */
  answer(key: string | null): void;
  forget(): void;
}

const NAME = 'place-lookup-key';
/** What the value of an HTTP header may hold. */
const SENDABLE = /^[\x20-\x7e\xa0-\xff]+$/;

/** `storage` lives as long as the tab. */
export function createKeys(storage: Storage): Keys {
  const kept = storage.getItem(NAME);
  const current = signal(kept !== null && SENDABLE.test(kept) ? kept : null);
  const question = signal<KeyQuestion | null>(null);
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
      if (key !== null && !SENDABLE.test(key)) {
        question.value = 'unsendable';
        return;
      }
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
