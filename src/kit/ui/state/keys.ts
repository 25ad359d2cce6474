import { batch, computed, type Signal, signal } from '@preact/signals';
import { readonly } from './ui-signals.js';

/** Why the user is asked for a key: the API requires a key, refused the last key, or the last key cannot be sent. */
type KeyQuestion = 'needed' | 'refused' | 'unsendable';

/** Where a key is kept: in this tab, or on this computer until the user deletes it. */
type KeyPlace = 'tab' | 'computer';

/** Characters allowed in the value of an HTTP header. */
const SENDABLE = /^[\x20-\x7e\xa0-\xff]+$/;

export type Keys = ReturnType<typeof createKeys>;

/**
 * The API key of the console.
 * @param tab the key of this tab @param computer the key that this computer keeps; null = no key
 */
export function createKeys(tab: Signal<string | null>, computer: Signal<string | null>) {
  const current = computed(() => tab.value ?? computer.value);
  /** Why the user is asked for a key now; null = the user is not asked. */
  const question = signal<KeyQuestion | null>(null);
  let waiting: ((given: boolean) => void)[] = [];
  let refused: string | null = null;
  const keep = (key: string | null, place: KeyPlace) =>
    batch(() => {
      tab.value = place === 'tab' ? key : null;
      computer.value = place === 'computer' ? key : null;
    });
  const forget = () => keep(null, 'tab');
  return {
    ...readonly({ current, question }),
    /** Asks for a key after the API refused `tried`. False when the user does not give a key. */
    askFor: (tried: string | null): Promise<boolean> => {
      // The user has entered a new key since, because of another request.
      if (current.value !== tried) return Promise.resolve(true);
      refused = tried;
      question.value ??= tried === null ? 'needed' : 'refused';
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Takes the user's answer. Null = no key; a refused key is then deleted. Asks again if the key cannot be sent. */
    answer: (key: string | null, place: KeyPlace = 'tab') => {
      if (key !== null && !SENDABLE.test(key)) {
        question.value = 'unsendable';
        return;
      }
      if (key !== null) keep(key, place);
      else if (refused !== null && current.value === refused) forget();
      question.value = null;
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(key !== null);
    },
    /** Deletes the key from the tab and from this computer. */
    forget,
  };
}
