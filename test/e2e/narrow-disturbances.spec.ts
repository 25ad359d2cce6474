import { expect } from '@playwright/test';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { halfFeature, reviewId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { listHead, reviewList } from '../../fixtures/provider/reviews/list.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Service, test } from '../support/service.js';

// A disturbance of one place without any marker: card and empty record slot (verdicts.md, rules 3 and 5). A control of
// another place is shown as usual, so it must not vouch for the disturbed one. One form of link, and dead links in
// CONTROL_PLACES: test/core/reviews.

/** A place of the stand-in: its reviews, and which of them come with its page. */
function placeOf(id: string) {
  const { place, reviews } = loadReviewsCase(id);
  const list = reviewList(place, reviews);
  const inlined = new Set(listHead(list).records.map(([its]) => String(its)));
  const half = halfFeature(place.featureId);
  const all = list.reviews.map(({ inner, author }) => ({
    id: reviewId(inner),
    authorId: author.id ?? '',
    byId: reviewUrl(place.featureId, inner, 'pl'),
    byAuthor: `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${author.id}!2s${half}`,
  }));
  const first = (isInlined: boolean) => {
    const found = all.find((review) => inlined.has(review.id) === isInlined && review.authorId !== '');
    if (found === undefined) throw new Error('no such review');
    return found;
  };
  return { all, listed: first(true), unlisted: first(false) };
}

const SMALL = placeOf('reviews--eleven');
const BIG = placeOf('reviews--two-hundred');

/** "visible", the reason for "not visible", or the code of the error. */
async function verdictOf(service: Service, link: string): Promise<string> {
  const { body } = await service.get(`/api/review-visibility?url=${encodeURIComponent(link)}`);
  const { data, error } = body as { data?: { visibility_reason: string }; error?: { code: string } };
  return data?.visibility_reason ?? error?.code ?? 'none';
}

/** Shows the bare card of the place for the named reviews or authors. */
const hide = (standIn: StandIn, only: (named: string) => boolean) =>
  standIn.set({ reviewQuirks: { only, bare: () => true } });

test('a review that the page of its place inlines during the proof is visible; any other one there gets no verdict', async ({
  start,
  standIn,
}) => {
  const service = await start();
  const ids = new Set(SMALL.all.flatMap(({ id, authorId }) => [id, authorId]));
  hide(standIn, (named) => ids.has(named));
  expect(await verdictOf(service, SMALL.listed.byId)).toBe('visible');
  expect(await verdictOf(service, SMALL.listed.byAuthor)).toBe('visible');
  expect(await verdictOf(service, SMALL.unlisted.byId)).toBe('provider_unavailable');
  // The same again, now that the service knows that reviews of this place were missing.
  expect(await verdictOf(service, SMALL.unlisted.byId)).toBe('provider_unavailable');
  // A review of another place is visible, and one that is gone there gets its verdict.
  expect(await verdictOf(service, BIG.unlisted.byId)).toBe('visible');
  hide(standIn, (named) => ids.has(named) || named === BIG.unlisted.id);
  expect(await verdictOf(service, BIG.unlisted.byId)).toBe('no_rating_section');
});
