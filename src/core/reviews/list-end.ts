import { AppError, PROVIDER_BLOCKED, PROVIDER_UNAVAILABLE } from '../errors.js';
import { withholdsReviews } from '../places/extractors/extract-notices.js';
import type { Notice } from '../places/place.js';
import { drifted } from '../provider/faults.js';
import type { StopReason } from '../published/lines.js';
import { message } from '../texts/messages.js';
import type { PlaceReviewsPage } from './place-reviews-page.js';
import type { ListEnd } from './scroll-list.js';

// The meaning of the end of a list: why it stopped, and whether it is complete.

/** Why the reading of a list ended: the provider's list ended, or the request has all reviews that it asks for. */
export type ReadingEnd = ListEnd | { readonly kind: 'max_pages' | 'since' };

/** True if the list may have more reviews, which the request does not ask for. */
export function hasEnough(end: ReadingEnd): end is { readonly kind: 'max_pages' | 'since' } {
  return end.kind === 'max_pages' || end.kind === 'since';
}

export interface ListTally {
  /** Reviews read, partners' reviews included, each counted once. */
  readonly read: number;
  /** Reviews known to be the provider's own: a place's count covers only these. reviews.md §3. */
  readonly own: number;
  readonly returned: number;
  /** Records without an id or a place, which could not be read as reviews. */
  readonly unread: number;
}

/** The facts about a list that decide the meaning of its end. */
type JudgedList = Pick<ListTally, 'read' | 'own' | 'unread'> &
  Pick<PlaceReviewsPage, 'hasMoreThanInline'> & {
    readonly hadLimitedView: boolean;
    /** Records that came with the place. */
    readonly inlined: number;
    /** The place's own count; null when its page does not say. */
    readonly total: number | null;
    /** The page had trouble while it was opened, such as a failed request. */
    readonly hadTrouble: boolean;
    /** Asked for reviews since a day, but not sorted by date: which of them are new is known only of those read. */
    readonly isUnsorted: boolean;
  };

/**
 * The meaning of the end of the provider's list. `end` is a finding: the provider stated the end, as many of its own
 * reviews were read as the place counts, every record could be read, and the page had no trouble. A list without a
 * count may be a limited one: some contexts get only 5 to 10 reviews and no token for more (reviews.md §7).
 * @throws AppError `provider_blocked`, `provider_unavailable` when no review was read
 */
export function judgeListEnd(end: ReadingEnd, list: JudgedList): StopReason {
  const { read, own, unread, total, inlined, isUnsorted } = list;
  if (read === 0) throw nothingRead(end);
  if (hasEnough(end)) return unread > 0 ? 'unreadable' : isUnsorted ? 'unsorted' : end.kind;
  const isCounted = total !== null && own + unread >= total;
  const { kind } = end;
  const hasRunOut = kind === 'end' || kind === 'flagged' || kind === 'unsorted';
  if (list.hadLimitedView && hasRunOut) return 'limited_view';
  const isShort = kind === 'unsorted' && !list.hasMoreThanInline && (isCounted || inlined > 0);
  const isOver = kind === 'end' || isShort || (isCounted && kind === 'flagged');
  if (!isOver || list.hadTrouble) return 'interrupted';
  if (unread > 0) return 'unreadable';
  return isUnsorted ? 'unsorted' : isCounted ? 'end' : 'provider_limit';
}

/** The error for a list without a single readable review. */
function nothingRead(end: ReadingEnd): AppError {
  const { kind } = end;
  if (kind === 'drift') return drifted('list_frame', end.what);
  // These refusals are not block pages: a batch may be empty because it expired or the view is limited, and clients
  // that are not signed in may get 403.
  if (kind === 'empty' || kind === 'flagged' || (kind === 'failed' && end.status === 403))
    return new AppError(PROVIDER_BLOCKED, message('listRefused'), { cause: end, retryAfterSeconds: 60 });
  const cause = (kind === 'failed' && end.cause) || end;
  return new AppError(PROVIDER_UNAVAILABLE, message('listFailed'), { cause, retryAfterSeconds: 10 });
}

/** The reasons that no notice explains. */
const OWN_REASONS: readonly StopReason[] = ['max_pages', 'since', 'interrupted', 'deadline'];

/**
 * Adjusts the reason to the provider's notices about the reviews. If the provider withholds reviews, a list is never
 * complete. If it accepts no new reviews, an empty list is not reported as complete.
 * `read`: reviews that were read. verdicts.md, rule 11
 */
export function judgeNotices(reason: StopReason, notices: readonly Notice[], read: number): StopReason {
  if (!OWN_REASONS.includes(reason) && withholdsReviews(notices, read)) return 'withheld';
  const isPaused = notices.some(({ kind }) => kind === 'reviews_paused');
  return reason === 'end' && read === 0 && isPaused ? 'not_shown' : reason;
}
