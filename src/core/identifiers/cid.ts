import { type Message, message } from '../texts/messages.js';
import { type FeatureId, halvesOf } from './feature-id.js';

type CidReading =
  | { readonly ok: true; readonly cid: string }
  | { readonly ok: false; readonly reason: Message };

const MAX_CID = 2n ** 64n - 1n;

/** The digits of a CID that a spreadsheet has grouped by three: `4 565 666 864 068 316 694`. */
const GROUPED = /^\d{1,3}(?:(?:[ \u00a0\u202f]\d{3}){4,6}|(?:[.,'\u2019]\d{3}){4,6})$/;

/** True for a number that a spreadsheet wrote and rounded: `4,56567E+18`, `4 565 666 864 068 310 000`. */
export function isRoundedNumber(text: string): boolean {
  const number = text.trim().replace(/[.,]0{1,2}$/, '.');
  const digits = number.replace(/[\s.,'\u2019]/g, '');
  return /^\d{15}0{4,5}$/.test(digits) || /^\d(?:[.,]\d{1,17})?E[+ ]?1\d$/i.test(number);
}

/** True for a text that is meant as a CID, valid or not, such as `4,56567E+18`, which a spreadsheet has rounded. */
export function isMeantAsCid(text: string): boolean {
  return (
    /^(?:ludo)?cid\s{0,9}(?:[:=]\s{0,9}\S*|[-\u2212\u2013]?\d{14,})$/i.test(text) ||
    parseCid(text).ok ||
    isRoundedNumber(text) ||
    /^[-\u2212\u2013]?\s{0,9}(?:\d{14,}|\d(?:[.,]\d{1,20})?e\+?1\d)$/i.test(text)
  );
}

/**
 * Reads a CID as people write it: 14 to 20 decimal digits, optionally grouped by three or after `cid:`. Returns digits
 * without leading zeros, or the reason. A dash before a CID may be a list mark: the reason names the unsigned number.
 */
export function parseCid(text: string): CidReading {
  const { sign, digits } = writtenParts(text);
  const refused = (reason: Message): CidReading => ({ ok: false, reason });
  const unsigned = sign === '' ? null : unsignedOf(digits ?? '');
  if (unsigned !== null) return refused(message('cidNegative', { cid: unsigned }));
  // Plain digits may end in four zeros: one CID of 10,000 does.
  const grouped = text.replace(/^(?:(?:ludo)?cid\W{0,9}|\s{0,9}\d+\s{0,9}$)/i, '');
  if (isRoundedNumber(grouped)) return refused(message('cidRounded'));
  if (digits === undefined || sign !== '')
    return refused(message('notACid', { example: '9999999999999999999' }));
  if (!isCidLength(digits)) return refused(message('cidDigits', { digits: digits.length }));
  const cid = cidFromDigits(digits);
  return cid === null ? refused(message('cidOutOfRange', { most: MAX_CID })) : { ok: true, cid };
}

/** The sign and the digits of a CID as people write it. By steps: `\s*` beside `\s*` in one expression takes cubic time. */
function writtenParts(text: string): { readonly sign: string; readonly digits: string | undefined } {
  const unlabelled = text
    .trim()
    .replace(/^(?:ludo)?cid(?![\p{L}\d])/iu, '')
    .trimStart();
  const [value = ''] = unlabelled.replace(/^[:=]/, '').trimStart().split('&', 1);
  const sign = /^[-\u2212\u2013]/.exec(value)?.[0] ?? '';
  const digits = value.slice(sign.length).trimStart();
  return { sign, digits: /^\d+$/.exec(GROUPED.test(digits) ? digits.replace(/\D/g, '') : digits)?.[0] };
}

/** The CID that a program with signed 64-bit numbers writes as minus `digits`; null when no such CID exists. */
function unsignedOf(digits: string): bigint | null {
  if (!isCidLength(digits)) return null;
  const value = -BigInt(digits);
  return BigInt.asIntN(64, value) === value ? BigInt.asUintN(64, value) : null;
}

/** True if a CID may have this number of decimal digits: 14 to 20. */
export const isCidLength = (digits: string): boolean => digits.length >= 14 && digits.length <= 20;

/** Reads digits that are marked as a CID (a link's `cid=`), however few; else null. */
export function cidFromDigits(digits: string): string | null {
  if (!/^\d{1,20}$/.test(digits)) return null;
  const value = BigInt(digits);
  return value >= 1n && value <= MAX_CID ? value.toString() : null;
}

/** The CID in a feature id, in decimal digits; null when its second half is 0. */
export function cidOfFeature(featureId: FeatureId): string | null {
  const { lo } = halvesOf(featureId);
  return lo === 0n ? null : lo.toString();
}
