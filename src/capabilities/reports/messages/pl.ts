import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  packMissing:
    'To zdarzenie nie ma pakietu dowodowego. Usługa robi pakiet zniknięcia w ciągu 24 godzin, jeśli obserwacja go wymaga (evidence), usługa ma klucz, a w magazynie pakietów jest miejsce (EVIDENCE_MAX_MB).',
  recordsAtOnce:
    'Osiągnięto limit plików z raportami, które jeden klient może zamawiać jednocześnie: {{most}}. Spróbuj ponownie, gdy jeden z nich będzie gotowy.',
  tooManyRecords:
    'Klient ma więcej niż {{most}} obserwacji, a w jednym pliku mieści się najwyżej {{most}} raportów. Pobierz raporty pojedynczych obserwacji.',
} satisfies Polish<typeof en>;
