import { errors } from 'playwright';
import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { AppError, BROWSER_UNAVAILABLE, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { createKnownNotices } from '../../../src/core/places/known-notices.js';
import type { NothingFound } from '../../../src/core/places/nothing-found.js';
import type { Notice } from '../../../src/core/places/place.js';
import type { RawReviewCard } from '../../../src/core/provider/raw-state.js';
import { RULES } from '../../../src/core/provider/rules/built-in.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import type { StopReason } from '../../../src/core/published/lines.js';
import type { ControlReview } from '../../../src/core/reviews/control-candidates.js';
import { judgeNotices, type PlaceReviewsPage } from '../../../src/core/reviews/list-end.js';
import { listReviews } from '../../../src/core/reviews/list-reviews.js';
import type { PlaceSubject } from '../../../src/core/reviews/proof/controls.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import type { Tab } from '../../../src/core/traffic/page-loads.js';
import { never } from '../../support/fake-browser.js';
import { kindOf, madeUp } from '../../support/made-up.js';
import { REVIEW_CARD } from '../../support/page-states.js';
import { readingOf } from '../../support/place-reading.js';
import { soundControls } from '../../support/sound-controls.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

// Places without a list of reviews: absences and controls in turn (verdicts.md, rule 6).

const { place } = loadReviewsCase('reviews--seven');
const OTHER = '0x47d1c0de5eed0001:0x5e1f1e55ca11ab1e';
const recordsOf = (plan: object) => {
  const list = reviewList(place, reviewsPlan.parse({ seed: 'listed', ...plan }));
  return list.reviews.map((review) => list.record(review));
};

/** The page as it were if it named the other place. */
const elsewhere = (page: PlaceReviewsPage): PlaceReviewsPage => ({
  ...page,
  reading: { ...page.reading, place: { ...page.reading.place, featureId: OTHER } },
});

/** A page without reviews that answered normally, with the changes of a test. */
function pageWith(
  changes: Partial<PlaceReviewsPage> = {},
  reviewCount: number | null = null,
): PlaceReviewsPage {
  const { featureId, name } = place;
  return {
    reading: readingOf({ featureId, name, reviewCount }, { degraded: reviewCount === null }),
    reviewsTab: -1,
    tab: null,
    inlineRecords: [],
    hasMoreThanInline: false,
    foreignRecords: 0,
    troubles: [],
    doubts: [],
    ...changes,
  };
}

const SILENT = pageWith();
const SAYS_NONE = pageWith({}, 0);
/** An empty map, and a page that states in words that the place does not exist. */
const NO_PLACE: NothingFound = { kind: 'nothing', saysSo: false };
const SAID_NO_PLACE: NothingFound = { kind: 'nothing', saysSo: true };
const LIMITED = pageWith({ troubles: ['limited view'], doubts: ['limited view'] });

const UNAVAILABLE = { code: 'provider_unavailable' };

interface Setup {
  /** Called for each control. */
  readonly control?: () => Promise<void>;
  /** The page of all tabs; without a list of reviews by default. */
  readonly page?: object;
  /** Rejects when the first page is lost. */
  readonly lost?: Promise<never>;
}

/** A page on which no list of reviews appears. */
const NO_LIST = {
  locator: () => ({ first: () => ({ waitFor: () => Promise.reject(new errors.TimeoutError('no list')) }) }),
};

const LIST = RULES.selectors.reviewCard.join(', ');
/** A page with a list of reviews that offers no order. */
const UNSORTED_LIST = {
  on: () => undefined,
  off: () => undefined,
  url: () => 'about:blank',
  locator: (selector: string) => {
    const part = {
      waitFor: async () => {
        if (!selector.includes(LIST)) throw new errors.TimeoutError('no order');
      },
      dispatchEvent: async () => undefined,
    };
    return { first: () => part, nth: () => part };
  },
  evaluate: async (work: (input: never) => unknown) =>
    work.name === 'cardsOnPage' ? [] : { limitedView: false, errorMessage: false, notices: [] },
};

/** The same page with cards, or with an error when its cards are read. */
const withCards = (cards: () => readonly RawReviewCard[] | Promise<never>, url = 'about:blank') => ({
  ...UNSORTED_LIST,
  url: () => url,
  evaluate: async (work: (input: never) => unknown) =>
    work.name === 'cardsOnPage' ? cards() : UNSORTED_LIST.evaluate(work),
});

/** Lists whose loads give the listed results, one after the other. */
function listerOn(
  loads: readonly (PlaceReviewsPage | NothingFound)[],
  { control = async () => undefined, page = NO_LIST, lost = never() }: Setup = {},
) {
  const left = [...loads];
  const losses = [lost];
  const remembered: ControlReview[] = [];
  const noted: string[] = [];
  const passed: [string, number][] = [];
  const drifts: string[] = [];
  const notices = createKnownNotices();
  const places: string[] = [];
  const about: PlaceSubject[] = [];
  /** Contexts, loads and controls in their order. */
  const order: string[] = [];
  const counted = { retired: 0, foreign: 0, contradicted: 0, limited: 0 };
  const tab = {
    page: () => page,
    load: async (_scope: unknown, _open: unknown, isLimited?: (result: unknown) => boolean) => {
      const opened = left.shift();
      if (opened === undefined) throw new Error('more loads than told');
      order.push('load');
      if (isLimited?.(opened) === true) counted.limited += 1;
      return opened;
    },
    retire: () => {
      counted.retired += 1;
    },
    during: (work: Promise<unknown>) => Promise.race([losses.shift() ?? never(), work]),
    [Symbol.dispose]: () => undefined,
  } as unknown as Tab;
  const take = async () => {
    order.push('context');
    return tab;
  };
  const listing: Parameters<typeof listReviews>[0] = {
    notices,
    loads: { take },
    urls: createProviderUrls(),
    controls: soundControls(
      async (request) => {
        about.push(request);
        order.push('control');
        await control();
        return 'Miejsce znane';
      },
      () => {
        counted.contradicted += 1;
      },
    ),
    candidates: {
      remember: (review) => void remembered.push(review),
      rememberPlace: (featureId) => void places.push(featureId),
    },
    known: {
      noteReview: ({ id }) => void noted.push(id),
      notePassed: (cid, begunAt, reach) => {
        expect(begunAt).toBeLessThanOrEqual(performance.now());
        passed.push([cid, reach]);
      },
    },
    metrics: {
      drift: (kind) => void drifts.push(kind),
      foreign: (_what, count = 1) => {
        expect(count).toBeGreaterThan(0);
        counted.foreign += count;
      },
    },
    settleMs: 10,
    timeoutMs: 600_000,
    pageDelayMs: 0,
  };
  const list = (placeRef: string) => {
    const request = { placeRef, maxPages: 1, minStars: null, maxStars: null, since: null };
    const scope = startScope('test', createLogger('silent'), 600_000);
    return listReviews(listing, request, scope, () => undefined);
  };
  return {
    list: () => list(placeIdOf(place.featureId)),
    listByCid: () => list(`0x0:0x${place.featureId.split(':0x')[1]}`),
    remembered,
    noted,
    passed,
    drifts,
    places,
    about,
    order,
    counted,
    left,
    notices,
  };
}

/** Lists whose loads end on a page with a list of reviews. */
const listed = (...loads: readonly (PlaceReviewsPage | NothingFound)[]) =>
  listerOn(loads, { page: UNSORTED_LIST });

const EMPTY = { returned: 0, read: 0, pagesFetched: 0, complete: true, stopReason: 'end' };
/** An absence that the reload of its page confirms, and another, each with its control. */
const PROVEN = ['context', 'load', 'load', 'control', 'context', 'load', 'control'];
const NOT_SHOWN = { ...EMPTY, complete: false, stopReason: 'not_shown' };
const CID = BigInt(`0x${place.featureId.split(':0x')[1]}`).toString();

test('a page that lacks its count is an empty list, not complete, after two contexts with controls', async () => {
  const { list, order, about, counted, left } = listerOn([SILENT, SILENT, SILENT]);
  expect(await list()).toMatchObject({ ...NOT_SHOWN, total: null });
  expect(order).toEqual(PROVEN);
  // The control is another place, read by the same kind of address.
  expect(about).toEqual(Array(2).fill({ path: 'place', cid: CID }));
  expect(counted.retired).toBe(2);
  expect(left).toEqual([]);
});

test('a page that states that there are no reviews needs the same controls: it may be cut', async () => {
  for (const [loads, answer] of [
    [[SAYS_NONE, SAYS_NONE], { ...EMPTY, total: 0 }],
    // One page states 0: the other may be cut.
    [[SAYS_NONE, SILENT], { ...NOT_SHOWN, total: null }],
  ] as const) {
    const { list, order } = listerOn(loads);
    expect(await list()).toMatchObject(answer);
    expect(order).toEqual(['context', 'load', 'control', 'context', 'load', 'control']);
  }
});

test('returns the error of a control', async () => {
  const failure = new AppError(PROVIDER_UNAVAILABLE, madeUp('not shown'));
  const { list } = listerOn([SAYS_NONE, SAYS_NONE], { control: () => Promise.reject(failure) });
  await expect(list()).rejects.toBe(failure);
});

const DOUBTED = pageWith({ doubts: ['a rating'] });
const UNCLEAR: readonly [string, readonly (PlaceReviewsPage | NothingFound)[], controls: number][] = [
  ['limited in both contexts', [LIMITED, LIMITED, LIMITED, LIMITED], 0],
  ['silent, then limited', [SILENT, SILENT, LIMITED, LIMITED], 1],
  ['limited before the reload that was silent', [LIMITED, SILENT, SILENT, SILENT], 0],
  ['in doubt, then silent', [DOUBTED, DOUBTED, SILENT, SILENT], 0],
  ['without reviews by its words, then limited', [SAYS_NONE, LIMITED, LIMITED], 1],
  ['counting reviews without a tab for them', Array.from({ length: 4 }, () => pageWith({}, 7)), 0],
  ['not there, then limited', [NO_PLACE, NO_PLACE, LIMITED, LIMITED], 1],
  ['silent, then not there', [SILENT, SILENT, NO_PLACE, NO_PLACE], 1],
];

for (const [what, loads, controls] of UNCLEAR)
  test(`returns 503 when two contexts do not agree that there are no reviews: ${what}`, async () => {
    const { list, order } = listerOn(loads);
    await expect(list()).rejects.toMatchObject(UNAVAILABLE);
    expect(order.filter((step) => step === 'control')).toHaveLength(controls);
    expect(order.at(-1)).toBe('load');
  });

test('returns no_results for an empty map in two contexts, each followed by a control', async () => {
  const { list, order, left } = listerOn([NO_PLACE, NO_PLACE, NO_PLACE]);
  await expect(list()).rejects.toMatchObject({ code: 'no_results' });
  expect(order).toEqual(PROVEN);
  expect(left).toEqual([]);
});

test('returns no_results without a control when two pages state it in their own words', async () => {
  const { list, order } = listerOn([SAID_NO_PLACE, SAID_NO_PLACE, SAID_NO_PLACE]);
  await expect(list()).rejects.toMatchObject({ code: 'no_results' });
  expect(order).toEqual(['context', 'load', 'load', 'context', 'load']);
});

test('returns no_results when a CID leads to another place, with controls read by their CID', async () => {
  const strange = elsewhere(SILENT);
  const { listByCid, about } = listerOn([strange, strange, strange]);
  await expect(listByCid()).rejects.toMatchObject({ code: 'no_results' });
  expect(about).toEqual(Array(2).fill({ path: 'cid', cid: CID }));
});

test('returns the first reviews of a limited view and remembers them as controls', async () => {
  const inlineRecords = recordsOf({ count: 6, partners: 2, strangers: 3 });
  const limited = { ...LIMITED, inlineRecords };
  const { list, remembered, noted, counted } = listerOn([limited, limited, limited, limited]);
  expect(await list()).toMatchObject({
    ...{ returned: 8, read: 6, total: null, pagesFetched: 1 },
    ...{ complete: false, stopReason: 'limited_view' },
  });
  expect([counted.foreign, counted.limited]).toEqual([3, 3]);
  expect(remembered).toHaveLength(3);
  // Links by author learn the ids of all listed reviews, never of reviews of other places.
  expect(new Set(noted).size).toBe(8);
  for (const { link, reviewId, cid } of remembered) {
    expect(cid).toBe(CID);
    expect(link).toContain(`https://www.google.com/maps/reviews/data=`);
    expect(link).toContain(reviewId ?? 'no id');
  }
});

test('a list without a count after a limited view ends as limited_view', async () => {
  const inlineRecords = recordsOf({ count: 6 });
  const uncounted = pageWith({ reviewsTab: 0, inlineRecords, doubts: ['reviews beside the place'] });
  const { list } = listed(LIMITED, uncounted);
  expect(await list()).toMatchObject({ read: 6, total: null, stopReason: 'limited_view' });
  const inError = pageWith({ reviewsTab: 0, troubles: ['an error message'], doubts: ['an error message'] });
  for (const earlier of [uncounted, inError]) {
    const others = listed(earlier, uncounted);
    expect(await others.list()).toMatchObject({ read: 6, total: null, stopReason: 'provider_limit' });
  }
  const counted = listed(LIMITED, counting(6));
  expect(await counted.list()).toMatchObject({ read: 6, total: 6, complete: true });
});

/** A page that counts so many reviews and brings all of them with its place. */
const counting = (reviewCount: number, changes: Partial<PlaceReviewsPage> = {}, plan: object = {}) =>
  pageWith(
    { reviewsTab: 0, inlineRecords: recordsOf({ count: reviewCount, ...plan }), ...changes },
    reviewCount,
  );

test('a list is complete when as many own reviews were read as the place counts, on a page without trouble', async () => {
  const whole = listed(counting(6));
  expect(await whole.list()).toMatchObject({ read: 6, total: 6, complete: true, stopReason: 'end' });
  // Only the whole list ends the sightings before it, whatever their dates.
  expect(whole.passed).toEqual([[CID, Number.NEGATIVE_INFINITY]]);
  const partners = listed(counting(6, { inlineRecords: recordsOf({ count: 4, partners: 2 }) }));
  expect(await partners.list()).toMatchObject({ returned: 6, read: 4, complete: false });
  const troubled = listed(counting(6, { troubles: ['an error message'] }));
  expect(await troubled.list()).toMatchObject({ read: 6, complete: false, stopReason: 'interrupted' });
  expect(troubled.passed).toEqual([[CID, Number.POSITIVE_INFINITY]]);
});

test('a list that breaks off after its first reviews is not complete', async () => {
  for (const [code, stopReason] of [
    ['provider_unavailable', 'interrupted'],
    ['deadline_exceeded', 'deadline'],
  ] as const) {
    const breaks = () => {
      throw new AppError(kindOf(code), madeUp('breaks off'));
    };
    const { list } = listerOn([counting(6)], { page: withCards(breaks) });
    expect(await list(), code).toMatchObject({ read: 6, complete: false, stopReason });
  }
});

test('a list whose page never answers ends a second before its deadline with the reviews that were read', async () => {
  const { list } = listerOn([counting(6)], { page: withCards(never) });
  const [summary, endedAt] = await inVirtualTime(async ({ now }) => [await list(), now()] as const);
  expect(summary).toMatchObject({ read: 6, complete: false, stopReason: 'deadline' });
  expect(endedAt).toBe(599_000);
});

test('a list whose page is lost ends at once with the reviews that were read', async () => {
  const lost = deferred<never>();
  const hangs = () => {
    lost.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('the page is lost')));
    return never();
  };
  const { list } = listerOn([counting(6)], { page: withCards(hangs), lost: lost.promise });
  expect(await list()).toMatchObject({ read: 6, complete: false, stopReason: 'interrupted' });
});

