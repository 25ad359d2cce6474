import type { Language } from '../contract/language.js';
import type { EventType } from '../contract/watch.js';

/** The parts of a record, in the order of their importance. */
export type Group = 'lost' | 'back' | 'changed' | 'replies' | 'added' | 'place' | 'trouble';

export type ExportTexts = typeof pl;

const pl = {
  kind: 'Zapis obserwacji',
  file: 'zapis-obserwacji',
  period: (from: string, to: string) => `Okres: od ${from} do ${to}`,
  made: (at: string, zone: string) => `Sporządzono ${at}. Godziny podano w strefie ${zone}.`,
  checks: (all: number, failed: number) =>
    `Sprawdzenia w tym okresie: ${all}, w tym bez wyniku: ${failed}. Sprawdzenie bez wyniku nic nie mówi o opiniach.`,
  groups: {
    lost: 'Opinie, które przestały być wyświetlane',
    back: 'Opinie wyświetlane ponownie',
    changed: 'Zmienione opinie',
    replies: 'Odpowiedzi właściciela',
    added: 'Nowe opinie',
    place: 'Miejsce',
    trouble: 'Zakłócenia sprawdzania',
  } satisfies Record<Group, string> as Readonly<Record<Group, string>>,
  columns: {
    number: 'Lp.',
    at: 'Kiedy',
    utc: 'Kiedy (UTC)',
    what: 'Co się zmieniło',
    review: 'Opinia',
    author: 'Autor',
    before: 'Przedtem',
    after: 'Potem',
    evidence: 'Pakiet dowodowy (ID zdarzenia)',
    status: 'Stan',
    since: 'Od kiedy',
    first: 'Pierwszy raz widziana',
    last: 'Ostatnio widziana',
    stars: 'Gwiazdki',
    text: 'Treść',
    reply: 'Odpowiedź właściciela',
    date: 'Data u dostawcy map',
    link: 'Link do opinii',
    day: 'Dzień',
    rating: 'Średnia ocen',
    count: 'Liczba opinii według dostawcy map',
    visible: 'Widoczne opinie w zapisie',
    notVisible: 'Niewidoczne opinie w zapisie',
    note: 'Uwagi',
  },
  statuses: { visible: 'widoczna', missing: 'niepotwierdzona', not_visible: 'niewidoczna' },
  sheets: { events: 'Zdarzenia', reviews: 'Opinie', course: 'Przebieg', notes: 'Uwagi' },
  charts: { stars: 'Średnia ocen', reviews: 'Opinie w zapisie' },
  visible: 'widoczne',
  notVisible: 'niewidoczne',
  noCourse: 'W tym okresie nie ma sprawdzeń z wynikiem, więc nie ma wykresów.',
  noEvents: 'W tym okresie sprawdzenia nie znalazły żadnej zmiany.',
  more: (count: number) => `Pozostałe pozycje (${count}) są w pliku XLSX.`,
  hasPack: 'jest pakiet dowodowy',
  unknown: 'brak danych',
  noText: '(bez treści)',
  summary: 'Podsumowanie',
  how: 'Jak sprawdzano',
  howTexts: [
    'Usługa place-lookup regularnie otwierała strony dostawcy map (Mapy Google) w przeglądarce bez logowania i porównywała je z poprzednim stanem. Pierwsze sprawdzenie było punktem odniesienia.',
    'Opinia, której zabrakło na liście wczytanej w całości, została sprawdzona osobno: dostawca map co najmniej dwa razy odpowiedział poprawnie i jej nie pokazał, a inną, widoczną opinię pokazał. Bez takiego potwierdzenia ten zapis nie podaje, że opinia nie jest wyświetlana.',
    'Podany czas to chwila sprawdzenia. Sama zmiana nastąpiła wcześniej, po poprzednim sprawdzeniu.',
  ],
  limits: 'Czego ten zapis nie dowodzi',
  limitTexts: [
    'Nie mówi, dlaczego opinia nie jest wyświetlana ani kto lub co to spowodowało. Opinia może znów być widoczna.',
    'Nie mówi, co widzą osoby zalogowane, w tym autor opinii.',
    'Nie obejmuje tego, co pojawiło się i zniknęło między dwoma sprawdzeniami.',
    'To zapis techniczny. Nie jest opinią prawną ani opinią biegłego.',
  ],
  pseudonyms:
    'Autorów zastąpiono numerami, a linki i identyfikatory opinii pominięto. Treść opinii i odpowiedzi może jednak zawierać nazwiska.',
};

