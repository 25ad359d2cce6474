import { AppError } from '../errors.js';
import { drifted } from '../provider/pages/block-pages.js';
import type { ListEnd } from '../provider/pages/review-list.js';
import type { ReviewsPage } from '../provider/pages/reviews-page.js';
import type { ListTally } from './review-collector.js';

/** Why a list ended where it did; published. `end` alone says that the list is complete. */
export type StopReason = 'end' | 'max_pages' | 'provider_limit' | 'limited_view' | 'interrupted' | 'deadline';

/** What of a list decides how its end is judged. */
export type JudgedList = Pick<ListTally, 'read' | 'own' | 'unread'> &
  Pick<ReviewsPage, 'isLimited' | 'hasMoreThanInline'> & {
    /** The place's own count; null when its page does not say. */
    readonly total: number | null;
    /** Something went wrong while the page was opened. */
    readonly hadTrouble: boolean;
  };

/**
 * What the end of the provider's list means. `end` is a finding: the provider said that there is no more, as many
 * of its own reviews were read as the place counts, none was left unread, and nothing went wrong on the way.
 * Without a count of the place a whole list cannot be distinguished from a limited one.
 * @throws AppError `provider_blocked`, `provider_unavailable` when nothing was read
 */
export function judgeListEnd(end: ListEnd | 'max_pages', list: JudgedList): StopReason {
  const { read, own, unread, total, isLimited, hadTrouble, hasMoreThanInline } = list;
  if (read === 0) throw nothingRead(end);
  if (end === 'max_pages') return 'max_pages';
  const isCounted = total !== null && own >= total;
  const { kind } = end;
  const isDry = kind === 'end' || kind === 'flagged' || kind === 'unsorted';
  if (isLimited && isDry && unread === 0) return 'limited_view';
  const isOver =
    kind === 'end' || (isCounted && (kind === 'flagged' || (kind === 'unsorted' && !hasMoreThanInline)));
  if (!isOver || unread > 0 || hadTrouble) return 'interrupted';
  return isCounted ? 'end' : 'provider_limit';
}

/** The error for a list of which nothing could be read. */
export function nothingRead(end: ListEnd | 'max_pages'): AppError {
  if (end !== 'max_pages' && end.kind === 'drift') return drifted('list_frame', end.what);
  // No block page: a batch may come empty because it expired or the view is limited, and 403 is the answer to clients that are not signed in.
  const isRefused =
    end !== 'max_pages' &&
    (end.kind === 'empty' || end.kind === 'flagged' || (end.kind === 'failed' && end.status === 403));
  if (isRefused) {
    return new AppError(
      'provider_blocked',
      'The map provider refuses to list reviews at the moment. Wait before asking again.',
      {
        cause: end,
        retryAfterSeconds: 60,
      },
    );
  }
  return new AppError(
    'provider_unavailable',
    'The map provider did not list the reviews. Try again shortly.',
    {
      cause: end,
      retryAfterSeconds: 10,
    },
  );
}
