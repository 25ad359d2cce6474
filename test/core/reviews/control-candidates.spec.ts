import type { Page } from 'playwright';
import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { cidOf, placeIdOf } from '../../../fixtures/provider/ids.js';
import { halfFeature, innerId, reviewId, reviewUrl } from '../../../fixtures/provider/reviews/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { AppError, INVALID_REQUEST, NO_RESULTS } from '../../../src/core/errors.js';
import {
  classifyReviewLink,
  identityOf,
  type ReviewIdentity,
} from '../../../src/core/identifiers/review-url.js';
import { createKnownNotices } from '../../../src/core/places/known-notices.js';
import { createKnownReviews } from '../../../src/core/places/known-reviews.js';
import type { NothingFound } from '../../../src/core/places/nothing-found.js';
import { createQueryResolver } from '../../../src/core/places/resolve-query.js';
import type { PageView } from '../../../src/core/provider/navigation/navigate.js';
import { nothingObserved } from '../../../src/core/provider/navigation/observation.js';
import {
  createProviderUrls,
  reviewAddress,
  reviewLink,
  reviewTarget,
} from '../../../src/core/provider/urls.js';
import { dataAnswer } from '../../../src/core/provider/wire/envelope.js';
import {
  ControlCandidates,
  type ControlReview,
  createCandidateMemory,
} from '../../../src/core/reviews/control-candidates.js';
import type { AnswerShape } from '../../../src/core/reviews/extractors/absence-signs.js';
import type { PlaceReviewsPage } from '../../../src/core/reviews/list-end.js';
import type { PlaceSubject } from '../../../src/core/reviews/proof/controls.js';
import type { ReviewPageReading } from '../../../src/core/reviews/review-page.js';
import { createSubjectSearch, type ReviewSubject } from '../../../src/core/reviews/subject-search.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import type { PageLoads, Tab } from '../../../src/core/traffic/page-loads.js';
import { madeUp } from '../../support/made-up.js';
import { readingOf } from '../../support/place-reading.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

// Which reviews and places are read as controls, and in which order (verdicts.md, rules 5 and 6).

const urls = createProviderUrls();
const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const SEEN = { outcome: 'seen', value: SHAPE };
const NOTHING: NothingFound = { kind: 'nothing', saysSo: false };

/** A place of the stand-in with its reviews. */
function placeOf(id: string) {
  const { place, reviews } = loadReviewsCase(id);
  const list = reviewList(place, reviews);
  const all = list.reviews.map((review) => ({
    link: reviewUrl(place.featureId, review.inner, 'pl'),
    reviewId: reviewId(review.inner),
    authorId: review.author.id,
    record: list.record(review),
  }));
  return { ...place, cid: cidOf(place.featureId), placeId: placeIdOf(place.featureId), reviews: all };
}
const ASKED = placeOf('reviews--seven');
const BIG = placeOf('reviews--eleven');
const OTHER = placeOf('reviews--ten');
const OTHER_RECORDS = OTHER.reviews.map(({ record }) => record);
const known = (place: ReturnType<typeof placeOf>, at: number): ControlReview => {
  const review = place.reviews[at];
  if (review === undefined) throw new Error('no such review');
  const { link, reviewId: id, authorId } = review;
  return { link, reviewId: id, authorId, cid: place.cid };
};
const GONE: ReviewIdentity = {
  reviewId: reviewId(innerId('goneGoneGoneGoneGone00')),
  authorId: null,
  cid: ASKED.cid,
};
/** A page whose data name the review that is gone. */
const NAMES_GONE: PageView = {
  ...{ asked: '', url: '', state: null, settled: true, dataOverdue: false, readAt: 0 },
  seen: { ...nothingObserved(), reviews: [dataAnswer(JSON.stringify(['x', GONE.reviewId]))] },
};

/** The same without its place. */
const NO_PLACE: readonly ReviewIdentity[] = [{ ...GONE, cid: null }];

