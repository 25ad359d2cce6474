import type { ClientCode, Failure } from '../published/failure.js';
import type { Language } from '../published/language.js';
import type { JobState, Notice, ReviewsSummary, StopReason, VisibilityReason } from '../published/lines.js';
import type { JobType } from '../published/list-limits.js';
import { catalogue } from './catalogue.js';
import { createFormats } from './formats.js';
import en from './outcomes/en.json' with { type: 'json' };
import pl from './outcomes/pl.json' with { type: 'json' };

type Key = `failures.${ClientCode}` | `reasons.${VisibilityReason}` | `endings.${StopReason}`;
/** The compiler refuses texts that lack a code of this version. */
const TEXTS: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, pl };
const words = catalogue(en, pl);

/** Why a request failed, as a sentence; of a code that this version does not know, the status is named. */
export function failureText(language: Language, { code, status }: Pick<Failure, 'code' | 'status'>): string {
  const http = status === null ? '' : ` HTTP ${status}.`;
  return lookUp(language, 'failures', code) ?? words(language)('failures.unknown_code') + http;
}

/** Whether this version has a text for a code. */
export function isKnownCode(code: string): boolean {
  return Object.hasOwn(en, `failures.${code}`);
}

/** Why a review is visible or not, without a full stop; an unknown code is named. */
export function reasonText(language: Language, reason: string): string {
  return lookUp(language, 'reasons', reason) ?? words(language)('unknownReason', { code: reason });
}

/** The text of `reasonText` as a sentence: with a capital letter and a full stop. */
export function reasonSentence(language: Language, reason: string): string {
  const text = reasonText(language, reason);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a notice of the map provider says, without a full stop and without its words. */
export function noticeLabel(language: Language, kind: Notice['kind']): string {
  return words(language)(`notices.${kind}`);
}

/** Why a check could not tell the state of its subject: an error code, or why a list ended; an unknown code is named. */
export function troubleText(language: Language, trouble: string): string {
  const found = ['troubles', 'failures', 'endings'].map((kind) => lookUp(language, kind, trouble));
  return found.find((text) => text !== undefined) ?? words(language)('unknownReason', { code: trouble });
}

/** A sentence on what results do not prove. */
export function caveatText(language: Language, caveat: 'notShown' | 'reply' | 'author'): string {
  return words(language)(`caveats.${caveat}`);
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
  const t = words(language);
  // Without the place's review count it is unknown whether the list ended early.
  if (total === null && shown > 0 && reason === 'provider_limit') return t('endings.end');
  return lookUp(language, 'endings', reason) ?? t('unknownReason', { code: reason });
}

/** Says how many of the reviews read are missing from the place's review count; null if the count includes them all. */
export function partnersText(
  language: Language,
  { reviews_count: shown, reviews_read: counted }: Pick<ReviewsSummary, 'reviews_count' | 'reviews_read'>,
): string | null {
  const { number } = createFormats(language);
  return shown > counted ? words(language)('partners', { number: number(shown - counted) }) : null;
}

/**
 * The notices of the map provider on a place, one sentence each, with the provider's words and the time they were read.
 * Answers of earlier versions have only one kind of notice. `moment` writes the time, `YYYY-MM-DD HH:MM:SS`.
 */
export function noticeTexts(
  language: Language,
  {
    notices,
    permanently_closed: isClosed,
  }: { notices?: readonly Notice[] | undefined; permanently_closed?: true | undefined },
  moment = (at: string) => at.slice(0, 16),
): readonly string[] {
  const t = words(language);
  const { number } = createFormats(language);
  if (notices === undefined) return isClosed === true ? [`${t('notices.permanently_closed')}.`] : [];
  const countOf = (min: number, max: number | null) => {
    if (max === null) return t('noticeCount.least', { min: number(min) });
    return min === max ? number(min) : t('noticeCount.range', { min: number(min), max: number(max) });
  };
  return notices.map(({ kind, text, min, max, seen_at: seenAt }) => {
    const label = lookUp(language, 'notices', kind) ?? t('notices.other');
    const count = min === null ? '' : `: ${countOf(min, max)}`;
    const quote = text === '' ? '' : ` ${t('noticeQuote', { text })}`;
    return `${label}${count}.${quote} (${moment(seenAt)})`;
  });
}

/** Says which reviews the number in a notice about defamation counts; null unless a notice has that number. */
export function defamationScopeText(
  language: Language,
  notices: readonly Notice[] | undefined,
): string | null {
  const isNamed = notices?.some(({ kind }) => kind === 'reviews_removed_defamation') === true;
  return isNamed ? words(language)('defamationScope') : null;
}

/** Says that the review count of the place is unknown. */
export function uncountedText(language: Language): string {
  return words(language)('uncounted');
}

/** What a job does; an unknown type is named. */
export function jobTypeText(language: Language, type: JobType): string {
  return lookUp(language, 'jobTypes', type) ?? type;
}

/** How far a job is; an unknown state is named. */
export function jobStateText(language: Language, state: JobState): string {
  return lookUp(language, 'jobStates', state) ?? state;
}

/** The text of a code; undefined = this version has no text for it. */
function lookUp(language: Language, kind: string, code: string): string | undefined {
  const texts: Readonly<Record<string, string>> = TEXTS[language];
  const key = `${kind}.${code}`;
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