test('a list whose page is lost before its first review is read once more in another context', async () => {
  const lost = Promise.reject(new AppError(BROWSER_UNAVAILABLE, madeUp('the page is lost')));
  const { list, order } = listerOn([counting(6), counting(6)], { page: UNSORTED_LIST, lost });
  expect(await list()).toMatchObject({ read: 6 });
  expect(order).toEqual(['context', 'load', 'context', 'load']);
});

test('one record that cannot be read is reported as drift, and the list is not complete', async () => {
  const [, ...rest] = recordsOf({ count: 6 });
  const { list, drifts } = listed(counting(6, { inlineRecords: [['x'], ...rest] }));
  expect(await list()).toMatchObject({ read: 5, complete: false });
  expect(drifts).toEqual(['list_record']);
});

test('a list after an absence contradicts the absence', async () => {
  const late = listed(SAYS_NONE, counting(6));
  expect(await late.list()).toMatchObject({ read: 6 });
  expect(late.counted.contradicted).toBe(1);
  const once = listed(counting(6));
  await once.list();
  expect(once.counted.contradicted).toBe(0);
});

test('counts the reviews of other places in a list and beside it', async () => {
  const { list, counted } = listed(counting(6, { foreignRecords: 2 }, { strangers: 3 }));
  expect(await list()).toMatchObject({ returned: 6 });
  expect(counted.foreign).toBe(5);
});