const authorLinkOf = (ids: ReviewIdentity) => reviewAddress({ ...ids, reviewId: null }) ?? '';

/** The page of a place shown in full, with its first records and the changes of a test. */
function pageOf(
  place: ReturnType<typeof placeOf>,
  changes: Partial<PlaceReviewsPage> = {},
): PlaceReviewsPage {
  return {
    reading: readingOf({
      featureId: place.featureId,
      name: place.name,
      rating: 4.5,
      reviewCount: place.reviews.length,
      stars: [0, 0, 0, 1, 1],
    }),
    reviewsTab: 1,
    tab: null,
    inlineRecords: place.reviews.map(({ record }) => record),
    hasMoreThanInline: false,
    foreignRecords: 0,
    troubles: [],
    doubts: [],
    ...changes,
  };
}

const URL_OF_ASKED = urls.cid(ASKED.cid);
const ASKED_PAGE = { [URL_OF_ASKED]: pageOf(ASKED) };

/** The subject of a proof after one absence. `saysGone`: its page said in words that the review is gone. */
function subjectOf(identity: ReviewIdentity, saysGone = false): ReviewSubject {
  const search = createSubjectSearch(identity);
  search.noteAbsence({ reason: 'no_business_data', saysGone });
  return search.subject;
}

type Shown = PlaceReviewsPage | NothingFound | { readonly featureId: string; readonly candidates?: unknown };

interface Setup {
  readonly reviewLinks?: readonly string[];
  readonly placeRefs?: readonly string[];
  /** What each address shows; one entry for each load, the last one stays. Any other address is an empty map. */
  readonly pages?: Readonly<Record<string, Shown | readonly Shown[]>>;
  /** What the page of a review shows, by the review's id or the address; by default all of it. */
  readonly readings?: Readonly<Record<string, ReviewPageReading>>;
  /** Where share links lead. */
  readonly leads?: Readonly<Record<string, string>>;
}

class Asked extends Error {
  constructor(readonly url: string) {
    super(url);
  }
}

/** The browser's page as far as an address is asked for. */
const page = {
  ...{ on: () => undefined, off: () => undefined },
  goto: (url: string) => Promise.reject(new Asked(url)),
} as unknown as Page;

function setUp({ reviewLinks = [], placeRefs = [], pages = {}, readings = {}, leads = {} }: Setup = {}) {
  const scope = startScope('test', createLogger('silent'), null);
  const opened: string[] = [];
  const read: string[] = [];
  const contexts: { retired: boolean }[] = [];
  const notices = createKnownNotices();
  const sightings = createKnownReviews();
  const show = (url: string): Shown => {
    const given = pages[url] ?? NOTHING;
    if (!Array.isArray(given)) return given as Shown;
    return given[Math.min(opened.filter((one) => one === url).length, given.length) - 1] ?? NOTHING;
  };
  const loads: PageLoads = {
    take: async () => {
      const context = { retired: false };
      contexts.push(context);
      return {
        [Symbol.dispose]: () => undefined,
        load: async (inner: typeof scope, open: (page: Page, options: object) => Promise<unknown>) => {
          const url = await open(page, { scope: inner, settleMs: 0 }).then(
            () => 'nothing was asked for',
            (error: unknown) => (error instanceof Asked ? error.url : Promise.reject(error)),
          );
          opened.push(url);
          return show(url);
        },
        retire: () => {
          context.retired = true;
        },
      } as unknown as Tab;
    },
  };
  const resolveReview = async (link: string) => {
    const given = classifyReviewLink(leads[link] ?? link);
    if (given.kind !== 'review') throw new AppError(NO_RESULTS, madeUp('leads nowhere'));
    return given.link;
  };
  const all = [ASKED, BIG, OTHER].flatMap((place) => place.reviews);
  const candidates = new ControlCandidates({
    reader: {
      load: async (target, _scope, onView) => {
        read.push(target.url);
        onView?.(NAMES_GONE);
        const given = readings[target.reviewId ?? target.authorId ?? ''];
        if (given !== undefined) return given;
        const review = all.find(
          (one) => one.reviewId === target.reviewId || one.authorId === target.authorId,
        );
        if (review === undefined) throw new Error(`no such review: ${target.url}`);
        const { reviewId: id, authorId } = review;
        const sighting = () => ({ reviewId: id, authorId, shape: SHAPE });
        return { kind: 'visible', raw: { identity: target, data: null, view: null }, sighting };
      },
      fetch: () => Promise.reject(new Error('nothing is fetched')),
      shownCid: () => Promise.reject(new Error('nobody asks')),
    },
    loads,
    notices,
    resolveReview,
    resolve: createQueryResolver(urls, () =>
      Promise.reject(new AppError(INVALID_REQUEST, madeUp('leads nowhere'))),
    ),
    urls,
    reviewLinks,
    placeRefs,
    known: sightings,
    memory: createCandidateMemory(),
  });
  const reviews = async (about: readonly ReviewIdentity[] = [GONE], saysGone = false) => {
    const found = [];
    const subjects = about.map((identity) => subjectOf(identity, saysGone));
    for await (const candidate of candidates.placePageThenReviews(subjects, scope)) found.push(candidate);
    return found;
  };
  const namesOf = async (about?: readonly ReviewIdentity[]) => (await reviews(about)).map(({ name }) => name);
  const places = async (about: PlaceSubject = { path: 'place', cid: null }) => {
    const found = [];
    for await (const candidate of candidates.places([about])) found.push(candidate);
    return found;
  };
  /** What the first candidate for a place shows. */
  const readPlace = async (about?: PlaceSubject) => (await places(about))[0]?.load(scope);
  const found = { reviews, namesOf, places, readPlace };
  return { candidates, scope, opened, read, contexts, notices, sightings, ...found };
}

