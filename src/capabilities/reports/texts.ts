import { catalogue, type TextsOf } from '../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of records. */
export const watchTexts = catalogue(en, pl);
export type WatchTexts = TextsOf<typeof en>;
