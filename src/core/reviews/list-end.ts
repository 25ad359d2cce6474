import { AppError, PROVIDER_BLOCKED, PROVIDER_UNAVAILABLE } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { withholdsReviews } from '../places/extractors/extract-notices.js';
import { isNothing, type NothingFound } from '../places/nothing-found.js';
import type { Notice, Place, PlaceReading } from '../places/place.js';
import type { LookupPage } from '../places/resolve-query.js';
import { drifted } from '../provider/faults.js';
import type { PageView } from '../provider/navigation/navigate.js';
import type { StopReason } from '../published/lines.js';
import { message } from '../texts/messages.js';
import type { FeedItem } from './reviews-feed.js';

// What a list of reviews proves, from its opened page to its end. Each judgement is a table of causes.

/** Causes in their order, each with its meaning: the first that holds counts. */
type Causes<T> = readonly (readonly [holds: boolean, meaning: T])[];

const firstOf = <T>(causes: Causes<T>, otherwise: T): T => causes.find(([holds]) => holds)?.[1] ?? otherwise;

export interface PlaceReviewsPage {
  readonly reading: PlaceReading;
  /** Index of the reviews tab; -1 when the page shows no such tab (limited view, or no reviews). */
  readonly reviewsTab: number;
  /** What the reviews tab shows; null = it was not opened, because the page decides without it. */
  readonly tab: TabFinding | null;
  /** The first records, inlined with the place, without records in other places' data. */
  readonly inlineRecords: readonly unknown[];
  /** True if the list continues after `inlineRecords`. */
  readonly hasMoreThanInline: boolean;
  /** The number of records that came with other places' data. */
  readonly foreignRecords: number;
  /** Troubles since the page was opened, for the log; empty = no trouble. */
  readonly troubles: readonly string[];
  /** Why this page cannot prove that the place has no reviews, for the log; empty = the page can prove it. */
  readonly doubts: readonly string[];
}

export const LIMITED = 'limited view';

/** True if the page had the marker of the limited view at any time since it was opened. places.md §9 */
export function hadLimitedView({ troubles }: Pick<PlaceReviewsPage, 'troubles'>): boolean {
  return troubles.includes(LIMITED);
}

/**
 * What an opened page shows. `list`: the place has reviews to read. `none`: the page answered normally and in full, and
 * the place has no reviews. `no_place`: the place does not exist. `unclear`: the page proves nothing.
 */
export type Finding = TabFinding | 'no_place';
/** What the reviews tab shows. A tab without reviews and without words that say so is unclear (verdicts.md, rule 6). */
export type TabFinding = 'list' | 'none' | 'unclear';

export function findingOf(opened: PlaceReviewsPage | NothingFound, { kind, cid }: LookupPage): Finding {
  if (isNothing(opened)) return 'no_place';
  const { reading, reviewsTab, tab, inlineRecords, doubts } = opened;
  const { featureId, reviewCount } = reading.place;
  const causes: Causes<Finding> = [
    [kind === 'cid' && cidOfFeature(featureId) !== cid, 'no_place'],
    [doubts.length === 0 && reviewCount === 0, 'none'],
    // Where the page states no count, the content of its reviews tab decides.
    [doubts.length === 0 && reviewCount === null, tab === 'none' ? 'unclear' : (tab ?? 'none')],
    [reviewsTab >= 0 && (reviewCount !== 0 || inlineRecords.length > 0), 'list'],
  ];
  return firstOf(causes, 'unclear');
}

/** Why a page does not prove that a place has no reviews: it is not whole, or it shows signs of reviews. */
export function doubtsOf(
  view: PageView,
  { rating, reviewCount }: Place,
  hasData: boolean,
  hasReviews: boolean,
): string[] {
  const { unfinished, otherFailures } = view.seen;
  const panel = view.state?.panel ?? null;
  const doubts: Causes<string> = [
    [!view.settled || unfinished > 0, 'the page still waits for something'],
    [otherFailures.length > 0, `requests of the page failed: ${otherFailures.join(', ')}`],
    [panel === null, 'no panel of a place'],
    [reviewCount === null && !hasData, 'no data of this place'],
    [rating !== null, 'a rating'],
    [(panel?.reviewCountLabel ?? null) !== null, 'a count that cannot be read'],
    [(panel?.histogramLabels.length ?? 0) > 0 && reviewCount === null, 'stars that cannot be read'],
    [hasReviews, 'reviews beside the place'],
  ];
  return doubts.filter(([holds]) => holds).map(([, words]) => words);
}