const linksOf = (...reviews: readonly ControlReview[]) => reviews.map(({ link }) => link);
const firstOf = (place: ReturnType<typeof placeOf>, count = 3) =>
  place.reviews.slice(0, count).map(({ link }) => link);

test('offers reviews of the same place first, then CONTROL_REVIEWS, other known reviews, CONTROL_PLACES', async () => {
  const { candidates, namesOf, opened } = setUp({
    reviewLinks: linksOf(known(OTHER, 5)),
    placeRefs: [BIG.placeId],
    pages: { [urls.place(BIG.placeId)]: pageOf(BIG) },
  });
  candidates.remember(known(OTHER, 0));
  candidates.remember(known(ASKED, 0));
  expect(await namesOf()).toEqual([
    ...linksOf(known(ASKED, 0), known(OTHER, 5), known(OTHER, 0)),
    ...firstOf(BIG),
  ]);
  expect(opened).toEqual([URL_OF_ASKED, urls.place(BIG.placeId)]);
});

test('opens the page of the place when no other review of it is known', async () => {
  const { candidates, namesOf, opened } = setUp({ pages: ASKED_PAGE });
  candidates.remember(known(OTHER, 0));
  const about = { ...known(ASKED, 1), authorId: null };
  // At most three, and never the review itself.
  expect(await namesOf([about])).toEqual(
    linksOf(known(ASKED, 0), known(ASKED, 2), known(ASKED, 3), known(OTHER, 0)),
  );
  expect(opened).toEqual([URL_OF_ASKED]);
});

test('remembers the notices of a page on which a control is looked for', async () => {
  const page = pageOf(ASKED);
  const figures = { min: null, max: null, seenAt: Date.now() };
  const notice = { kind: 'reviews_withheld', text: 'Ukryte.', ...figures } as const;
  const noticed = { ...page, reading: { ...page.reading, notices: [notice] } };
  const { namesOf, notices } = setUp({ pages: { [URL_OF_ASKED]: noticed } });
  await namesOf();
  expect(notices.of(ASKED.cid)).toMatchObject([notice]);
});