test('a card without a record counts only on the page of the place, without reviews of other places', async () => {
  const strange = `https://www.google.com/maps/place/X/data=!4m2!3m1!1s${OTHER}`;
  for (const [what, plan, url, returned] of [
    ['on the page of the place', {}, undefined, 7],
    ['on the page of another place', {}, strange, 6],
    ['beside a review of another place', { strangers: 1 }, undefined, 6],
  ] as const) {
    const { list } = listerOn([counting(6, {}, plan)], { page: withCards(() => [REVIEW_CARD], url) });
    expect(await list(), what).toMatchObject({ returned });
  }
});

test('remembers the notices of a list for the reviews of its place', async () => {
  const { list, notices } = listed(said('reviews_paused', counting(6)));
  await list();
  expect(notices.of(CID)).toMatchObject([{ kind: 'reviews_paused' }]);
});

test('cards in the tab of a silent place are read as its list, without a control', async () => {
  const silent = pageWith({ reviewsTab: 0, tab: 'list' });
  const { list, order } = listed(silent, silent);
  // The page gives neither records nor an order: nothing is read, which is no empty list.
  await expect(list()).rejects.toMatchObject(UNAVAILABLE);
  expect(order).toEqual(['context', 'load', 'load']);
});

test('a page that draws a reviews tab and no review is no empty list', async () => {
  // The words beside an error message count as little as a tab without them.
  for (const changes of [{ tab: 'unclear' }, { tab: 'none', troubles: ['an error message'] }] as const) {
    const drawn = pageWith({ reviewsTab: 0, ...changes });
    const { list, order } = listerOn([drawn, drawn, drawn, drawn]);
    await expect(list()).rejects.toMatchObject(UNAVAILABLE);
    expect(order).not.toContain('control');
  }
});