const en: ExportTexts = {
  kind: 'Record of a watch',
  file: 'watch-record',
  period: (from, to) => `Period: ${from} to ${to}`,
  made: (at, zone) => `Made ${at}. Times are in the time zone ${zone}.`,
  checks: (all, failed) =>
    `Checks in this period: ${all}, without a result: ${failed}. A check without a result says nothing about the reviews.`,
  groups: {
    lost: 'Reviews that are not shown any more',
    back: 'Reviews that are shown again',
    changed: 'Changed reviews',
    replies: 'Replies of the owner',
    added: 'New reviews',
    place: 'The place',
    trouble: 'Troubles of the checks',
  },
  columns: {
    number: 'No.',
    at: 'When',
    utc: 'When (UTC)',
    what: 'What changed',
    review: 'Review',
    author: 'Author',
    before: 'Before',
    after: 'After',
    evidence: 'Evidence pack (event id)',
    status: 'State',
    since: 'Since',
    first: 'First seen',
    last: 'Last seen',
    stars: 'Stars',
    text: 'Text',
    reply: 'Reply of the owner',
    date: 'Date at the map provider',
    link: 'Review link',
    day: 'Day',
    rating: 'Average rating',
    count: 'Review count of the map provider',
    visible: 'Visible reviews of the record',
    notVisible: 'Reviews of the record that are not visible',
    note: 'Notes',
  },
  statuses: { visible: 'visible', missing: 'unconfirmed', not_visible: 'not visible' },
  sheets: { events: 'Events', reviews: 'Reviews', course: 'Course', notes: 'Notes' },
  charts: { stars: 'Average rating', reviews: 'Reviews of the record' },
  visible: 'visible',
  notVisible: 'not visible',
  noCourse: 'No check of this period has a result, so there are no charts.',
  noEvents: 'The checks of this period found no change.',
  more: (count) => `The XLSX file has the other entries (${count}).`,
  hasPack: 'has an evidence pack',
  unknown: 'unknown',
  noText: '(no text)',
  summary: 'Summary',
  how: 'How it was checked',
  howTexts: [
    'The service place-lookup regularly opened the pages of the map provider (Google Maps) in a browser, signed out, and compared them with the state before. The first check was the starting point.',
    'A review that was missing from a completely read list was checked on its own: the map provider answered properly at least twice and did not show the review, and it did show another review that is visible. Without this confirmation, this record does not state that a review is not shown.',
    'The time given is the time of the check. The change itself happened earlier, after the check before.',
  ],
  limits: 'What this record does not prove',
  limitTexts: [
    'It does not say who or what keeps a review from being shown, or why. The review may be shown again.',
    'It does not say what signed-in visitors see, such as the author of a review.',
    'It does not include anything that appeared and was gone again between two checks.',
    'It is a technical record. It is no legal opinion and no expert opinion.',
  ],
  pseudonyms:
    'Authors are replaced by numbers, and links and ids of reviews are left out. The texts of reviews and replies may still hold names.',
};

/** The texts of a record in this language. */
export function exportTexts(language: Language): ExportTexts {
  return { pl, en }[language];
}

const GROUPS: Readonly<Partial<Record<EventType, Group>>> = {
  'review.not_visible': 'lost',
  'review.visible_again': 'back',
  'review.edited': 'changed',
  'review.appeared': 'added',
};

export function groupOf(type: EventType): Group {
  const byTopic = type.startsWith('reply.') ? 'replies' : type.startsWith('watch.') ? 'trouble' : 'place';
  return GROUPS[type] ?? byTopic;
}
