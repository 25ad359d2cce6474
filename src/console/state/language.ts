import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Language } from '../../contract/language.js';
import { en } from '../texts/en.js';
import { pl, type Texts } from '../texts/pl.js';

export interface Languages {
  readonly current: ReadonlySignal<Language>;
  readonly texts: ReadonlySignal<Texts>;
  choose(language: Language): void;
}

const NAME = 'place-lookup-language';
const TEXTS: Readonly<Record<Language, Texts>> = { pl, en };

/** Polish until the user chooses another language. */
export function createLanguages(storage: Storage): Languages {
  const current: Signal<Language> = signal(storage.getItem(NAME) === 'en' ? 'en' : 'pl');
  return {
    current,
    texts: computed(() => TEXTS[current.value]),
    choose: (language) => {
      current.value = language;
      storage.setItem(NAME, language);
    },
  };
}
