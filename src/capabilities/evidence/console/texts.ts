import { catalogue } from '../../../core/texts/catalogue.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** The texts of the page that checks packs. */
export const pageTexts = catalogue(en, pl);
export type PageTexts = ReturnType<typeof pageTexts>;