test('the reviews on the page of the place, and a control that is shown, count as seen', async () => {
  const { reviews, sightings } = setUp({ pages: ASKED_PAGE });
  await reviews();
  const dates = ASKED.reviews.map((_, at) => sightings.last(known(ASKED, at))?.date);
  expect(dates).toEqual(ASKED.reviews.map(() => expect.any(Number)));
  const other = setUp({ reviewLinks: linksOf(known(OTHER, 5)) });
  const [control] = await other.reviews(NO_PLACE);
  expect(other.sightings.last(known(OTHER, 5))).toBeNull();
  await control?.load(other.scope);
  expect(other.sightings.last(known(OTHER, 5))).not.toBeNull();
});

async function firstAmong<T>(candidates: AsyncIterable<T>): Promise<T> {
  for await (const candidate of candidates) return candidate;
  throw new Error('no candidate');
}

/** The pages that are opened before the first candidate, where a review of the place is known. */
async function openedFirst(subjects: readonly ReviewSubject[]) {
  const { candidates, scope, opened } = setUp({ pages: ASKED_PAGE });
  candidates.remember(known(ASKED, 5));
  expect((await firstAmong(candidates.placePageThenReviews(subjects, scope))).name).toBe(
    known(ASKED, 5).link,
  );
  return opened;
}

test('searches the page of the place in every proof, before any known review is a control', async () => {
  const page = [URL_OF_ASKED];
  expect(await openedFirst([subjectOf(GONE)])).toEqual(page);
  // The page is opened once for all subjects of a shared control, and once for each subject.
  const some = [subjectOf(GONE, true), subjectOf(GONE), subjectOf(GONE)];
  expect(await openedFirst(some)).toEqual(page);
  expect(await openedFirst(some)).toEqual([]);
  // The provider's words in every absence replace the page.
  expect(await openedFirst([subjectOf(GONE, true)])).toEqual([]);
  const { subject, noteAbsence } = createSubjectSearch(GONE);
  for (const saysGone of [true, false]) noteAbsence({ reason: 'no_rating_section', saysGone });
  expect(await openedFirst([subject])).toEqual(page);
});

test('offers CONTROL_PLACES in their order and skips a place that no longer exists', async () => {
  const { namesOf } = setUp({
    placeRefs: [OTHER.placeId, 'ChIJAQAAAAAAAAERAgAAAAAAAAI', BIG.placeId],
    pages: { [urls.place(OTHER.placeId)]: pageOf(OTHER), [urls.place(BIG.placeId)]: pageOf(BIG) },
  });
  expect(await namesOf(NO_PLACE)).toEqual([...firstOf(OTHER), ...firstOf(BIG)]);
});

test('offers no candidate without settings and known reviews', async () => {
  const { namesOf, places, opened } = setUp();
  expect(await namesOf(NO_PLACE)).toEqual([]);
  expect(await places()).toEqual([]);
  expect(opened).toEqual([]);
});

test('remembers seen reviews for 24 hours', () =>
  inVirtualTime(async ({ sleep }) => {
    const { candidates, namesOf } = setUp();
    // A time of 0 is no time to the cache.
    await sleep(1);
    candidates.remember(known(OTHER, 0));
    await sleep(86_300_000);
    expect(await namesOf()).toEqual(linksOf(known(OTHER, 0)));
    await sleep(200_000);
    expect(await namesOf()).toEqual([]);
  }));

/** A page that counts no reviews. */
const WITHOUT: Partial<PlaceReviewsPage> = {
  reading: {
    ...pageOf(ASKED).reading,
    place: { ...pageOf(ASKED).reading.place, rating: null, reviewCount: null, stars: null },
  },
  inlineRecords: [],
  reviewsTab: -1,
};

test('opens a page without other reviews for a control again only after ten minutes', () =>
  inVirtualTime(async ({ sleep }) => {
    const { reviews, opened } = setUp({ pages: { [URL_OF_ASKED]: pageOf(ASKED, WITHOUT) } });
    await sleep(1);
    expect(await reviews([GONE], true)).toEqual([]);
    await sleep(599_000);
    expect(await reviews([GONE], true)).toEqual([]);
    // Twice in each of two contexts: the page lacks a count.
    expect(opened).toHaveLength(4);
    await sleep(2_000);
    await reviews([GONE], true);
    expect(opened).toHaveLength(8);
  }));

