import { catalogue } from '../../core/texts/catalogue.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** The headings of tables, and the texts about the columns of a list. */
export const listTexts = catalogue(en, pl);
