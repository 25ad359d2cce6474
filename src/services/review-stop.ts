import { AppError } from '../errors.js';
import type { ListEnd } from '../provider/pages/review-list.js';

/** Why a list ended where it did; published. */
export type StopReason = 'end' | 'max_pages' | 'provider_limit' | 'limited_view' | 'interrupted' | 'deadline';

/**
 * What the end of the provider's list means, judged by the place's own count. An empty answer is believed
 * only when everything the place counts has been read; before anything was read it is no answer at all.
 * @throws AppError `provider_blocked`, `provider_unavailable` when nothing was read although there is something
 */
export function judgeListEnd(end: ListEnd, read: number, total: number | null): StopReason {
  if (total !== null && read >= total) return 'end';
  if (end.kind === 'end') return total === null ? 'end' : 'provider_limit';
  if (read > 0) return 'interrupted';
  // No wall: a batch may come empty because it expired or the view is limited, 403 goes to whoever is not signed in.
  const isRefused = end.kind === 'empty' || (end.kind === 'failed' && end.status === 403);
  if (isRefused) {
    throw new AppError(
      'provider_blocked',
      'The map provider refuses to list reviews at the moment. Wait before asking again.',
      {
        cause: end,
        retryAfterSeconds: 60,
      },
    );
  }
  throw new AppError(
    'provider_unavailable',
    'The map provider did not list the reviews. Try again shortly.',
    {
      cause: end,
      retryAfterSeconds: 10,
    },
  );
}

/** A list is complete only when the place's own count says so. */
export function isComplete(reason: StopReason, read: number, total: number | null): boolean {
  return reason === 'end' && total !== null && read >= total;
}
