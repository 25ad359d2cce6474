import type { Language } from '../../core/published/language.js';
import { type TextsOf, textsIn } from '../../core/texts/catalogue.js';
import type { en } from './en.js';

export type CliTexts = TextsOf<typeof en>;

/** Loads the texts of one language: a command starts faster without the other one. */
export async function loadTexts(language: Language): Promise<CliTexts> {
  const texts = language === 'pl' ? (await import('./pl.js')).pl : (await import('./en.js')).en;
  return textsIn<typeof en>(language, texts);
}
