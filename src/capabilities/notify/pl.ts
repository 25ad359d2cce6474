import type { Polish } from '../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'mail.digest': 'Obserwacje – liczba zdarzeń: {{count}}',
  'mail.week': 'Brak nowych powiadomień',
  'mail.weekGaps': 'Brak nowych powiadomień; obserwacje bez pewności co do zmian: {{count}} z {{all}}',
  'mail.weekRead': 'Obserwacje, o których wiadomo, co się zmieniło od {{since}}: {{count}} z {{all}}.',
  'mail.weekPaused': 'wstrzymana',
  'mail.weekNoResult': 'żadne sprawdzenie nie dało wyniku',
  'mail.weekPart': 'odczytane opinie: {{read}} z {{total}}, ostatnio {{at}}',
  'mail.weekNever': 'ani razu nieodczytana w całości, ostatni wynik {{at}}',
  'mail.weekPending': 'nieodczytane albo do potwierdzenia przez następne sprawdzenie: {{count}}',
  'mail.weekDeleted': 'część danych z tego czasu usunięto',
  'mail.weekGone': 'Mapy Google nie pokazują takiego miejsca, ostatnio {{at}}',
  'mail.weekOnce': 'odczytana w całości tylko raz: {{at}}',
  'mail.weekSome': 'odczytana w całości tylko między {{from}} a {{to}}',
  'mail.weekMore': 'Pozostałe obserwacje, o których tego nie wiadomo: {{count}}.',
  'mail.weekOthers': 'Obserwacje, o których to wiadomo, mają wyniki między {{from}} a {{to}}.',
  'mail.test': 'Wiadomość próbna',
  'mail.testChat':
    'Na ten czat przychodzą powiadomienia o obserwowanych miejscach i opiniach. Wysyła je usługa place-lookup.',
  'mail.testText':
    'Na tę skrzynkę przychodzą powiadomienia o obserwowanych miejscach i opiniach. Wysyła je usługa place-lookup.',
  'mail.job': 'Lista zakończona, liczba pozycji: {{total}}',
  'mail.starsUnknown':
    'Liczba gwiazdek tej opinii nie jest znana, dlatego reguły o gwiazdkach nie dało się zastosować.',
  'mail.console': 'Otwórz w place-lookup',
  'mail.footer':
    'Wysłano z usługi place-lookup. Aby nie otrzymywać tych wiadomości, napisz do administratora usługi.',
  'mail.operator': 'Usługę prowadzi',
} satisfies Polish<typeof en>;
