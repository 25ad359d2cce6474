import { createFormats } from '../../contract/texts/formats.js';

const { count, number } = createFormats('pl');
const inSeconds = (value: number) => count(value, { one: 'sekundę', few: 'sekundy', many: 'sekund' });

/** The texts of the view "review links". */
export const links = {
  intro:
    'Sprawdź, które opinie są widoczne dla wszystkich. Podaj jeden link albo całą listę, także skopiowaną z arkusza: Twoje kolumny zostaną w wynikach.',
  label: 'Linki do opinii, każdy w nowym wierszu',
  file: 'Wczytaj plik (XLSX, CSV, tekst)',
  chosen: (name: string) => `Plik: ${name}`,
  removeFile: 'Usuń plik',
  ownColumns: (value: number) => count(value, { one: 'kolumna', few: 'kolumny', many: 'kolumn' }),
  column: 'Kolumna do sprawdzenia',
  columnFound: (names: readonly string[]) => `znaleziona automatycznie: ${names.join(', ')}`,
  columnByContent: 'znajdź automatycznie',
  allColumns: 'wszystkie kolumny z linkami',
  passedOver: (columns: readonly (readonly [name: string, links: number])[]) =>
    `W innych kolumnach też są linki. Nie zostaną sprawdzone: ${columns.map(([name, links]) => `„${name}” (${number(links)})`).join(', ')}.`,
  drop: 'Plik można też przeciągnąć na pole.',
  fileFailed: 'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX, CSV albo tekst (najwyżej 5 MB).',
  clear: 'Wyczyść',
  check: 'Sprawdź',
  checking: 'Sprawdzanie…',
  cancel: 'Zatrzymaj',
  retry: (failed: number) => `Ponów linki bez wyniku (${number(failed)})`,
  checkAgain: 'Sprawdź wszystkie ponownie',
  notify: 'Powiadom o zakończeniu',
  willNotify: 'Otrzymasz powiadomienie o zakończeniu.',
  notifyRefused: 'Przeglądarka nie pozwala na powiadomienia.',
  resume: (left: number) => `Sprawdź pozostałe (${number(left)})`,
  counted: (value: number, repeated: number, skipped: number, batches: number) =>
    [
      count(value, { one: 'link', few: 'linki', many: 'linków' }),
      repeated > 0 && `powtórzone: ${number(repeated)} (każdy zostanie sprawdzony raz)`,
      skipped > 0 && `pominięte wiersze bez linku: ${number(skipped)}`,
      batches > 1 && `liczba partii: ${number(batches)}`,
    ]
      .filter(Boolean)
      .join(' · '),
  none: 'Nie podano jeszcze żadnego linku.',
  progress: (done: number, all: number) => `Sprawdzono ${number(done)} z ${number(all)}`,
  finished: (visible: number, hidden: number, failed: number) =>
    `Gotowe. Widoczne: ${number(visible)}, niewidoczne: ${number(hidden)}, bez wyniku: ${number(failed)}.`,
  stopped: (done: number, all: number) =>
    `Zatrzymano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  broken: (done: number, all: number) =>
    `Przerwano. Sprawdzono ${number(done)} z ${number(all)}, pozostało: ${number(all - done)}.`,
  paused: (seconds: number, attempt: number, attempts: number) =>
    `Pozostałe linki zostaną sprawdzone automatycznie za ${inSeconds(seconds)} (próba ${attempt} z ${attempts}).`,
  scrolled: 'Tabela wyników, przewijana w poziomie',
  results: 'Wyniki',
  filter: 'Pokaż',
  filters: {
    all: 'Wszystkie',
    visible: 'Widoczne',
    hidden: 'Niewidoczne',
    failed: 'Bez wyniku',
    waiting: 'Niesprawdzone',
    changed: 'Zmienione',
  },
  filtered: (name: string, value: number) => `${name} (${number(value)})`,
  columns: { number: 'Lp.', link: 'Opinia', verdict: 'Wynik', reason: 'Powód', checked: 'Sprawdzono' },
  visible: 'Widoczna',
  hidden: 'Niewidoczna',
  failed: 'Bez wyniku',
  waiting: 'Oczekuje',
  unchecked: 'Niesprawdzona',
  notAReview: 'To nie jest link do opinii.',
  leadsNowhere: 'Ten link nie prowadzi do żadnej opinii. Wygasł albo zawiera błąd.',
  invalid: 'Usługa nie przyjęła tej listy. Sprawdź, czy linki są kompletne i nie za długie.',
  noLink: 'bez linku',
  fromLink: 'Z linku:',
  linkAuthor: 'profil autora',
  linkPlace: 'miejsce',
  seenBefore: (at: string) => `Według sprawdzenia z ${at}:`,
  editedOn: (date: string | null) => (date === null ? 'edytowana' : `edytowana ${date}`),
  before: (isVisible: boolean): string => (isVisible ? 'Poprzednio widoczna' : 'Poprzednio niewidoczna'),
  changes: { hidden: 'Przestała być widoczna', back: 'Znów widoczna' },
  edited: (stars: readonly [number, number] | null, isTextChanged: boolean) => {
    const what = [
      stars !== null && `gwiazdki ${stars[0]} → ${stars[1]}`,
      isTextChanged && 'zmieniona treść',
    ].filter(Boolean);
    return what.length === 0 ? 'Edytowana' : `Edytowana: ${what.join(', ')}`;
  },
  foundBetween: (first: string, last: string) =>
    `Wyniki z: ${first === last ? first : `${first} – ${last}`}.`,
  compared: (changed: number, compared: number, first: string, last: string) =>
    `Zmiany od poprzedniego sprawdzenia (${first === last ? first : `${first} – ${last}`}): ${number(changed)}. Porównano opinie: ${number(compared)}.`,
  extra: {
    change: 'Zmiana',
    checkedBefore: 'Poprzednio sprawdzono',
    resultBefore: 'Poprzedni wynik',
    starsBefore: 'Poprzednie gwiazdki',
    textBefore: 'Poprzedni początek treści',
    seenAt: 'Dane z wcześniejszego sprawdzenia z',
    seenAuthor: 'Autor (wcześniej)',
    seenStars: 'Gwiazdki (wcześniej)',
    seenDate: 'Data opinii (wcześniej)',
    seenPlace: 'Miejsce (wcześniej)',
    seenPlaceId: 'Place ID (wcześniej)',
    seenText: 'Początek treści (wcześniej)',
  },
  repeated: (position: number) => `powtórzony, zob. nr ${number(position)}`,
  empty: 'Żaden wiersz nie pasuje do filtra.',
  partial: (done: string, all: string) => `niepełna lista: sprawdzono ${done} z ${all}`,
  sheet: 'Widoczność opinii',
  fileName: 'widocznosc-opinii',
};
