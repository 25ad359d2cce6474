import type { Polish } from '../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  line: 'Wiersz',
  noResult: 'Bez wyniku',
  cancelled: 'listę anulowano',
  'sheet.places': 'Miejsca',
  'sheet.reviews': 'Opinie',
} satisfies Polish<typeof en>;
