import { cidOfFeature } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import type { Metrics } from '../metrics.js';
import type { DriftKind } from '../provider/pages/block-pages.js';
import { lookForReviews } from '../provider/pages/review-list.js';
import { openReviewsPage, type ReviewsPage } from '../provider/pages/reviews-page.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../scope.js';
import type { EmitReviews, ReviewsRequest } from './list-reviews.js';
import { readReviews } from './read-reviews.js';
import { knownPlace } from './resolve-query.js';
import { betterLoad, type Finding, findingOf, isWorthReloading, saysNone } from './review-absence.js';
import { createReviewCollector, type ReviewCollector } from './review-collector.js';
import type { StopReason } from './review-stop.js';
import type { ProviderVisits, Visit } from './visit-provider.js';

/** The result of one visit of the page of a place. */
export type ListVisit =
  | {
      readonly kind: 'read';
      readonly opened: ReviewsPage;
      readonly collector: ReviewCollector;
      readonly reason: StopReason;
    }
  | {
      readonly kind: 'unread';
      readonly opened: ReviewsPage | null;
      readonly finding: Exclude<Finding, 'list'>;
    };

interface ListVisitOptions {
  readonly visits: ProviderVisits;
  readonly urls: ProviderUrls;
  readonly metrics: Pick<Metrics, 'drift' | 'foreign'>;
  readonly settleMs: number;
  /** Between two pages of 200 reviews, in milliseconds. */
  readonly pageDelayMs: number;
}

/** A request for a list, and the scopes it is visited in. */
export interface ListTask {
  readonly request: ReviewsRequest;
  readonly emit: EmitReviews;
  /** The request's: the page is borrowed in it. */
  readonly whole: Scope;
  /** A shorter one, which leaves time to answer. */
  readonly scope: Scope;
}

/** Opens the page of a place for its reviews. `before`: the result of an earlier visit in another context; null = none. */
export type VisitReviewList = (task: ListTask, before: Finding | null) => Promise<ListVisit>;

const HEAVY_LIST = 500;

/** Each visit is made in a context of its own: one that did not see the list is given up. */
export function createListVisits(options: ListVisitOptions): VisitReviewList {
  const { visits, urls, metrics, settleMs, pageDelayMs } = options;

  /** Where no list was seen, the same tab once more; not where the load bears out the earlier visit. */
  const open = async ({ load }: Visit, place: PlaceLookup, scope: Scope, before: Finding | null) => {
    const once = () =>
      load(
        scope,
        (page, watching) => openReviewsPage(page, place.url, watching),
        (opened) => findingOf(opened, place.cid) === 'unlisted',
      );
    const first = await once();
    const bearsOut = before !== 'unlisted' && before === findingOf(first, place.cid);
    if (bearsOut || !isWorthReloading(first, place.cid)) return first;
    return betterLoad(first, await once(), place.cid);
  };

  const read = async (visit: Visit, opened: ReviewsPage, task: ListTask): Promise<ListVisit> => {
    const { request, emit, scope } = task;
    const total = opened.reading.place.reviewCount;
    const collector = createReviewCollector(request, cidOfFeature(opened.reading.place.featureId), emit);
    try {
      const reason = await readReviews(visit.page, opened, collector, {
        scope,
        settleMs,
        pageDelayMs,
        onPage: (page, counted) => emit({ kind: 'progress', page, read: counted, total }),
        onRefused: visit.refused,
        onDrift: (kind, where) => noteDrift(kind, where, scope),
      });
      // A page that has held thousands of cards gives their memory back only with its context.
      const isHeavy = collector.counts.read > HEAVY_LIST;
      if (isHeavy || reason === 'interrupted' || reason === 'deadline') visit.retire();
      return { kind: 'read', opened, collector, reason };
    } finally {
      noteForeign(collector.foreign() + opened.foreignRecords, scope);
    }
  };

  const noteDrift = (kind: DriftKind, where: string, scope: Scope) => {
    metrics.drift(kind);
    scope.log.warn({ drift: kind, where }, 'the list of reviews has an unknown form');
  };

  const noteForeign = (count: number, scope: Scope) => {
    if (count === 0) return;
    metrics.foreign('review', count);
    scope.log.warn({ count }, 'reviews of other places came with the list: dropped');
  };

  return (task, before) => {
    const { request, whole, scope } = task;
    const place = placeLookup(request.placeRef, urls);
    return visits.withPage(whole, async (visit): Promise<ListVisit> => {
      const opened = await open(visit, place, scope, before);
      let finding = findingOf(opened, place.cid);
      // Without a word on reviews, what is in their tab decides.
      if (opened !== null && finding === 'none' && opened.reviewsTab >= 0 && !saysNone(opened)) {
        const content = await lookForReviews(visit.page, opened.reviewsTab, { scope, settleMs });
        if (content !== 'nothing') finding = content === 'reviews' ? 'list' : 'unlisted';
      }
      if (opened !== null && finding === 'list') return read(visit, opened, task);
      // The confirming visit needs another context: this one may be what hides the list.
      visit.retire();
      noteForeign(opened?.foreignRecords ?? 0, scope);
      return { kind: 'unread', opened, finding: finding === 'list' ? 'unlisted' : finding };
    });
  };
}

interface PlaceLookup {
  readonly url: string;
  /** The CID the place must have when nothing else is known of it. */
  readonly cid: string | null;
}

/** Where the place is. */
function placeLookup(placeRef: string, urls: ProviderUrls): PlaceLookup {
  const { placeId, featureId } = parsePlaceRef(placeRef);
  const known = featureId === null ? null : knownPlace(featureId);
  if (known !== null) return { url: urls.place(known.placeId), cid: null };
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid !== null) return { url: urls.cid(cid), cid };
  return { url: urls.place(placeId ?? placeRef), cid: null };
}
