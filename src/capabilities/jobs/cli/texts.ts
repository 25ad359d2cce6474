import { catalogue } from '../../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the commands that send lists. */
export const jobCommandTexts = catalogue(en, pl);
