import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  quickOrLast:
    'Parametr „quick” zleca nowe sprawdzenie, a „last” pokazuje ostatnie. Podaj tylko jeden z nich.',
} satisfies Polish<typeof en>;
