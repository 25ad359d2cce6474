import { catalogue, type TextsOf } from '../../core/texts/catalogue.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** The texts of evidence packs that the service writes. */
export const evidenceTexts = catalogue(en, pl);
export type EvidenceTexts = TextsOf<typeof en>;
