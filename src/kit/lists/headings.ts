// What the heading of a column says, by whole words: "Miejscowość" is a town, "Miejsce" is a place.

/** `other`: the column is about something that no search may use, such as a surname or a web site. */
export type HeadingKind = 'link' | 'id' | 'name' | 'address' | 'town' | 'other';

/**
 * Words of headings in Polish and English, and in the exports of Google Business Profile, Localo, BrightLocal, gosom,
 * Outscraper and Apify, without accents. Earlier kinds win: "Nazwa ulicy" is an address, "Store code" is no name.
 */
const WORDS: Readonly<Record<HeadingKind, ReadonlySet<string>>> = {
  other: words(
    `nazwisk imie imiona osob kontakt contact telefon telephone phone tel mobile fax mail email e www website site web
    witryn strona strony domen domain kategori category categories typ type branza rating rate ocen srednia score liczba
    count total nip regon krs kod kodu code postal zip pocztowy kraj country region wojewodztwo powiat gmin state
    province uwag notatk notatek note comment komentarz status stan data date daty time godzin hour lp nr no numer number
    description opis tag tagi lat lng lon latitude longitude price cena kwota amount opiekun handlowiec author autor
    facebook instagram image photo thumbnail menu owner wlasciciel grup group uzytkownik user pliku prowadzacy label
    etykiet share reference ref symbol`,
  ),
  id: words('cid ludocid fid placeid'),
  link: words('link linki url uri href lien enlace map mapy wizytowk'),
  town: words('miasto miasta miejscowosc miejscowosci city town locality ville stadt ort ciudad'),
  address: words('adre adresu adresy adresse address direccion ulic street lokalizacj'),
  name: words(
    `nazw name title tytul firm company business miejsce miejsca place lokal obiekt punkt sklep salon placowk oddzial
    store location nom nombre query zapytani klient client customer`,
  ),
};
/** Words that stand in headings beside the words above. */
const GLUE = words(
  `id ids google my gmb gbp data feature full line wiersz podstawowy podstawowa primary additional do i of the w na for
  reviews review opinie opinii opinia search found 1 2 3 4 5`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** True if the word, or the word without its last letter, is in the set: "ulica", "ulicy", "links". */
function isIn(set: ReadonlySet<string>, word: string): boolean {
  return set.has(word) || (word.length > 3 && set.has(word.slice(0, -1)));
}

/** Small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}

function wordsOf(heading: string): string[] {
  return plain(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What a heading says of its column; null = nothing that is known. */
export function headingKind(heading: string): HeadingKind | null {
  const found = wordsOf(heading);
  const has = (kind: HeadingKind) => found.some((word) => isIn(WORDS[kind], word));
  const isId =
    found.includes('id') && ['place', 'google', 'data', 'feature'].some((word) => found.includes(word));
  if (isId || has('id')) return 'id';
  return (['other', 'link', 'town', 'address', 'name'] as const).find(has) ?? null;
}

/** True for a cell that is certainly a heading: it has only words of headings. */
export function isKnownHeading(text: string): boolean {
  const found = text.length > 60 ? [] : wordsOf(text);
  const isKnown = (word: string) => [GLUE, ...Object.values(WORDS)].some((set) => isIn(set, word));
  return found.length > 0 && found.every(isKnown) && (headingKind(text) !== null || found.includes('id'));
}

/** True for a first row that is certainly headings: at least two cells, and half of them, are known. */
export function hasKnownHeadings(cells: readonly string[]): boolean {
  const filled = cells.filter((text) => text !== '');
  const known = filled.filter(isKnownHeading);
  if (known.length >= 2 && known.length * 2 >= filled.length) return true;
  // "Nazwa skrócona;Nazwa pełna;Miejscowość": words beside a known heading of another kind.
  const kinds = new Set(filled.map(headingKind));
  return kinds.has('name') && !kinds.has(null) && known.some((text) => headingKind(text) !== 'name');
}

/** Further words of names of businesses, without accents. */
const BUSINESS = words(
  `agencj apteka aptek bar bistro cafe centrum cukierni delikatesy dentyst drukarni firma fryzjer gabinet hotel hurtowni
  kancelari karczma kawiarni kino klinik komis ksiegarni kwiaciarni lodziarni market muzeum myjni optyk osrodek pensjonat
  piekarni pizzeri pierogarni przychodni przedszkol pub restauracj restaurant salon serwis sklep spa stacj stomatolog
  studio szkol warsztat zaklad zajazd`,
);

/** The largest towns of Poland, without accents. */
const TOWNS = words(
  `warszawa krakow lodz wroclaw poznan gdansk szczecin bydgoszcz lublin bialystok katowice gdynia czestochowa radom
  rzeszow torun sosnowiec kielce gliwice olsztyn zabrze bielsko-biala bytom rybnik opole tychy elblag plock walbrzych
  tarnow chorzow koszalin kalisz legnica grudziadz slupsk jaworzno sopot nysa zakopane`,
);
const STREET = /^(?:ul|al|os|pl)\.\s|^(?:ulica|aleja|osiedle|plac)\s|(?:^|\s)\d\d-\d{3}(?:\s|$)/i;

/** True for a text that may be a town: words with a capital letter first, without digits. */
export function isLikeTown(text: string): boolean {
  return /^\p{Lu}[\p{L} -]{1,40}$/u.test(text);
}

/** What a column without heading holds, if most of its texts are towns, addresses or names; null = something else. */
export function kindOfTexts(texts: readonly string[]): 'town' | 'address' | 'name' | null {
  const filled = texts.filter((text) => text !== '');
  const isMost = (test: (text: string) => boolean) => filled.filter(test).length * 2 > filled.length;
  if (isMost((text) => TOWNS.has(plain(text)))) return 'town';
  if (isMost((text) => wordsOf(text).some((word) => isIn(BUSINESS, word) || isIn(WORDS.name, word))))
    return 'name';
  return isMost((text) => STREET.test(text) && /\s\p{L}/u.test(text)) ? 'address' : null;
}
