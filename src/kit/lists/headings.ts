// What the heading of a column says, by whole words: "Miejscowość" is a town, "Miejsce" is a place.

/**
 * Words of headings in Polish and English, and in the exports of Google Business Profile, Localo, BrightLocal, gosom,
 * Outscraper, Apify and SerpApi, without accents. Earlier kinds win: "Nazwa ulicy" is an address, "Store code" is no
 * name, "Data opinii" is no review.
 */
const WORDS = {
  cid: words('cid ludocid'),
  id: words('fid placeid'),
  note: words('uwag notatk notatek note comment komentarz description opis'),
  other: words(
    `nazwisk imie imiona osob kontakt contact telefon telephone phone tel mobile fax mail email e www website site web
    witryn strona strony domen domain kategori category categories typ type branza rating rate ocen srednia score liczba
    count total nip regon krs kod kodu code postal zip pocztowy kraj country region wojewodztwo powiat gmin state
    province status stan data date daty time godzin hour lp nr no numer number numery position pozycj
    tag tagi lat lng lon latitude longitude price cena kwota amount opiekun handlowiec author autor reviewer recenzent
    facebook instagram image photo zdjec thumbnail menu owner wlasciciel grup group uzytkownik user pliku prowadzacy
    label etykiet share reference ref symbol konto konta account zamowieni order faktur invoice umow contract avatar
    awatar zgloszeni report odpowiedz reply response tresc gwiazdki stars`,
  ),
  review: words('review opinie opinii opinia recenzj avis bewertung bewertungslink rezension resen'),
  map: words('map mapy wizytowk gbp gmb'),
  link: words('link linki url uri href lien enlace'),
  town: words('miasto miasta miejscowosc miejscowosci city town locality ville stadt ort ciudad localidad'),
  address: words('adre adresu adresy adresse address direccion ulic street lokalizacj'),
  client: words('klient client customer'),
  name: words(
    `nazw name title tytul firm company business miejsce miejsca place lokal obiekt punkt sklep salon placowk oddzial
    store location nom nombre empresa entreprise unternehmen organizacj organization query zapytani`,
  ),
};
/** `note`: remarks; `other`: something that no search may use, such as a surname, a web site or a number of an account. */
export type HeadingKind = keyof typeof WORDS;
const KINDS = Object.keys(WORDS) as HeadingKind[];
/** Words that stand in headings beside the words above. */
const GLUE = words(
  `id ids identyfikator google my data feature full line wiersz podstawowy podstawowa primary additional do i of the w na de la
  for search found 1 2 3 4 5`,
);
const ID_WORDS = words('id ids identyfikator identifier');
/** Words that make an id one of a place: "Place ID", "Identyfikator miejsca"; "Google ID" only without other words. */
const OF_PLACE = words('place miejsce miejsca data feature');
/** Other services with places and numbers of their own. */
const FOREIGN = words('facebook fb instagram tripadvisor yelp apple bing foursquare booking allegro');

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
  if (!/\p{L}/u.test(heading)) return null;
  const found = wordsOf(heading);
  const has = (set: ReadonlySet<string>) => found.some((word) => isIn(set, word));
  if (has(FOREIGN)) return 'other';
  if (has(WORDS.cid)) return 'cid';
  if (has(WORDS.id)) return 'id';
  if (has(ID_WORDS)) {
    const others = found.filter((word) => !isIn(ID_WORDS, word));
    const isGoogle = others.includes('google') && others.every((word) => /^(?:google|maps?)$/.test(word));
    return has(OF_PLACE) || isGoogle ? 'id' : others.length === 0 ? null : 'other';
  }
  if (/^(?:account name|nazwa konta)$/.test(found.join(' '))) return 'name';
  const kind = KINDS.find((one) => has(WORDS[one])) ?? null;
  // "Link do komentarza": a link to a review. "placeUrl", "Link do firmy": a link to a place.
  if (kind === 'note' && has(WORDS.link)) return 'review';
  return kind === 'link' && has(WORDS.name) ? 'map' : kind;
}

/** A heading with a path, such as `local_results/0/place_id`: its last part. */
function endOfPath(heading: string): string {
  const parts = /^[\w$-]+(?:\/[\w$-]+)+$/.test(heading) ? heading.split('/') : [heading];
  return parts.findLast((part) => /\D/.test(part)) ?? heading;
}

/** "Lokal 2", "Klient 1": entries, unlike "Adres 2" and "Nazwa 2". */
const NUMBERED = /^(?!.*(?:na[zm]|tit|tyt)).*\s\d+$/i;

/** True for a cell that is certainly a heading: it has only words of headings. */
export function isKnownHeading(text: string): boolean {
  const end = endOfPath(text);
  const kind = headingKind(end);
  if ((kind === 'name' || kind === 'client') && NUMBERED.test(end)) return false;
  const found = end.length > 60 || !/\p{L}/u.test(end) ? [] : wordsOf(end);
  const isKnown = (word: string) => [GLUE, ...Object.values(WORDS)].some((set) => isIn(set, word));
  return found.length > 0 && found.every(isKnown) && (kind !== null || found.includes('id'));
}

/** True for a first row that is certainly headings: at least two cells, and half of them, are known. */
export function hasKnownHeadings(cells: readonly string[]): boolean {
  const filled = cells.filter((text) => text !== '');
  const known = filled.filter(isKnownHeading);
  if (known.length >= 2 && known.length * 2 >= filled.length) return true;
  // "Nazwa skrócona;Nazwa pełna;Miejscowość": words beside a known heading of another kind.
  const kinds = new Set(filled.map(headingKind));
  const isName = (kind: HeadingKind | null) => kind === 'name' || kind === 'client';
  return [...kinds].some(isName) && !kinds.has(null) && known.some((text) => !isName(headingKind(text)));
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

/** A text that may be a town: words with a capital letter first, without digits. */
export const LIKE_TOWN = /^\p{Lu}[\p{L} -]{1,40}$/u;

/** What a column without heading holds, if most of its texts are towns, addresses or names; null = something else. */
export function kindOfTexts(texts: readonly string[]): 'town' | 'address' | 'name' | null {
  const filled = texts.filter((text) => text !== '');
  const isMost = (test: (text: string) => boolean) => filled.filter(test).length * 2 > filled.length;
  if (isMost((text) => TOWNS.has(plain(text)))) return 'town';
  if (isMost((text) => wordsOf(text).some((word) => isIn(BUSINESS, word) || isIn(WORDS.name, word))))
    return 'name';
  return isMost((text) => STREET.test(text) && /\s\p{L}/u.test(text)) ? 'address' : null;
}
