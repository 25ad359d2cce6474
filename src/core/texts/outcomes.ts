import type { ClientCode, Failure } from '../published/failure.js';
import type { Language } from '../published/language.js';
import type { Notice, ReviewsSummary, StopReason, VisibilityReason } from '../published/lines.js';
import { catalogue } from './catalogue.js';
import { createFormats } from './formats.js';
import { en } from './outcomes/en.js';
import { pl } from './outcomes/pl.js';

// What console, command line and reports say of failures, verdicts and lists. Codes of other versions have no text.

/** The published codes, each of which has a text. */
type CodeKey =
  | `code.${ClientCode}`
  | `reason.${VisibilityReason}`
  | `ending.${StopReason}`
  | `notice.${Notice['kind']}`;

const textsOf = catalogue(en satisfies Readonly<Record<CodeKey, string>>, pl);

/** The text of a code; null = this version does not know the code. */
function known(language: Language, key: string): string | null {
  // These texts have no values.
  return Object.hasOwn(en, key) ? textsOf(language)(key as 'uncounted') : null;
}

function unknownText(language: Language, code: string): string {
  return textsOf(language)('unknownReason', { code });
}

/** Why a request failed, as a sentence; of a code that this version does not know, the status is named. */
export function failureText(language: Language, { code, status }: Pick<Failure, 'code' | 'status'>): string {
  const http = status === null ? '' : ` HTTP ${status}.`;
  return known(language, `code.${code}`) ?? textsOf(language)('code.unknown_code') + http;
}

/** Whether a code has a text of its own. Failures of capabilities have none: their messages say why. */
export function isKnownCode(code: string): boolean {
  return known('en', `code.${code}`) !== null;
}

/** Why a review is visible or not, without a full stop; an unknown code is named. */
export function reasonText(language: Language, reason: string): string {
  return known(language, `reason.${reason}`) ?? unknownText(language, reason);
}

/** The text of `reasonText` with a capital letter. */
export function reasonTitle(language: Language, reason: string): string {
  const text = reasonText(language, reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a notice of the map provider says, without a full stop and without its words. */
export function noticeLabel(language: Language, kind: Notice['kind']): string {
  return textsOf(language)(`notice.${kind}`);
}

/** The text of an error code, or of why a list ended; an unknown code is named. */
export function outcomeText(language: Language, code: string): string {
  return known(language, `code.${code}`) ?? known(language, `ending.${code}`) ?? unknownText(language, code);
}

/** A sentence on what results do not prove. */
export function caveatText(language: Language, caveat: 'notShown' | 'reply' | 'author'): string {
  return textsOf(language)(`caveat.${caveat}`);
}

/** Why a list of reviews ended, without a full stop; an unknown code is named. */
export function endingText(
  language: Language,
  {
    stop_reason: reason,
    total_reviews: total,
    reviews_count: shown,
  }: Pick<ReviewsSummary, 'stop_reason' | 'total_reviews' | 'reviews_count'>,
): string {
  // Without the place's review count it is unknown whether the list ended early.
  if (total === null && shown > 0 && reason === 'provider_limit') return textsOf(language)('ending.end');
  return known(language, `ending.${reason}`) ?? unknownText(language, reason);
}

/** Says how many of the reviews read are missing from the place's review count; null if the count includes them all. */
export function partnersText(
  language: Language,
  { reviews_count: shown, reviews_read: counted }: Pick<ReviewsSummary, 'reviews_count' | 'reviews_read'>,
): string | null {
  if (shown <= counted) return null;
  return textsOf(language)('partners', { count: createFormats(language).number(shown - counted) });
}

/**
 * The notices of the map provider on a place, one sentence each, with the provider's words and the time they were read.
 * `moment` writes the time, `YYYY-MM-DD HH:MM:SS`.
 */
export function noticeTexts(
  language: Language,
  { notices = [] }: { notices?: readonly Omit<Notice, 'seen_at_utc'>[] | undefined },
  moment = (at: string) => at.slice(0, 16),
): readonly string[] {
  const t = textsOf(language);
  return notices.map(({ kind, text, min, max, seen_at: seenAt }) => {
    const label = known(language, `notice.${kind}`) ?? t('notice.other');
    const count = min === null ? '' : `: ${rangeText(language, min, max)}`;
    const words = text === '' ? '' : ` ${t('noticeQuote', { text })}`;
    return `${label}${count}.${words} (${moment(seenAt)})`;
  });
}

/** A number of reviews that is known as a range; null = it has no upper end. */
function rangeText(language: Language, min: number, max: number | null): string {
  const { number } = createFormats(language);
  if (max === null) return textsOf(language)('noticeFrom', { min: number(min) });
  return min === max ? number(min) : `${number(min)}–${number(max)}`;
}

/** Says which reviews the number in a notice about defamation counts; null unless a notice has that number. */
export function defamationScopeText(
  language: Language,
  notices: readonly Pick<Notice, 'kind'>[] | undefined,
): string | null {
  const isNamed = notices?.some(({ kind }) => kind === 'reviews_removed_defamation') === true;
  return isNamed ? textsOf(language)('defamationScope') : null;
}

/** Says that the review count of the place is unknown. */
export function uncountedText(language: Language): string {
  return textsOf(language)('uncounted');
}

/** `tak`/`nie` or `yes`/`no`; null stays null. */
export function yesOrNo(language: Language, value: boolean | null): string | null {
  return value === null ? null : textsOf(language)(value ? 'yes' : 'no');
}

type Verdict = { readonly is_visible: boolean; readonly visibility_reason: string };

/** What a verdict says. `unclear`: the link shows no place, so it may be incomplete. It is no "not visible". */
export function verdictKind({ is_visible: isVisible, visibility_reason: reason }: Verdict) {
  if (isVisible) return 'visible';
  return reason === 'no_business_data' ? 'unclear' : 'hidden';
}

/** Whether the review of a verdict is visible: `yes`, `no`, or that the link has to be checked. */
export function visibleText(language: Language, verdict: Verdict): string {
  return textsOf(language)(`is.${verdictKind(verdict)}`);
}

/** Says how many characters of a text are left out. */
export function leftOutText(language: Language, count: number): string {
  return textsOf(language)('leftOut', { count });
}

/** About how long something takes: in seconds, minutes or hours. */
export function roughTime(language: Language, seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : textsOf(language)('hours', { count: Math.round(minutes / 60) });
}
