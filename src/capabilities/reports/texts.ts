import type { Language } from '../../core/published/language.js';
import type { EventType } from '../watch/published.js';

/** The parts of a record, in the order of their importance. */
export type Group = 'lost' | 'missing' | 'back' | 'changed' | 'replies' | 'added' | 'place' | 'trouble';

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
    missing: 'Opinie, których brakuje na liście, bez wyniku osobnego sprawdzenia',
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
    date: 'Data opublikowania',
    dateWords: 'Data słowami dostawcy map (odczytana)',
    lastSeen: 'Ostatnio widziana',
    firstMissed: 'Po raz pierwszy niewidziana',
    link: 'Link do opinii',
    day: 'Dzień',
    rating: 'Średnia ocen',
    count: 'Liczba opinii według dostawcy map',
    visible: 'Widoczne opinie w zapisie',
    notVisible: 'Niewidoczne opinie w zapisie',
    unseen: 'Niesprawdzone opinie w zapisie',
    note: 'Uwagi',
  },
  statuses: { visible: 'widoczna', missing: 'niepotwierdzona', not_visible: 'niewidoczna' },
  sheets: { events: 'Zdarzenia', reviews: 'Opinie', course: 'Przebieg', notes: 'Uwagi' },
  charts: { stars: 'Średnia ocen', reviews: 'Opinie w zapisie' },
  visible: 'widoczne',
  notVisible: 'niewidoczne',
  noCourse: 'W tym okresie nie ma sprawdzeń z wynikiem, więc nie ma wykresów.',
  noEvents: 'W tym okresie sprawdzenia nie znalazły żadnej zmiany.',
  notKnown:
    'Nie wiadomo, czy w tym okresie coś się zmieniło: wyniki sprawdzeń nie obejmują całego okresu albo część danych usunięto. Kreska (–) oznacza „nie wiadomo”, a nie zero.',
  results: (first: string, last: string) => `Sprawdzenia z wynikiem: pierwsze ${first}, ostatnie ${last}.`,
  noResults: 'W tym okresie żadne sprawdzenie nie dało wyniku.',
  gap: (hours: number) =>
    `Najdłuższa przerwa między dwoma wynikami: ${hours < 48 ? `${Math.round(hours)} godz.` : `${Math.round(hours / 24)} dni`}.`,
  deleted: (
    cause: 'retention' | 'forgetting',
    day: string,
    from: string,
    to: string,
    events: number,
    reviews: number,
  ) =>
    `Dane z tego okresu usunięto ${day} (${cause === 'retention' ? 'upłynął okres przechowywania' : 'na żądanie usunięcia danych autora'}): zdarzenia: ${events}, opinie: ${reviews}, z dni od ${from} do ${to}.`,
  readOn: (words: string, day: string) => `„${words}”, odczytano ${day}`,
  more: (count: number) => `Pozostałe pozycje (${count}) są w pliku XLSX.`,
  hasPack: 'jest pakiet dowodowy',
  unknown: 'brak danych',
  noText: '(bez treści)',
  summary: 'Podsumowanie',
  how: 'Jak sprawdzano',
  howTexts: [
    'Usługa place-lookup regularnie otwierała strony dostawcy map (Mapy Google) w przeglądarce bez logowania i porównywała je z poprzednim stanem. Pierwsze sprawdzenie było punktem odniesienia.',
    'Opinia, której zabrakło na liście, została sprawdzona osobno: dostawca map co najmniej dwa razy odpowiedział poprawnie i jej nie pokazał, a inną, widoczną opinię pokazał. Bez takiego potwierdzenia ten zapis nie podaje, że opinia nie jest wyświetlana.',
    'Podany czas to chwila sprawdzenia. Przy opinii, która przestała być widoczna, podano też, kiedy widziano ją ostatnio i kiedy po raz pierwszy jej zabrakło: zmiana nastąpiła między tymi chwilami.',
    'Wykres podaje dla każdego dnia to, co wiedziało ostatnie sprawdzenie z wynikiem. Później nic w nim nie zmieniono.',
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
    missing: 'Reviews that are missing from the list, without a verdict',
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
    date: 'Published',
    dateWords: 'Date in the words of the map provider (read on)',
    lastSeen: 'Last seen',
    firstMissed: 'First missed',
    link: 'Review link',
    day: 'Day',
    rating: 'Average rating',
    count: 'Review count of the map provider',
    visible: 'Visible reviews of the record',
    notVisible: 'Reviews of the record that are not visible',
    unseen: 'Reviews of the record that were not seen',
    note: 'Notes',
  },
  statuses: { visible: 'visible', missing: 'unconfirmed', not_visible: 'not visible' },
  sheets: { events: 'Events', reviews: 'Reviews', course: 'Course', notes: 'Notes' },
  charts: { stars: 'Average rating', reviews: 'Reviews of the record' },
  visible: 'visible',
  notVisible: 'not visible',
  noCourse: 'No check of this period has a result, so there are no charts.',
  noEvents: 'The checks of this period found no change.',
  notKnown:
    'It is not known whether anything changed in this period: the results of the checks do not cover all of it, or a part of the data was deleted. A dash (–) means "not known", not zero.',
  results: (first, last) => `Checks with a result: the first ${first}, the last ${last}.`,
  noResults: 'No check of this period has a result.',
  gap: (hours) =>
    `The longest time between two results: ${hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`}.`,
  deleted: (cause, day, from, to, events, reviews) =>
    `Data of this period were deleted on ${day} (${cause === 'retention' ? 'their retention time ended' : 'an author was forgotten'}): events: ${events}, reviews: ${reviews}, of the days from ${from} to ${to}.`,
  readOn: (words, day) => `"${words}", read on ${day}`,
  more: (count) => `The XLSX file has the other entries (${count}).`,
  hasPack: 'has an evidence pack',
  unknown: 'unknown',
  noText: '(no text)',
  summary: 'Summary',
  how: 'How it was checked',
  howTexts: [
    'The service place-lookup regularly opened the pages of the map provider (Google Maps) in a browser, signed out, and compared them with the state before. The first check was the starting point.',
    'A review that was missing from a list was checked on its own: the map provider answered properly at least twice and did not show the review, and it did show another review that is visible. Without this confirmation, this record does not state that a review is not shown.',
    'The time given is the time of the check. Of a review that stopped being shown, the record also says when it was seen last and when it was first missed: the change happened between these two times.',
    'The chart has for each day what the last check with a result knew. It was not changed later.',
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
  'review.missing': 'missing',
  'review.visible_again': 'back',
  'review.edited': 'changed',
  'review.appeared': 'added',
};

export function groupOf(type: EventType): Group {
  const byTopic = type.startsWith('reply.') ? 'replies' : type.startsWith('watch.') ? 'trouble' : 'place';
  return GROUPS[type] ?? byTopic;
}
