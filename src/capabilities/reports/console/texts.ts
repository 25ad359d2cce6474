import { catalogue } from '../../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the kept packs, and of what is stored about an author. */
export const reportTexts = catalogue(en, pl);
