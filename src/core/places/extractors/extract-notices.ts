import { cleanName } from '../../identifiers/input-text.js';
import { RULES, type RuleSet } from '../../provider/rules/built-in.js';
import { readFields, valueAt } from '../../provider/wire/path-table.js';
import type { NoticeKind } from '../../published/notices.js';
import type { Notice, Place, SeenNotice } from '../place.js';
import { PLACE_NOTICE, type PlacePayload } from '../wire/place-payload.js';

// Reads the provider's own notices about a place and its reviews. places.md §10

/** The known codes of notices. places.md §10 */
const KIND_BY_CODE: ReadonlyMap<number, NoticeKind> = new Map([
  [1, 'reviews_paused'],
  [3, 'reviews_removed_defamation'],
]);

/** Both ends included; null = open above. */
type Range = Pick<Notice, 'max'> & { readonly min: number };

/** The starts of the published ranges, besides one review; each range ends before the next. places.md §10 */
const RANGE_STARTS = [2, 6, 11, 21, 51, 101, 151, 201, 251];
const MAX_RANGE_END = 250;
/** Larger than the review count of any place. */
const TOO_MANY = 1_000_000;

const MAX_NOTICES = 10;
/** Characters of one notice that are kept. */
const MAX_NOTICE_TEXT = 300;
/** Maximum entries of a list that are read: the provider repeats a notice for each way to contribute. */
const MAX_ENTRIES = 100;
/** Characters that are cleaned before the text is cut to its length. */
const MAX_RAW_TEXT = 2_000;
/** Maximum values of a place's data that are searched for words. */
const MAX_VALUES = 50_000;

/**
 * Reads the notices of a place: closures, its list of notices, the texts above the reviews on the page; if the last
 * two are empty, the strings in the place's data. `place` is the place array that `payload` was read from.
 */
export function readNotices(
  payload: PlacePayload | null,
  place: readonly unknown[] | null,
  shown: readonly string[],
): readonly Notice[] {
  const closure = payload === null ? [] : closureOf(payload);
  const listed = (payload?.notices ?? []).slice(0, MAX_ENTRIES).flatMap(listedNotice);
  const found = withShownNotices(mergeNotices(listed, []), shown);
  const ofReviews = found.length > 0 || place === null ? found : mergeNotices(searchedNotices(place), []);
  return [...closure, ...ofReviews].slice(0, MAX_NOTICES);
}

/**
 * Adds the notices whose words a page shows above its reviews. In an unknown language the digits determine the kind of
 * a notice. A text of unknown kind is added only if no other notice of the reviews is known: the text may repeat that
 * notice.
 */
export function withShownNotices(known: readonly Notice[], texts: readonly string[]): readonly Notice[] {
  const isClosed = ({ kind }: Notice) => kind === 'permanently_closed' || kind === 'temporarily_closed';
  const shown = texts.slice(0, MAX_ENTRIES).flatMap((raw) => shownNotice(cleaned(raw)));
  return mergeNotices(known, known.every(isClosed) ? shown : shown.filter(({ kind }) => kind !== 'other'));
}

/** Notices with the time of the page that shows them; a notice that has a time keeps it. */
export function datedNotices(notices: readonly Notice[], seenAt: number): readonly SeenNotice[] {
  return notices.map((notice) => ({ seenAt, ...notice }));
}

/**
 * Adds the notices of a second reading of the same place if they are new: a new kind, or a new text of the kind
 * `other`.
 */
export function mergeNotices<T extends Notice>(first: readonly T[], second: readonly T[]): readonly T[] {
  const added = second.filter(
    ({ kind, text }) => !first.some((one) => one.kind === kind && (kind !== 'other' || one.text === text)),
  );
  const isSame = (one: T, other: T) => one.kind === other.kind && one.text === other.text;
  const all = [...first, ...added];
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at).slice(0, MAX_NOTICES);
}

/** The notices that withhold no reviews. Any other notice may be an alert: its words may be unknown here. */
const HARMLESS: readonly NoticeKind[] = ['reviews_paused', 'temporarily_closed', 'permanently_closed'];

/**
 * True if the provider withholds the reviews of a place: a notice states it, or any notice that is not known to be
 * harmless stands beside a count that is 0, unknown, or fallen by half. `count`: reviews that the page counts or shows.
 * `before`: the earlier count; null = unknown. verdicts.md, rule 11
 */
export function withholdsReviews(
  notices: readonly Notice[],
  count: number | null,
  before: number | null = null,
): boolean {
  if (notices.some(({ kind }) => kind === 'reviews_withheld')) return true;
  const isEmptied = count === null || count === 0 || (before !== null && count * 2 <= before);
  return isEmptied && notices.some(({ kind }) => !HARMLESS.includes(kind));
}

/** The place as published: if its reviews are withheld, the count 0 is unpublished. verdicts.md, rule 11 */
export function withoutWithheldCount(place: Place, notices: readonly Notice[]): Place {
  const isHidden = place.reviewCount === 0 && withholdsReviews(notices, 0);
  return isHidden ? { ...place, reviewCount: null, stars: null } : place;
}

/**
 * Reads the closure from the opening status, or from the flag if there is no status. A status with other words
 * contradicts the flag. A known code contradicts both: the place is open, or opens again. places.md §6
 */
