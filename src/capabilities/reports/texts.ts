import { catalogue } from '../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of records. */
export const watchTexts = catalogue(en, pl);
