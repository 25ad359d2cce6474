import { catalogue, type TextsOf } from '../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of evidence packs that the service writes. */
export const evidenceTexts = catalogue(en, pl);
export type EvidenceTexts = TextsOf<typeof en>;
