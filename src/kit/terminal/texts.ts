import type { Language } from '../../core/published/language.js';
import { type TextsOf, textsIn } from '../../core/texts/catalogue.js';
import type en from './en.json';

export type CliTexts = TextsOf<typeof en>;

/** Loads the texts of one language: a command starts faster without the other one. */
export async function loadTexts(language: Language): Promise<CliTexts> {
  const { default: texts } =
    language === 'pl'
      ? await import('./pl.json', { with: { type: 'json' } })
      : await import('./en.json', { with: { type: 'json' } });
  return textsIn<typeof en>(language, texts);
}