test('returns 503 for a limited view with reviews of other places only', async () => {
  const limited = { ...LIMITED, inlineRecords: recordsOf({ count: 0, strangers: 3 }), foreignRecords: 2 };
  const { list, remembered, counted } = listerOn([limited, limited, limited, limited]);
  await expect(list()).rejects.toMatchObject(UNAVAILABLE);
  expect(remembered).toEqual([]);
  // Two records in the data of other places for each context, three among the place's own.
  expect(counted.foreign).toBe(2 + 2 + 3);
});

const said = (kind: Notice['kind'], page = SAYS_NONE): PlaceReviewsPage => ({
  ...page,
  reading: { ...page.reading, notices: [{ kind, text: kind, min: null, max: null, seenAt: Date.now() }] },
});

test('reviews are withheld when one of two loads without reviews shows a warning', async () => {
  for (const kind of ['reviews_suspicious', 'reviews_removed_defamation', 'reviews_withheld'] as const)
    for (const loads of [
      [said(kind), SAYS_NONE],
      [SAYS_NONE, said(kind)],
    ]) {
      const { list } = listerOn(loads);
      expect(await list(), kind).toMatchObject({
        ...{ returned: 0, total: null, complete: false, stopReason: 'withheld' },
        notices: [{ kind, text: kind, min: null, max: null, seenAt: expect.any(Number) }],
      });
    }
});