for (const [what, page] of Object.entries({
  'records of other places on the page of the place': pageOf(ASKED, {
    ...WITHOUT,
    inlineRecords: OTHER_RECORDS,
  }),
  'the page of another place that a CID leads to': pageOf(OTHER),
}))
  test(`ignores ${what}`, async () => {
    const { namesOf } = setUp({ pages: { [URL_OF_ASKED]: page } });
    expect(await namesOf()).toEqual([]);
  });

test('the page of another place, or of none, is not the page of the place that the page of a review names', async () => {
  for (const [page, saysGone, expected] of [
    [pageOf(OTHER), false, 'PlaceDisturbance'],
    [NOTHING, true, 'PlaceDisturbance'],
    // The provider's words in every absence replace the page.
    [pageOf(OTHER), true, known(OTHER, 0).link],
  ] as const) {
    const { candidates, scope } = setUp({ pages: { [URL_OF_ASKED]: page } });
    candidates.remember(known(OTHER, 0));
    const { subject, noteAbsence } = createSubjectSearch(GONE);
    noteAbsence({ reason: 'no_rating_section', saysGone });
    const first = firstAmong(candidates.placePageThenReviews([subject], scope));
    const failed = ({ cause }: { readonly cause: Error }) => cause.name;
    expect(await first.then(({ name }) => name, failed)).toBe(expected);
  }
});

const UNAVAILABLE = { code: 'provider_unavailable' };
const DISTURBED = { ...UNAVAILABLE, cause: expect.objectContaining({ name: 'PlaceDisturbance' }) };
const LIMITED = { troubles: ['limited view'], inlineRecords: [] };
const CUT = {
  reading: {
    ...pageOf(ASKED).reading,
    degraded: true,
    place: { ...pageOf(ASKED).reading.place, stars: null },
  },
  inlineRecords: [],
};

test('loads a page that is not whole again, then in another context', async () => {
  const limited = pageOf(ASKED, LIMITED);
  const again = setUp({ pages: { [URL_OF_ASKED]: [limited, pageOf(ASKED)] } });
  expect(await again.namesOf()).toEqual(firstOf(ASKED));
  expect(again.contexts).toEqual([{ retired: false }]);
  const fresh = setUp({ pages: { [URL_OF_ASKED]: [limited, limited, pageOf(ASKED)] } });
  expect(await fresh.namesOf()).toEqual(firstOf(ASKED));
  expect(fresh.contexts).toEqual([{ retired: true }, { retired: false }]);
});

test('a page of the place that is never whole is an error, also if other places have controls', async () => {
  for (const changes of [LIMITED, CUT]) {
    const { candidates, namesOf, opened } = setUp({ pages: { [URL_OF_ASKED]: pageOf(ASKED, changes) } });
    await expect(namesOf()).rejects.toMatchObject(UNAVAILABLE);
    await expect(namesOf()).rejects.toMatchObject(UNAVAILABLE);
    // It was not remembered as a place without other reviews.
    expect(opened).toHaveLength(8);
    candidates.remember(known(OTHER, 0));
    await expect(namesOf()).rejects.toMatchObject(DISTURBED);
  }
});

test('a page that counts reviews and shows none of them never says that there is no other review', async () => {
  for (const inlineRecords of [[], OTHER_RECORDS, [['unreadable']]]) {
    const { candidates, namesOf } = setUp({ pages: { [URL_OF_ASKED]: pageOf(ASKED, { inlineRecords }) } });
    candidates.remember(known(OTHER, 0));
    await expect(namesOf()).rejects.toMatchObject(DISTURBED);
  }
});

