import { percentDecoded } from '../../core/identifiers/input-text.js';
import { countOf } from '../../core/places/extractors/count-label.js';
import { PLACE_NOTICE, PLACE_PAYLOAD } from '../../core/places/wire/place-payload.js';
import { RULES } from '../../core/provider/rules/built-in.js';
import { readEmbeddedState, stateMarks } from '../../core/provider/wire/embedded-state.js';
import { jsonArraysIn, parseGuarded } from '../../core/provider/wire/envelope.js';
import { anythingAt, readFields } from '../../core/provider/wire/path-table.js';
import { recordCid } from '../../core/reviews/wire/review-page-data.js';
import { readReviewRecord } from '../../core/reviews/wire/review-record.js';
import { CALL_NAME } from '../../core/reviews/wire/reviews-batch.js';
import type { Recording } from './recording.js';

// Finds the parts that a recording may keep. sanitise.ts replaces all other parts.

export type Harmless = ReturnType<typeof harmlessIn>;

/** Words of the provider's interface in the recorded languages: dates, badges, buttons, tabs, sources, consent. */
const INTERFACE = `
  temu rok roku lata lat miesiąc miesiące miesięcy miesiąca tydzień tygodnie tygodni dzień dni wczoraj dzisiaj godzinę godziny
  godzin minutę minuty minut sekundę sekundy sekund chwilę przed edytowano w serwisie lokalny przewodnik opinia opinie opinii
  zdjęcie zdjęcia zdjęć poziom gwiazdka gwiazdki gwiazdek gwiazdkę ocena więcej mniej udostępnij lubię to przydatne odpowiedź od
  właściciela działania dla o przetłumaczone przez tłumaczenie pokaż oryginał szczegóły miejsca polub nr Adres mapy mapach
  przegląd informacje podsumowanie sortuj najtrafniejsze najnowsze najwyższa najniższa wyniki sponsorowane brak zaloguj się
  odrzuć zaakceptuj wszystko zanim przejdziesz do
  ago a an year years month months week weeks day days hour hours minute minutes second seconds just now edited yesterday today
  in on local guide level review reviews photo photos star stars share like more less response from the owner translated by see
  original place details address maps overview about sort newest most relevant highest lowest rating results sponsored no sign
  reject accept all before you continue to
  vor einem einer jahr jahren monat monaten woche wochen tag tagen stunde stunden bearbeitet rezension rezensionen foto fotos
  stern sterne adresse alle alles ablehnen akzeptieren il y mois ans semaine semaines jour jours heure heures modifié avis
  étoile étoiles adresse tout refuser accepter
  google tripadvisor booking com hotels expedia agoda trip`;