test('a notice that the reload of a page lacks counts', async () => {
  const silent = said('reviews_suspicious', SILENT);
  const { list } = listerOn([silent, SILENT, SILENT]);
  expect(await list()).toMatchObject({ complete: false, stopReason: 'withheld' });
});

test('a notice that another page of the place showed within the last day counts', async () => {
  const { list, notices } = listerOn([SAYS_NONE, SAYS_NONE]);
  notices.note(CID, said('reviews_suspicious').reading.notices);
  const withheld = { total: null, complete: false, stopReason: 'withheld' };
  expect(await list()).toMatchObject({ ...withheld, notices: [{ kind: 'reviews_suspicious' }] });
  const full = listed(counting(6));
  full.notices.note(CID, said('reviews_withheld').reading.notices);
  expect(await full.list()).not.toMatchObject({ stopReason: 'withheld' });
});

test('ignores the notice of another place', async () => {
  const strange = elsewhere(said('reviews_suspicious', LIMITED));
  const limited = { ...LIMITED, inlineRecords: recordsOf({ count: 6 }) };
  const { list } = listerOn([strange, strange, limited, limited]);
  expect(await list()).toMatchObject({ stopReason: 'limited_view', notices: [] });
});

for (const [kind, total, stopReason] of [
  ['reviews_paused', 0, 'not_shown'],
  ['other', null, 'withheld'],
] as const)
  test(`an empty list beside a pause or an unknown notice is not complete: ${kind}`, async () => {
    const { list } = listerOn([said(kind), said(kind)]);
    expect(await list()).toMatchObject({ total, complete: false, stopReason });
    const silent = listerOn([said(kind, SILENT), SILENT, said(kind, SILENT)]);
    expect(await silent.list()).toMatchObject({ complete: false, stopReason });
    expect(silent.about, 'its controls').toHaveLength(2);
  });