test('a page of CONTROL_PLACES that is never whole is an error, unless another place has a control', async () => {
  const part = pageOf(OTHER, LIMITED);
  const only = setUp({ placeRefs: [OTHER.placeId], pages: { [urls.place(OTHER.placeId)]: part } });
  await expect(only.namesOf(NO_PLACE)).rejects.toMatchObject(UNAVAILABLE);
  const both = setUp({
    placeRefs: [OTHER.placeId, BIG.placeId],
    pages: { [urls.place(OTHER.placeId)]: part, [urls.place(BIG.placeId)]: pageOf(BIG) },
  });
  expect(await both.namesOf(NO_PLACE)).toEqual(firstOf(BIG));
});

test('a share link of CONTROL_PLACES that leads nowhere is an error, unless another place has a control', async () => {
  const DEAD = 'https://maps.app.goo.gl/NoSuchShareLink1';
  const alone = setUp({ placeRefs: [DEAD] });
  await expect(alone.namesOf(NO_PLACE)).rejects.toMatchObject({ code: 'invalid_request' });
  const pages = { [urls.place(BIG.placeId)]: pageOf(BIG) };
  expect(await setUp({ placeRefs: [DEAD, BIG.placeId], pages }).namesOf(NO_PLACE)).toEqual(firstOf(BIG));
});

test('a review is never its own control, by its id', async () => {
  const { candidates, namesOf } = setUp({ reviewLinks: linksOf(known(OTHER, 0), known(OTHER, 1)) });
  candidates.remember(known(OTHER, 0));
  const about = { ...known(OTHER, 0), authorId: null, cid: null };
  expect(await namesOf([about])).toEqual(linksOf(known(OTHER, 1)));
});

test('a review is never its own control, by its author and place', async () => {
  const own = known(OTHER, 0);
  const { candidates, namesOf } = setUp({
    reviewLinks: [authorLinkOf(own), own.link],
    pages: { [urls.cid(OTHER.cid)]: pageOf(OTHER) },
  });
  candidates.remember(own);
  const about = { reviewId: null, authorId: own.authorId, cid: own.cid };
  // A link of CONTROL_REVIEWS that names another part of the review shows whose it is when it is read.
  expect(await namesOf([about])).not.toContain(authorLinkOf(own));
  expect(await namesOf([{ ...about, cid: ASKED.cid }])).toContain(own.link);
});

test('a share link is compared with the requested review after it was read', async () => {
  const own = known(OTHER, 0);
  const share = 'https://maps.app.goo.gl/Zmyslony1';
  const { reviews, scope } = setUp({ reviewLinks: [share], leads: { [share]: own.link } });
  const [asOwn] = await reviews([{ ...own, authorId: null }]);
  expect(await asOwn?.load(scope)).toEqual({ outcome: 'unfit' });
  const [byAuthor] = await reviews([{ ...own, reviewId: null }]);
  expect(await byAuthor?.load(scope)).toEqual({ outcome: 'unfit' });
  const [asOther] = await reviews();
  expect(await asOther?.load(scope)).toEqual(SEEN);
});

/** The five forms of a link to a review. reviews.md §5 */
function formsOf(place: ReturnType<typeof placeOf>, { reviewId: id, authorId }: ControlReview) {
  const half = halfFeature(place.featureId);
  const review = place.reviews.find((one) => one.reviewId === id);
  return {
    long: review?.link.replace(/\?.*$/, '') ?? '',
    short: `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${id}!2m1!1s${place.featureId}`,
    viewport: `https://www.google.com/maps/reviews/@52.1,21.02,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1s${id}!2m1!1s${half}`,
    author: `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${authorId}!2s${half}`,
    contrib: `https://www.google.com/maps/contrib/${authorId}/place/${place.placeId}/@52.1,21.02,17z/data=!4m6!1m5!8m4!1e1!2s${authorId}!3m1!1e1`,
  };
}

