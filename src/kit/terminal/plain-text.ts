import type { Language } from '../../core/published/language.js';
import {
  PLACE_FIELD_LIST,
  PLACE_FIELD_NAMES,
  PLACE_FIELDS,
  type PlaceFieldName,
} from '../../core/published/place-fields.js';
import { createFormats } from '../../core/texts/formats.js';
import { defamationScopeText, noticeTexts } from '../../core/texts/outcomes.js';
import { foundByNameText, type PlaceRow } from '../lists/place-columns.js';
import { listTexts } from '../lists/texts.js';

const BAR_WIDTH = 30;

/** Characters that control a terminal, begin a line or change the writing direction: C0, DEL, C1, Unicode marks. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Makes a text safe for a terminal: every control character but the line end becomes a space. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, ' ');
}

/** Makes a third-party text safe for a terminal, without spaces around it. */
const plain = (text: string): string => withoutControls(text).trim();

/** The same as `plain`, on a single line. */
export function plainLine(text: string): string {
  return plain(text).replace(/[ \n]+/g, ' ');
}

/** The same as `plain`, indented, so that no line of it looks like a line of the command. */
export function indented(text: string): string {
  return plain(text).replace(/^/gm, '  ');
}

/** JSON in which all control characters are escaped, also control characters that JSON allows in strings. */
export function jsonText(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Lines of a label and a value, the values aligned. Pairs without a value are left out. */
export function labelled(pairs: readonly (readonly [string, string | null | undefined])[]): string {
  const known = pairs.flatMap(([label, value]) =>
    value == null ? [] : [[label, plainLine(value)] as const],
  );
  const width = Math.max(0, ...known.map(([label]) => label.length));
  return known.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

/** Full and empty stars; an empty text when the number is unknown. */
export function starsText(stars: number | null): string {
  return stars === null ? '' : '★'.repeat(stars) + '☆'.repeat(5 - stars);
}

/** The details of a place. Unknown fields are left out. */
export function cardText(row: PlaceRow, language: Language): string {
  const { place_id, details, maps_url, maps_cid_url, checked_at } = row;
  const facts = PLACE_FIELD_NAMES.filter((name) => PLACE_FIELD_LIST[name].shown === 'fact');
  const textOf = (name: PlaceFieldName) => plainLine(String(details[PLACE_FIELDS[name]] ?? ''));
  return [
    textOf('name'),
    facts.map(textOf).filter(Boolean).join(' · '),
    plainLine(foundByNameText(language, row) ?? ''),
    ...noticeTexts(language, row).map(plainLine),
    defamationScopeText(language, row.notices) ?? '',
    ratingText(details, language),
    ...histogram(details, language),
    labelled([
      ['Place ID', place_id],
      ['CID', details[PLACE_FIELDS.cid]],
      ['Link', maps_url],
      ['Link (CID)', maps_cid_url],
      [listTexts(language)('column.checkedAt'), checked_at],
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function ratingText(details: PlaceRow['details'], language: Language): string {
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  const { number, decimal } = createFormats(language);
  const reviews = count === null ? '' : listTexts(language)('reviewCount', { count: number(count) });
  return [rating === null ? '' : `★ ${decimal(rating)}`, reviews].filter(Boolean).join(' · ');
}

function histogram(details: PlaceRow['details'], language: Language): string[] {
  const counts = (['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const).map(
    (field) => details[PLACE_FIELDS[field]],
  );
  const { number } = createFormats(language);
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  return counts.flatMap((count, index) => {
    if (count === null) return [];
    const bar = '█'.repeat(Math.round((count / most) * BAR_WIDTH));
    return [`${5 - index} ★ ${bar.padEnd(BAR_WIDTH)} ${number(count)}`];
  });
}
