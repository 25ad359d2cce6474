import { catalogue } from '../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The headings of tables, and the texts about the columns of a list. */
export const listTexts = catalogue(en, pl);