test('every form of link is asked, and its control is read, at an address built from ids alone', async () => {
  const subject = known(ASKED, 1);
  for (const control of [known(ASKED, 2), known(OTHER, 0)])
    for (const [form, url] of Object.entries(formsOf(ASKED, subject))) {
      const { candidates, scope, read } = setUp();
      candidates.remember(control);
      const link = classifyReviewLink(url);
      if (link.kind !== 'review') throw new Error(form);
      const identity = identityOf(link.link);
      const search = createSubjectSearch(identity);
      const candidate = await firstAmong(candidates.placePageThenReviews([search.subject], scope));
      expect(await candidate.load(scope), form).toEqual(SEEN);
      const isByAuthor = form === 'author' || form === 'contrib';
      const addressOf = (ids: ReviewIdentity) =>
        isByAuthor
          ? `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${ids.authorId}!2s${halfOf(ids)}`
          : `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${ids.reviewId}!2m1!1s${halfOf(ids)}`;
      expect(read, form).toEqual([urls.review(addressOf(control))]);
      expect(reviewTarget(identity, urls)?.url, form).toBe(urls.review(addressOf(subject)));
    }
});

const halfOf = ({ cid }: ReviewIdentity) => `0x0:0x${BigInt(cid ?? 0).toString(16)}`;

test('reads the page of a control to learn the author that the form of the subject needs', async () => {
  const { reviews, scope, read } = setUp({ reviewLinks: linksOf(known(OTHER, 0)) });
  const [candidate] = await reviews([{ reviewId: null, authorId: '100000000000000000001', cid: ASKED.cid }]);
  for (let time = 0; time < 2; time += 1) expect(await candidate?.load(scope)).toEqual(SEEN);
  const control = known(OTHER, 0);
  const own = urls.review(reviewLink(control.reviewId ?? '', OTHER.cid));
  const byAuthor = urls.review(formsOf(OTHER, control).author);
  expect(read).toEqual([own, byAuthor, byAuthor]);
});

const SHOWN = known(OTHER, 0);
const NOT_SEEN: Readonly<Record<string, ReviewPageReading>> = {
  no_rating_section: { kind: 'absent', signs: { reason: 'no_rating_section', shape: SHAPE, saysGone: true } },
  'another place': { kind: 'elsewhere', cid: '9' },
  'in part': { kind: 'visible', raw: { identity: SHOWN, data: null, view: null }, sighting: null },
};

test('the page that is read as a control is searched for the subject', async () => {
  const { candidates, scope } = setUp({ reviewLinks: [known(BIG, 0).link] });
  const search = createSubjectSearch(GONE);
  for await (const candidate of candidates.placePageThenReviews([search.subject], scope))
    await candidate.load(scope);
  expect(search.found()).toEqual({ raw: null, where: 'its id' });
});

test('a review that is not shown in full at its place is not a control', async () => {
  for (const [why, reading] of Object.entries(NOT_SEEN)) {
    const readings = { [SHOWN.reviewId ?? '']: reading };
    const { reviews, scope } = setUp({ reviewLinks: linksOf(SHOWN), readings });
    const [candidate] = await reviews();
    expect(await candidate?.load(scope)).toEqual({ outcome: 'not_seen', why: expect.stringContaining(why) });
  }
});

test('remembers a control that was seen', async () => {
  const { reviews, namesOf, scope, opened } = setUp({
    pages: { [urls.cid(OTHER.cid)]: [pageOf(OTHER), NOTHING] },
  });
  const about = { ...GONE, cid: OTHER.cid };
  const [candidate] = await reviews([about]);
  expect(await candidate?.load(scope)).toEqual(SEEN);
  expect(await namesOf([about])).toEqual(firstOf(OTHER, 1));
  expect(opened).toHaveLength(2);
});

test('offers CONTROL_PLACES first, then places that were shown with reviews', async () => {
  const { candidates, places } = setUp({ placeRefs: [BIG.placeId] });
  candidates.rememberPlace(OTHER.featureId);
  expect((await places()).map(({ name }) => name)).toEqual([BIG.placeId, OTHER.featureId]);
});