/** How the provider's list ended: `ENDS` says what each end means. */
export type ListEnd =
  | { readonly kind: 'end' | 'flagged' | 'empty' | 'stalled' | 'unsorted' }
  | Exclude<FeedItem, { kind: 'batch' | 'empty' }>;

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

/** What was read of a list, and the page that it belongs to. */
type JudgedList = Omit<ListTally, 'returned'> &
  Pick<PlaceReviewsPage, 'reading' | 'inlineRecords' | 'hasMoreThanInline' | 'troubles'> & {
    /** Asked for reviews since a day, but not sorted by date: which of them are new is known only of those read. */
    readonly isUnsorted: boolean;
  };

type IsOver = (list: JudgedList) => boolean;
const isCounted: IsOver = ({ own, unread, reading }) =>
  own + unread >= (reading.place.reviewCount ?? Number.POSITIVE_INFINITY);
const isInlined: IsOver = (list) =>
  !list.hasMoreThanInline && (isCounted(list) || list.inlineRecords.length > 0);

/** The ends of a list, and whether it is over then; null = it may have more reviews. */
const ENDS: Readonly<Record<ListEnd['kind'], IsOver | null>> = {
  /** The batch with the last reviews states the end. */
  end: () => true,
  /** An answer without a record and with the end mark, which a blocked or expired request also gets. */
  flagged: isCounted,
  /** The page offers no sort order, so no list was requested. */
  unsorted: isInlined,
  /** An answer without a record and without the end mark: the batch expired, or the view is limited. */
  empty: null,
  /** The page requests no further batch, although it is scrolled. */
  stalled: null,
  /** A request of the page was refused or not answered, answered in an unknown shape, or with a block page. */
  failed: null,
  drift: null,
  block_page: null,
};

/**
 * The meaning of the end of the provider's list. `end` is a finding: the provider stated the end, as many of its own
 * reviews were read as the place counts, every record could be read, and the page had no trouble. A list without a
 * count may be a limited one: some contexts get only 5 to 10 reviews and no token for more (reviews.md §7).
 * @throws AppError `provider_blocked`, `provider_unavailable` when no review was read
 */
export function judgeListEnd(end: ReadingEnd, list: JudgedList): StopReason {
  const { read, unread, troubles, isUnsorted } = list;
  if (read === 0) throw nothingRead(end);
  if (hasEnough(end)) {
    // A limited view shows some of the reviews: newer ones may be missing.
    const enough = end.kind === 'since' && hadLimitedView(list) ? 'limited_view' : end.kind;
    return unread > 0 ? 'unreadable' : isUnsorted ? 'unsorted' : enough;
  }
  const isOver = ENDS[end.kind];
  const causes: Causes<StopReason> = [
    [hadLimitedView(list) && isOver !== null, 'limited_view'],
    [isOver?.(list) !== true || troubles.length > 0, 'interrupted'],
    [unread > 0, 'unreadable'],
    [isUnsorted, 'unsorted'],
    [isCounted(list), 'end'],
  ];
  return firstOf(causes, 'provider_limit');
}

/** The error for a list without a single readable review. */
function nothingRead(end: ReadingEnd): AppError {
  if (end.kind === 'drift') return drifted('list_frame', end.what);
  // These refusals differ from block pages; clients that are not signed in may get 403.
  if (end.kind === 'empty' || end.kind === 'flagged' || (end.kind === 'failed' && end.status === 403))
    return new AppError(PROVIDER_BLOCKED, message('listRefused'), { cause: end, retryAfterSeconds: 60 });
  const cause = (end.kind === 'failed' && end.cause) || end;
  return new AppError(PROVIDER_UNAVAILABLE, message('listFailed'), { cause, retryAfterSeconds: 10 });
}

/** The reasons that no notice explains. */
const OWN_REASONS: readonly StopReason[] = ['max_pages', 'since', 'interrupted', 'deadline'];

/**
 * Adjusts the reason to the provider's notices about the reviews. If the provider withholds reviews, a list is never
 * complete. If it accepts no new reviews, an empty list is not complete. `read`: reviews read. verdicts.md, rule 11
 */
export function judgeNotices(reason: StopReason, notices: readonly Notice[], read: number): StopReason {
  if (!OWN_REASONS.includes(reason) && withholdsReviews(notices, read)) return 'withheld';
  const isPaused = reason === 'end' && read === 0 && notices.some(({ kind }) => kind === 'reviews_paused');
  return isPaused ? 'not_shown' : reason;
}