/** Texts of the frames around batches. reviews.md §2 */
const FRAME_CODES = ['wrb.fr', 'generic', 'di', 'e', 'af.httprm'];
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;
const COUNT_LABEL = /^(?=.{1,60}$).*\d/su;
const NUMBER = /\d+(?:[ .,'’]\d{3})*(?:[.,]\d{1,2}(?!\d))?/g;
/** Maximum digits of unknown numbers in a label, such as a year or an author's number of photos. */
const MAX_UNKNOWN_DIGITS = 4;
/** Maximum length of a fact. Notices are the longest facts. */
const MAX_FACT_CHARACTERS = 500;
const MAX_CODE_CHARACTERS = 24;
const MAX_DEPTH = 60;

/** Recognises the parts of a recording that tell nothing about a person, by values of known slots anywhere in it. */
export function harmlessIn(recording: Recording, anonymous: boolean) {
  const { about, bodies, state, cards, panel } = recording;
  const { paths, frameIds, selectors, requests, words } = RULES;
  const facts = new Set<string>();
  const numbers = new Set<number>([0, 1]);
  const codes = new Set([...FRAME_CODES, ...frameIds.reviews, about.locale.language, about.locale.region]);
  const people = cards.map(({ author }) => author);
  const add = (...values: readonly unknown[]): void => {
    for (const value of values)
      if (typeof value === 'number') numbers.add(Math.abs(value));
      else if (typeof value === 'string' && value.length <= MAX_FACT_CHARACTERS) facts.add(clean(value));
  };
  /** Adds values that identify the place, unless the recording is anonymous. */
  const addPlaceName = (...values: readonly unknown[]) => {
    if (!anonymous) add(...values);
  };

  const addPlace = (value: readonly unknown[]) => {
    if (typeof anythingAt(value, paths.placePayload.featureId) !== 'string') return;
    const place = readFields(value, paths.placePayload, PLACE_PAYLOAD);
    const { featureId, name, address, addressLines, mid, lat, lng, ...others } = place;
    if (featureId === null) return;
    add(...Object.values(others).flat());
    for (const notice of others.notices ?? [])
      add(...Object.values(readFields(notice, paths.placeNotice, PLACE_NOTICE)));
    addPlaceName(name, address, ...(addressLines ?? []), mid, lat, lng);
  };
  const addRecord = (value: readonly unknown[]) => {
    const record = recordCid(value) === null ? null : readReviewRecord(value);
    if (record === null) return;
    const { author, language } = record;
    add(...[...Object.values(record), ...Object.values(author)].filter((field) => typeof field === 'number'));
    if (language !== null && LANGUAGE.test(language)) codes.add(language);
    people.push(author.name);
  };
  const addFrame = (value: readonly unknown[]) => {
    const id = value[0] === 'wrb.fr' ? anythingAt(value, paths.reviewsFrame.id) : null;
    if (typeof id === 'string' && CALL_NAME.test(id)) codes.add(id);
  };
  const visit = (value: unknown, depth = 0): void => {
    if (depth > MAX_DEPTH || value === null) return;
    if (typeof value === 'string' && /^\s*(?:\)\]\}'|\[)/.test(value))
      visit(parseGuarded(value.trim()), depth + 1);
    if (typeof value !== 'object') return;
    if (Array.isArray(value)) for (const read of [addPlace, addRecord, addFrame]) read(value);
    for (const part of Object.values(value)) visit(part, depth + 1);
  };
  for (const body of Object.values(bodies)) {
    const page = readEmbeddedState(body);
    visit(page ?? jsonArraysIn(body));
    const { mid, at } = stateMarks(page);
    addPlaceName(mid, at?.lat, at?.lng);
  }
  const { review = null, notices = [] } = state ?? {};
  add(...notices);
  for (const { author } of review === null ? [] : [...review.cards, review.loose]) people.push(author);
  if (review !== null && !people.includes(review.cardHeading)) addPlaceName(review.cardHeading);
  if (state?.panel != null) {
    const { category, reviewCountLabel, histogramLabels, rating, name, addressLabel } = state.panel;
    const labels = [reviewCountLabel ?? '', ...histogramLabels].filter((label) => COUNT_LABEL.test(label));
    add(category, ...labels, ...labels.flatMap((label) => label.split(', ').map(countOf)));
    if (/^\s*\d(?:[.,]\d)?\s*$/.test(rating ?? '')) add(Number(rating?.replace(',', '.')));
    addPlaceName(name, addressLabel?.replace(/^[^:]*: /, ''));
  }

  const labels = new Set(wordsIn([INTERFACE, ...Object.values(words).flat()].join(' ')));
  // A consent page is shown before any person is named; only its links repeat the query.
  const asked = new Set(wordsIn(percentDecoded([about.link, about.asked, about.url].join(' ')) ?? ''));
  if (about.kind === 'consent' && panel !== null)
    for (const word of wordsIn(textsIn(panel))) if (!asked.has(word)) labels.add(word);
  const ruled = new Set(
    Object.values({ ...selectors, ...requests }).flatMap((rules) => rules.join(' ').match(/[\w-]+/g) ?? []),
  );
  const names = [...new Set(people.flatMap((name) => wordsIn(folded(name ?? ''))))];
  const longestFirst = [...facts]
    .filter(({ length }) => length > 1)
    .sort((one, other) => other.length - one.length);
  const isNumber = (text: string) => numbers.has(Math.abs(Number(text)));
  const isCount = (text: string) =>
    isNumber(/[.,]\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replace(/\D/g, ''));

  return {
    isNumber,
    /** True for a fact of the place, a label of the interface, a number from a known slot, or a text of only these. */
    isText: (text: string): boolean => {
      const plain = clean(text);
      if (facts.has(plain) || codes.has(plain) || ruled.has(plain)) return true;
      const rest = longestFirst.reduce((left, fact) => left.replaceAll(fact, ' '), plain);
      const said = wordsIn(rest).filter((word) => !/^\d+$/.test(word));
      if (said.some((word) => !labels.has(word))) return false;
      const counts = rest.match(NUMBER) ?? [];
      const unknown = counts
        .filter((count) => !isCount(count))
        .join('')
        .replace(/\D/g, '').length;
      return said.length > 0 ? unknown <= MAX_UNKNOWN_DIGITS : unknown === 0 && counts.length <= 2;
    },
    /** True for a word of the program: in the rules, made by a compiler (`DUwDvf`, `m6QErb`), or like `reviewerLink`. */
    isCode: (word: string): boolean => {
      if (ruled.has(word) || (/^-?\d+$/.test(word) && isNumber(word))) return true;
      const isCompiled = /^[A-Za-z]\w{3,6}$/.test(word) && /[a-z\d][A-Z]|\d/.test(word);
      const isWord = word.length <= MAX_CODE_CHARACTERS && /^[a-z]{2,}(?:[A-Z][a-z]+)*$/.test(word);
      const small = folded(word);
      // A short name is part of many words by chance.
      const isName = (name: string) => (name.length > 3 ? small.includes(name) : small === name);
      return (isCompiled || isWord) && !names.some(isName);
    },
    halves: halvesIn(Object.values(bodies).join('\n')),
  };
}

/** Words, numbers and anything else that is neither punctuation nor white space. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\d+|[^\s\p{P}\p{Sm}\p{Sc}\d]+/gu) ?? [];
}

function clean(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ł/g, 'l');
}

/** The texts of a consent page: what it shows, labels, and the names and values of its form. */
function textsIn(markup: string): string {
  return markup.replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, (tag) =>
    Array.from(
      tag.matchAll(/\s(?:aria-label|name)="([^"]*)"|\svalue="([A-Za-z]{1,20})"/g),
      ([, label, value]) => ` ${label ?? value} `,
    ).join(' '),
  );
}

/** The second halves of feature ids in any spelling. */
function halvesIn(text: string): ReadonlySet<string> {
  const ofFeatures = [...text.matchAll(/0x[0-9a-f]{1,16}(?::|%3A|\\u003a)0x([0-9a-f]{1,16})/gi)];
  return new Set(ofFeatures.map(([, half = '0']) => BigInt(`0x${half}`).toString(16)));
}