test('reads the control of a lookup by the same kind of address', async () => {
  for (const [path, url] of [
    ['place', urls.place(BIG.placeId)],
    ['cid', urls.cid(BIG.cid)],
  ] as const) {
    const { readPlace, opened } = setUp({ placeRefs: [BIG.placeId], pages: { [url]: pageOf(BIG) } });
    expect(await readPlace({ path, cid: null }), path).toEqual({ outcome: 'seen', value: BIG.name });
    expect(opened, path).toEqual([url]);
  }
});

test('the control of a search searches for the name of the place and expects it among the results', async () => {
  const search = urls.search(BIG.name, null);
  const found = { featureId: BIG.featureId };
  const { readPlace, opened } = setUp({
    placeRefs: [BIG.placeId],
    pages: {
      [urls.place(BIG.placeId)]: pageOf(BIG),
      [search]: [
        found,
        { featureId: OTHER.featureId, candidates: [found] },
        { featureId: OTHER.featureId, candidates: [] },
        NOTHING,
      ],
    },
  });
  const about = { path: 'search', cid: null } as const;
  const outcomes = [];
  for (let reads = 0; reads < 4; reads += 1) outcomes.push((await readPlace(about))?.outcome);
  expect(outcomes).toEqual(['seen', 'seen', 'not_seen', 'not_seen']);
  // The page of the place gave its name, once.
  expect(opened).toEqual([urls.place(BIG.placeId), search, search, search, search]);
});

test('a place is never its own control', async () => {
  const { readPlace, opened } = setUp({ placeRefs: [BIG.placeId] });
  expect(await readPlace({ path: 'cid', cid: BIG.cid })).toEqual({ outcome: 'unfit' });
  expect(opened).toEqual([]);
});

const whole = pageOf(BIG).reading;
const without = (changes: object) => ({ reading: { ...whole, place: { ...whole.place, ...changes } } });
const IN_PART: readonly [string, Partial<PlaceReviewsPage>][] = [
  ['without its name', without({ name: null })],
  ['without its count', without({ reviewCount: null })],
  ['with a count of 0', without({ reviewCount: 0 })],
  ['without its histogram', without({ stars: null })],
  ['without its reviews tab', { reviewsTab: -1 }],
  ['with trouble', { troubles: ['an error message'] }],
];

for (const [what, changes] of IN_PART)
  test(`a place that two contexts show only in part is not a control: ${what}`, async () => {
    const pages = { [urls.place(BIG.placeId)]: pageOf(BIG, changes) };
    const { readPlace, opened, contexts } = setUp({ placeRefs: [BIG.placeId], pages });
    expect(await readPlace()).toEqual({ outcome: 'not_seen', why: 'the place is shown in part' });
    expect(opened).toHaveLength(4);
    expect(contexts).toEqual([{ retired: true }, { retired: true }]);
  });

test('a place that no longer exists is not a control', async () => {
  const { readPlace } = setUp({ placeRefs: [BIG.placeId] });
  expect(await readPlace()).toEqual({ outcome: 'not_seen', why: 'no such place' });
});

test('CONTROL_PLACES may name a place by its CID: its page gives the place', async () => {
  const page = urls.place(BIG.placeId);
  const link = `https://www.google.com/maps?cid=${BIG.cid}`;
  for (const ref of [BIG.cid, link, halfFeature(BIG.featureId)]) {
    const pages = { [urls.cid(BIG.cid)]: pageOf(BIG), [page]: pageOf(BIG) };
    const { readPlace, namesOf, opened } = setUp({ placeRefs: [ref], pages });
    expect(await readPlace(), ref).toEqual({ outcome: 'seen', value: BIG.name });
    expect(await readPlace(), ref).toMatchObject({ outcome: 'seen' });
    expect(opened, 'the place is remembered').toEqual([urls.cid(BIG.cid), page, page]);
    expect(await readPlace({ path: 'cid', cid: BIG.cid }), ref).toEqual({ outcome: 'unfit' });
    expect(await namesOf(NO_PLACE), ref).toEqual(firstOf(BIG));
  }
});