test('a closed place without reviews is a complete list', async () => {
  const { list } = listerOn([said('permanently_closed'), said('permanently_closed')]);
  expect(await list()).toMatchObject({ total: 0, complete: true, stopReason: 'end' });
});

const JUDGED: readonly [StopReason, Notice['kind'], number, StopReason][] = [
  ['end', 'reviews_withheld', 7, 'withheld'],
  ['provider_limit', 'reviews_withheld', 7, 'withheld'],
  ['limited_view', 'reviews_withheld', 7, 'withheld'],
  ['max_pages', 'reviews_withheld', 200, 'max_pages'],
  ['deadline', 'reviews_withheld', 7, 'deadline'],
  ['interrupted', 'reviews_withheld', 7, 'interrupted'],
  ['end', 'reviews_suspicious', 7, 'end'],
  ['end', 'reviews_removed_defamation', 7, 'end'],
  ['end', 'reviews_paused', 7, 'end'],
  ['end', 'other', 7, 'end'],
  ['interrupted', 'reviews_suspicious', 0, 'interrupted'],
];

test('notices change the stop reason of a whole list, not of a list that was cut short', () => {
  for (const [reason, kind, read, judged] of JUDGED)
    expect(judgeNotices(reason, [{ kind, text: '', min: null, max: null }], read), `${reason}, ${kind}`).toBe(
      judged,
    );
});
