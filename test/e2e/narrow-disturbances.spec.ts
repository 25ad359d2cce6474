import { expect } from '@playwright/test';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { halfFeature, reviewId, reviewUrl } from '../../fixtures/provider/reviews/ids.js';
import { listHead, reviewList } from '../../fixtures/provider/reviews/list.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Service, test } from '../support/service.js';

// Disturbances of one place, or of one form of link, without any marker: card and empty record slot (verdicts.md,
// rules 3 and 5). A control of another place or form is shown as usual, so it must not vouch for the disturbed one.

/** A place of the stand-in: its reviews, and which of them come with its page. */
function placeOf(id: string) {
  const { place, reviews } = loadReviewsCase(id);
  const list = reviewList(place, reviews);
  const inlined = new Set(listHead(list).records.map(([its]) => String(its)));
  const all = list.reviews.map(({ inner, author }) => {
    const half = halfFeature(place.featureId);
    const data = `!4m6!1m5!8m4!1e1!2s${author.id}!3m1!1e1`;
    return {
      id: reviewId(inner),
      authorId: author.id ?? '',
      byId: reviewUrl(place.featureId, inner, 'pl'),
      byAuthor: `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${author.id}!2s${half}`,
      byContributor: `https://www.google.com/maps/contrib/${author.id}/place/${placeIdOf(place.featureId)}/@52.1,21.02,17z/data=${data}`,
    };
  });
  const first = (isInlined: boolean) => {
    const found = all.find((review) => inlined.has(review.id) === isInlined && review.authorId !== '');
    if (found === undefined) throw new Error('no such review');
    return found;
  };
  return { all, listed: first(true), unlisted: first(false), placeId: placeIdOf(place.featureId) };
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

for (const form of ['byAuthor', 'byContributor'] as const)
  test(`a form of link that shows no review gives no verdict, although links by id are shown: ${form}`, async ({
    start,
    standIn,
  }) => {
    const service = await start();
    hide(standIn, (named) => /^\d+$/.test(named));
    const { byId, [form]: byOther } = BIG.unlisted;
    expect(await verdictOf(service, byOther)).toBe('provider_unavailable');
    expect(await verdictOf(service, byId)).toBe('visible');
  });

test('a link by author is visible while the link by the own id of its review is', async ({
  start,
  standIn,
}) => {
  const service = await start();
  const { byId, byAuthor, authorId, id } = BIG.unlisted;
  // The service learns the own id from the first look at the review.
  expect(await verdictOf(service, byAuthor)).toBe('visible');
  hide(standIn, (named) => named === authorId);
  expect(await verdictOf(service, byAuthor)).toBe('visible');
  hide(standIn, (named) => named === authorId || named === id);
  expect(await verdictOf(service, byAuthor)).toBe('no_rating_section');
  expect(await verdictOf(service, byId)).toBe('no_rating_section');
});

test('a dead share link in CONTROL_PLACES never makes a good link an error of the client', async ({
  start,
  standIn,
}) => {
  const DEAD = 'https://maps.app.goo.gl/NoSuchShareLink1';
  const UNKNOWN_CID = '9987654321098765432';
  const codeOf = async (service: Service, path: string) => {
    const { body, status } = await service.get(path);
    return `${status} ${(body as { error?: { code: string } }).error?.code}`;
  };
  const only = await start({ CONTROL_PLACES: DEAD });
  expect(await codeOf(only, `/api/search?query=${UNKNOWN_CID}`)).toBe('503 provider_unavailable');
  // No review of the place is shown, so the search for a control goes on to CONTROL_PLACES.
  hide(standIn, () => true);
  expect(await verdictOf(only, BIG.unlisted.byId)).toBe('provider_unavailable');
  standIn.set({ reviewQuirks: {} });
  const both = await start({ CONTROL_PLACES: `${DEAD} ${SMALL.placeId}` });
  expect(await codeOf(both, `/api/search?query=${UNKNOWN_CID}`)).toBe('404 no_results');
});
