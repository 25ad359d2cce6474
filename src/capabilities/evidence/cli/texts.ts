import { catalogue } from '../../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the commands that save and check packs. */
export const packCommandTexts = catalogue(en, pl);
