import { count } from '../../provider/wire/value-types.js';

const MAX_LABEL_LENGTH = 300;

/**
 * A whole number with at most one kind of group separator: "12 345" (also U+00A0, U+202F), "8,713", "1.234", "1’234".
 */
const NUMBER = String.raw`[1-9]\d{0,2}(?<separator>[ \u00a0\u2009\u202f.,'’])\d{3}(?:\k<separator>\d{3})*|\d+`;
const LABEL = new RegExp(String.raw`^(?<before>\P{N}*?)(?<number>${NUMBER})(?<after>\P{N}*)$`, 'u');

/** A letter or a decimal point right beside the number, or a sign that means "more than" or "about". */
const INEXACT_BEFORE = /(?:[\p{L}\p{M}.,]|[+<>~≈≤≥±]\s*)$/u;
const INEXACT_AFTER = /^(?:[\p{L}\p{M}]|\s*[+<>~≈≤≥±%‰…])/u;

/**
 * The only number of a label such as "12 345 opinii". Null when the label holds no number or several, or when the
 * number is shortened ("1,2 tys.", "12 tis.", "12 万"), inexact ("999+") or too large to be exact. All counts in texts
 * are read here. places.md §8
 */
export function countOf(label: string | null): number | null {
  if (label === null || label.length > MAX_LABEL_LENGTH) return null;
  const { before = '', number, after = '' } = LABEL.exec(plain(label))?.groups ?? {};
  if (number === undefined || INEXACT_BEFORE.test(before) || INEXACT_AFTER.test(after)) return null;
  if (isShortened(before, after)) return null;
  return count.safeParse(Number(number.replace(/\D/g, ''))).data ?? null;
}

/** True if a word beside the number shortens it. A word may be part of a longer word only in scripts without spaces. */
function isShortened(before: string, after: string): boolean {
  const left = before.toUpperCase().trimEnd().replace(/\.$/, '');
  const right = after.toUpperCase().trimStart();
  return shortWords().some((word) => {
    if (right.startsWith(word) && (isUnspaced(word) || !/^[\p{L}\p{M}]/u.test(right.slice(word.length))))
      return true;
    return left.endsWith(word) && !/[\p{L}\p{M}]$/u.test(left.slice(0, -word.length));
  });
}

function isUnspaced(word: string): boolean {
  return /[\p{sc=Hani}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]$/u.test(word);
}

/** The text without outer white space; null if it is empty. */
export function trimmed(text: string | null): string | null {
  const value = text?.trim() ?? '';
  return value === '' ? null : value;
}

/** Removes invisible direction marks, which labels in Hebrew and Arabic hold. */
const plain = (text: string): string => text.normalize('NFC').replace(/\p{Cf}/gu, '');

let knownWords: readonly string[] | null = null;

/**
 * The words that shorten numbers in all languages ("tys.", "Mio.", "mil", "万") in capital letters, because Greek has
 * two small letters sigma. They come from CLDR through `Intl`. Listing them takes 0.15 s, so the first use lists them.
 */
function shortWords(): readonly string[] {
  if (knownWords !== null) return knownWords;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const formats = Intl.NumberFormat.supportedLocalesOf([...codes, 'zh-Hant']).flatMap((language) =>
    (['short', 'long'] as const).map(
      (compactDisplay) => new Intl.NumberFormat(language, { notation: 'compact', compactDisplay }),
    ),
  );
  // 1, 2 and 5 have different plurals; some languages group by ten thousands or by hundred thousands.
  const amounts = [1e3, 2e3, 5e3, 1e4, 2e4, 1e5, 1e6, 2e6, 5e6, 1e7, 1e8, 1e9];
  const words = formats
    .flatMap((format) => amounts.flatMap((amount) => format.formatToParts(amount)))
    .filter(({ type }) => type === 'compact')
    .map(({ value }) => plain(value).replace(/\.$/, '').toUpperCase());
  // CLDR no longer has "Tsd.", the German abbreviation of "Tausend".
  knownWords = [...new Set([...words, 'TSD'])];
  return knownWords;
}
