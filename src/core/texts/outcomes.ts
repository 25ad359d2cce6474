import type { Failure } from '../published/failure.js';
import type { Language } from '../published/language.js';
import type { JobState, Notice, ReviewsSummary } from '../published/lines.js';
import type { JobType } from '../published/list-limits.js';
import { en } from './en.js';
import { type OutcomeTexts, pl } from './pl.js';

const TEXTS: Readonly<Record<Language, OutcomeTexts>> = { pl, en };

/** Why a request failed, as a sentence; of a code that this version does not know, the status is named. */
export function failureText(language: Language, { code, status }: Pick<Failure, 'code' | 'status'>): string {
  const { failures } = TEXTS[language];
  const http = status === null ? '' : ` HTTP ${status}.`;
  return lookUp(failures, code) ?? failures.unknown_code + http;
}

/** Whether this version has a text for a code. */
export function isKnownCode(code: string): boolean {
  return Object.hasOwn(pl.failures, code);
}

/** Why a review is visible or not, without a full stop; an unknown code is named. */
export function reasonText(language: Language, reason: string): string {
  const { reasons, unknownReason } = TEXTS[language];
  return lookUp(reasons, reason) ?? unknownReason(reason);
}

/** The text of `reasonText` as a sentence: with a capital letter and a full stop. */
export function reasonSentence(language: Language, reason: string): string {
  const text = reasonText(language, reason);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a notice of the map provider says, without a full stop and without its words. */
export function noticeLabel(language: Language, kind: Notice['kind']): string {
  return TEXTS[language].notices[kind];
}

/** Why a check could not tell the state of its subject: an error code, or why a list ended; an unknown code is named. */
export function troubleText(language: Language, trouble: string): string {
  const { failures, endings, troubles, unknownReason } = TEXTS[language];
  return (
    lookUp(troubles, trouble) ??
    lookUp(failures, trouble) ??
    lookUp(endings, trouble) ??
    unknownReason(trouble)
  );
}

/** A sentence on what results do not prove. */
export function caveatText(language: Language, caveat: keyof OutcomeTexts['caveats']): string {
  return TEXTS[language].caveats[caveat];
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
  const { endings, unknownReason } = TEXTS[language];
  // Without the place's review count it is unknown whether the list ended early.
  if (total === null && shown > 0 && reason === 'provider_limit') return endings.end;
  return lookUp(endings, reason) ?? unknownReason(reason);
}

/** Says how many of the reviews read are missing from the place's review count; null if the count includes them all. */
export function partnersText(
  language: Language,
  { reviews_count: shown, reviews_read: counted }: Pick<ReviewsSummary, 'reviews_count' | 'reviews_read'>,
): string | null {
  return shown > counted ? TEXTS[language].partners(shown - counted) : null;
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
  const texts = TEXTS[language];
  if (notices === undefined) return isClosed === true ? [`${texts.notices.permanently_closed}.`] : [];
  return notices.map(({ kind, text, min, max, seen_at: seenAt }) => {
    const label = lookUp(texts.notices, kind) ?? texts.notices.other;
    const count = min === null ? '' : `: ${texts.noticeCount(min, max)}`;
    const words = text === '' ? '' : ` ${texts.noticeQuote(text)}`;
    return `${label}${count}.${words} (${moment(seenAt)})`;
  });
}

/** Says which reviews the number in a notice about defamation counts; null unless a notice has that number. */
export function defamationScopeText(
  language: Language,
  notices: readonly Notice[] | undefined,
): string | null {
  const isNamed = notices?.some(({ kind }) => kind === 'reviews_removed_defamation') === true;
  return isNamed ? TEXTS[language].defamationScope : null;
}

/** Says that the review count of the place is unknown. */
export function uncountedText(language: Language): string {
  return TEXTS[language].uncounted;
}

/** What a job does; an unknown type is named. */
export function jobTypeText(language: Language, type: JobType): string {
  return lookUp(TEXTS[language].jobTypes, type) ?? type;
}

/** How far a job is; an unknown state is named. */
export function jobStateText(language: Language, state: JobState): string {
  return lookUp(TEXTS[language].jobStates, state) ?? state;
}

function lookUp(texts: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}
