import { catalogue } from '../../../core/texts/catalogue.js';
import { writerOf } from '../../../kit/ui/texts.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the page that checks packs. */
export const pageTexts = catalogue(en, pl, writerOf);
export type PageTexts = ReturnType<typeof pageTexts>;
