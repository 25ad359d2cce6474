import { catalogue } from '../../core/texts/catalogue.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

/** The texts of e-mails and messages. */
export const notifyTexts = catalogue(en, pl);
