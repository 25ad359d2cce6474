import { catalogue, type TextsOf } from '../../core/texts/catalogue.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** The texts of records. */
export const watchTexts = catalogue(en, pl);
export type WatchTexts = TextsOf<typeof en>;
