import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  reviewLinksNeeded: 'Wyślij {"urls": [...]} z listą od 1 do {{most}} linków do opinii.',
  bulkChecksAtOnce:
    'Osiągnięto limit list linków, które jeden klient może sprawdzać jednocześnie: {{most}}. Spróbuj ponownie, gdy zakończy się sprawdzanie jednej z nich.',
} satisfies Polish<typeof en>;
