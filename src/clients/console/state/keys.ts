import { type ReadonlySignal, signal } from '@preact/signals';

/** Why the user is asked for a key: the API requires one, refused the last one, or the last one cannot be sent. */
export type KeyQuestion = 'needed' | 'refused' | 'unsendable';

/** The API key of this tab. */
export interface Keys {
  readonly current: ReadonlySignal<string | null>;
  /** Null unless the user is asked for a key. */
  readonly question: ReadonlySignal<KeyQuestion | null>;
  /** Asks for a key after the API refused `tried`. False when the user gives none. */
  askFor(tried: string | null): Promise<boolean>;
  /** The user's answer; null for none. Asks again for a key that cannot be sent. */
  answer(key: string | null): void;
  forget(): void;
}

const NAME = 'place-lookup-key';
/** Characters allowed in the value of an HTTP header. */
const SENDABLE = /^[\x20-\x7e\xa0-\xff]+$/;

/** @param storage the session storage of the tab */
export function createKeys(storage: Storage): Keys {
  const kept = storage.getItem(NAME);
  const current = signal(kept !== null && SENDABLE.test(kept) ? kept : null);
  const question = signal<KeyQuestion | null>(null);
  let waiting: ((given: boolean) => void)[] = [];
  return {
    current,
    question,
    askFor: (tried) => {
      // Another request asked before, and the user has entered a new key since.
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
