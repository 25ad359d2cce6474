import { isAppError } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { classifyReviewLink } from '../identifiers/review-url.js';
import { extractReview } from '../provider/extractors/review.js';
import { readFirstReviews } from '../provider/pages/first-reviews.js';
import { currentRules } from '../provider/rules/current.js';
import type { ProviderUrls } from '../provider/urls.js';
import { recordCid } from '../provider/wire/review-page-data.js';
import { readReviewRecord } from '../provider/wire/review-record.js';
import type { Scope } from '../scope.js';
import type { ControlReading, ControlReview } from './controls.js';
import type { PageLoads } from './page-loads.js';
import type { ReviewReader } from './review-reader.js';
import type { ReviewLinkResolver } from './share-links.js';

/** How controls are found and read; the two functions that `createControls` takes. */
export interface ControlReader {
  load(review: ControlReview, scope: Scope): Promise<ControlReading>;
  discover(cid: string, scope: Scope): Promise<readonly ControlReview[]>;
}

interface ReaderOptions {
  readonly reader: ReviewReader;
  readonly loads: PageLoads;
  readonly resolve: ReviewLinkResolver;
  readonly urls: ProviderUrls;
}

/** Controls are read as any review is: rendered, signed out, from the pool, within the provider rate limit. */
export function createControlReader({ reader, loads, resolve, urls }: ReaderOptions): ControlReader {
  return {
    load: async ({ link }, scope) => {
      const { url, reviewId, authorId, featureId } = await resolve(link, scope);
      const cid = featureId === null ? null : cidOfFeature(featureId);
      const target = { url: urls.review(url), reviewId, authorId, cid };
      const reading = await withRulesInUse(() => reader.load(target, 'details', scope));
      if (reading.kind === 'absent') return { outcome: 'not_seen', why: reading.evidence.reason };
      const { sighting } = reading;
      if (sighting === null) return { outcome: 'not_seen', why: 'shown in part' };
      return { outcome: 'seen', sighting: sighting() };
    },
    discover: async (cid, scope) => {
      try {
        const records = await loads.withTab(scope, ({ load }) =>
          load(scope, (page, options) => readFirstReviews(page, urls.cid(cid), options)),
        );
        return records.flatMap((record) => controlOf(record, cid) ?? []);
      } catch (error) {
        if (!isAppError(error, 'provider_unavailable')) throw error;
        scope.log.warn({ err: error }, 'no control could be looked for on the page of the place');
        return [];
      }
    },
  };
}

/** Reads again what was read while the rules were replaced: neither set is proven or refuted by it. */
async function withRulesInUse<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    const rules = currentRules();
    const result = await read();
    if (rules === currentRules()) return result;
  }
}

/** A record of the place with a link to itself; null for any other. */
function controlOf(record: unknown, cid: string): ControlReview | null {
  const stars = readReviewRecord(record)?.stars ?? null;
  const review = extractReview(record);
  if (review?.url == null || stars === null || recordCid(record) !== cid) return null;
  return isReviewLink(review.url) ? { link: review.url, reviewId: review.id, cid } : null;
}

/** What the operator names in CONTROL_REVIEWS, as controls. Their links have been checked with the configuration. */
export function configuredControls(links: readonly string[]): readonly ControlReview[] {
  return links.map((link) => {
    const given = classifyReviewLink(link);
    if (given.kind === 'share_link') return { link, reviewId: null, cid: null };
    const { reviewId, featureId } = given.link;
    return { link, reviewId, cid: featureId === null ? null : cidOfFeature(featureId) };
  });
}

function isReviewLink(link: string): boolean {
  try {
    return classifyReviewLink(link).kind === 'review';
  } catch {
    return false;
  }
}