function closureOf({ closedFlag, openingStatus, openingCode }: PlacePayload): readonly Notice[] {
  if (openingCode !== null) return [];
  const { permanentlyClosed, temporarilyClosed } = RULES.words;
  if (openingStatus === null) return closedFlag === 1 ? [noticeOf('permanently_closed', [])] : [];
  if (permanentlyClosed.includes(openingStatus)) return [noticeOf('permanently_closed', [openingStatus])];
  return temporarilyClosed.includes(openingStatus) ? [noticeOf('temporarily_closed', [openingStatus])] : [];
}

function listedNotice(entry: unknown): readonly Notice[] {
  const { kind, short, title, detail } = readFields(entry, RULES.paths.placeNotice, PLACE_NOTICE);
  const words = [short, title, detail].flatMap((text) => (text === null ? [] : [cleaned(text)]));
  return words.every((text) => text === '') ? [] : [noticeOf(kindOf(kind, words.join(' ')), words)];
}

/** Only the notice about removed reviews counts reviews, so a count determines the kind. */
function shownNotice(text: string): readonly Notice[] {
  if (text === '') return [];
  const kind = kindOf(null, text);
  const isCounted = kind === 'other' && rangeOf(text) !== null;
  return [noticeOf(isCounted ? 'reviews_removed_defamation' : kind, [text])];
}

/** The words decide, because the meaning of only two codes is known. */
function kindOf(code: number | null, text: string): NoticeKind {
  if (hasWords(text, 'noticeWithheld')) return 'reviews_withheld';
  if (hasWords(text, 'noticeSuspicious')) return 'reviews_suspicious';
  if (hasWords(text, 'noticeDefamation')) return 'reviews_removed_defamation';
  if (hasWords(text, 'noticePaused')) return 'reviews_paused';
  return (code === null ? null : KIND_BY_CODE.get(code)) ?? 'other';
}

/** `words`: in order of preference. */
function noticeOf(kind: NoticeKind, words: readonly string[]): Notice {
  const text = words.find((word) => word !== '') ?? '';
  const range =
    kind === 'reviews_removed_defamation'
      ? (words.map(rangeOf).find((found) => found !== null) ?? null)
      : null;
  return { kind, text, min: range?.min ?? null, max: range?.max ?? null };
}

/**
 * The number of reviews that a text names: a published range in any language, "Over 250" as 251 and more, small
 * numbers in words. Null when the number is uncertain: other numbers may be days. In any language, the highest end
 * alone means a range without an upper end.
 */
function rangeOf(text: string): Range | null {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const [first, second] = numbers;
  if (numbers.length > 2) return null;
  if (first === undefined) return rangeInWords(text);
  if (second !== undefined)
    return RANGE_STARTS.includes(first) && RANGE_STARTS[RANGE_STARTS.indexOf(first) + 1] === second + 1
      ? { min: first, max: second }
      : null;
  const isMore = RULES.words.noticeMoreThan.some((word) => has(text, `${word} ${first}`));
  if (first === MAX_RANGE_END || (isMore && first < TOO_MANY)) return { min: first + 1, max: null };
  return first === 1 && hasWords(text, 'noticeOne') ? { min: 1, max: 1 } : null;
}

function rangeInWords(text: string): Range | null {
  if (hasWords(text, 'noticeSixToTen')) return { min: 6, max: 10 };
  if (hasWords(text, 'noticeTwoToFive')) return { min: 2, max: 5 };
  return hasWords(text, 'noticeOne') ? { min: 1, max: 1 } : null;
}

/**
 * The last resort: finds notices in the strings of a place's data by their words alone. Skips texts that people
 * wrote: a review may quote a notice.
 */
function searchedNotices(place: readonly unknown[]): readonly Notice[] {
  const { paths } = RULES;
  const written = new Set(paths.writtenByPeople.texts.map((path) => valueAt(place, path)));
  const found: Notice[] = [];
  const open: unknown[] = [place];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES && found.length < MAX_ENTRIES; seen += 1) {
    const value = open.pop();
    if (typeof value === 'string') found.push(...noticeInText(value));
    else if (Array.isArray(value) && !written.has(value)) open.push(...value.slice(0, MAX_VALUES));
  }
  return found;
}

/** Only three kinds count here: warnings and pauses by their words, removals if the text also has a count. */
function noticeInText(raw: string): readonly Notice[] {
  if (raw.length > MAX_NOTICE_TEXT) return [];
  const text = cleaned(raw);
  const notice = noticeOf(kindOf(null, text), [text]);
  const isKnown = notice.kind === 'reviews_suspicious' || notice.kind === 'reviews_paused';
  return isKnown || (notice.kind === 'reviews_removed_defamation' && notice.min !== null) ? [notice] : [];
}

function hasWords(text: string, list: keyof RuleSet['words']): boolean {
  return RULES.words[list].some((word) => has(text, word));
}

const has = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());

/** One line without invisible characters, cut to the maximum length of a notice. */
function cleaned(raw: string): string {
  const letters = Array.from(cleanName(raw.slice(0, MAX_RAW_TEXT)));
  return letters.length <= MAX_NOTICE_TEXT
    ? letters.join('')
    : `${letters.slice(0, MAX_NOTICE_TEXT - 1).join('')}…`;
}
