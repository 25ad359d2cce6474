import { isReviewId } from '../identifiers/review-url.js';
import type { Invention } from './invention.js';
import type { Edit } from './replacements.js';

// What identifies a person or a session by its form, wherever it stands.

/** Addresses of the provider's scripts and styles, which say nothing about anybody. */
const STATIC_PATH = /\/_\/(?:js|ss)\/[^"'\s<>]*/g;
/** An id, alone or as the parameter of a link (`!1s…`). */
const RUN = /(![0-9]{1,3}[a-z])?([A-Za-z0-9_-]{16,})/g;
const PICTURE = /(?:googleusercontent|ggpht)\.com\/([^\s"'<>)\\?&]+)/g;
const CONTRIBUTOR = /\/contrib\/(\d+)/g;
const ACCOUNT = /(?<!\d)\d{21,}(?!\d)/g;
const SESSION =
  /\b(?:nonce|kEI|SNlM0e|FdrFJe|cfb2h|csrf|xsrf)["']?\s*[=:]\s*["']?([\w-]{4,})|[?&](?:ei|ved|psi|g_ep|f\.sid|_reqid|at|zx|sid|bl)=([\w-]{4,})/g;
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi;
const IP_4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const IP_6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}(?![\w:])/gi;
/** Parts of a picture's address that name its kind. */
const PICTURE_KINDS = new Set(['a', 'a-', 'p', 'gps-cs-s', 'gps-cs', 'grass-cs', 'geougc-cs', 'photo.jpg']);
/** Older addresses of pictures have such a part: it says nothing, and stands in other ids by chance. */
const FILLER = /^(.)\1*$/;
const PLACE_ID = /^ChIJ[\w-]{23}$/;

/** Finds ids, tokens and addresses by their form. */
export function identifierEdits(text: string, invention: Invention): Edit[] {
  const guarded = [...text.matchAll(STATIC_PATH)].map(
    ({ index, 0: path }) => [index, index + path.length] as const,
  );
  const isGuarded = (at: number) => guarded.some(([start, end]) => at >= start && at < end);
  const edits: Edit[] = [];
  const replace = (start: number, original: string, replacement: string) => {
    if (original === replacement || isGuarded(start)) return;
    edits.push({ start, original, replacement });
  };
  for (const { index, 0: whole, 1: digits = '' } of text.matchAll(CONTRIBUTOR))
    replace(index + whole.length - digits.length, digits, invention.digits(digits));
  for (const { index, 0: digits } of text.matchAll(ACCOUNT)) replace(index, digits, invention.digits(digits));
  for (const { index, 0: whole, 1: path = '' } of text.matchAll(PICTURE)) {
    let at = index + whole.length - path.length;
    for (const part of (path.split('=')[0] ?? '').split('/')) {
      if (part.length >= 3 && !PICTURE_KINDS.has(part) && !FILLER.test(part))
        replace(at, part, invention.token(part));
      at += part.length + 1;
    }
  }
  for (const { index, 0: whole, 2: run = '' } of text.matchAll(RUN)) {
    if (isOpaque(run)) replace(index + whole.length - run.length, run, invention.token(run));
  }
  for (const { index, 0: whole, 1: first, 2: second } of text.matchAll(SESSION)) {
    const value = first ?? second ?? '';
    replace(index + whole.length - value.length, value, invention.token(value));
  }
  for (const { index, 0: mail } of text.matchAll(MAIL)) replace(index, mail, invention.text(mail));
  for (const { index, 0: address } of text.matchAll(IP_4))
    if (address.split('.').every((part) => Number(part) < 256))
      replace(index, address, address.replace(/\d/g, '1'));
  for (const { index, 0: address } of text.matchAll(IP_6))
    replace(index, address, address.replace(/[0-9a-f]/gi, '1'));
  return edits;
}

/** Random letters, as ids and tokens are, and no word of a program. */
export function isOpaque(run: string): boolean {
  if (!/^[\w-]{16,}$/.test(run) || PLACE_ID.test(run)) return false;
  if (isReviewId(run)) return true;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(run)).length;
  return kinds === 3 || (kinds === 2 && run.length >= 24 && /[A-Z]/.test(run.slice(1)));
}
