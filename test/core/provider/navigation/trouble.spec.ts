import type { Page } from 'playwright';
import { loadCases, loadReviewsCase } from '../../../../fixtures/provider/cases.js';
import { placeDocument } from '../../../../fixtures/provider/place-document.js';
import { placePayload } from '../../../../fixtures/provider/place-payload.js';
import { feedHtml } from '../../../../fixtures/provider/rendered-feed.js';
import { renderedPanel } from '../../../../fixtures/provider/rendered-panel.js';
import { reviewId } from '../../../../fixtures/provider/reviews/ids.js';
import { answerOf, searchPayload } from '../../../../fixtures/provider/search-payload.js';
import { isWorthAnotherPage } from '../../../../src/core/browser/pool.js';
import type { AppError } from '../../../../src/core/errors.js';
import { openPlace, openPlaceId } from '../../../../src/core/places/place-page.js';
import { searchPlace, searchPlaceId } from '../../../../src/core/places/search-page.js';
import type { NavigationOptions } from '../../../../src/core/provider/navigation/navigate.js';
import { nextPageState } from '../../../../src/core/provider/navigation/page-state.js';
import type { RawPageState } from '../../../../src/core/provider/raw-state.js';
import type { PlaceReviewsPage } from '../../../../src/core/reviews/list-end.js';
import { openPlaceReviewsPage } from '../../../../src/core/reviews/place-reviews-page.js';
import { readReviewPage } from '../../../../src/core/reviews/review-page.js';
import { createLogger } from '../../../../src/core/runtime/logger.js';
import { testScope } from '../../../support/fake-pool.js';
import { EMPTY_REVIEW_VIEW, EMPTY_STATE } from '../../../support/page-states.js';
import { renderedState } from '../../../support/rendered-state.js';
import { type ScriptedRequest, scriptedPage } from '../../../support/scripted-page.js';
import { expect, test } from '../../../support/test.js';
import { inVirtualTime } from '../../../support/virtual-time.js';

// A page that had trouble at any time proves no absence (verdicts.md, rule 2): each kind of page, each kind of trouble.

const ID = reviewId('CAIQACodChtycF9oOnVubw');
const REVIEW = `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s0x0:0x3f5c81d2ab904e16`;
const CID = '4565666864068316694';
const BY_CID = `https://www.google.com/maps?cid=${CID}`;
const SEARCH = 'https://www.google.com/maps/search/?api=1&query=nic';
const NONE = loadReviewsCase('reviews--none');
const SEVEN = loadReviewsCase('reviews--seven');
const placeUrl = ({ place }: typeof NONE) =>
  `https://www.google.com/maps/place/?q=place_id:${place.featureId}`;
const BARE = '<script>window.APP_INITIALIZATION_STATE=[];window.APP_FLAGS=1;</script>';
const dataOf = (body: unknown[]) => `)]}'\n${JSON.stringify(body)}`;
const SLOTS = [null, null, null, null, null, ['0x1:0x3f5c81d2ab904e16', 'Bar'], null, null, null];
const REVIEW_DATA = { url: 'https://www.google.com/maps/timeline/_rpc/pc?hl=pl', body: dataOf(SLOTS) };
const SEARCH_DATA = {
  url: 'https://www.google.com/search?tbm=map&q=nic',
  body: dataOf([['nic', [[null, null, ['nic', 0]]], null, 1]]),
};
const placeData = (one: typeof NONE) => ({
  url: 'https://www.google.com/maps/preview/place?hl=pl',
  body: placePayload(one),
});
const PLACE_DATA = placeData(NONE);
const documentOf = (url: string, body: string): ScriptedRequest => ({ url, kind: 'document', body });
const CARD = { ...EMPTY_REVIEW_VIEW, hasCard: true };

/** A page that answered normally and shows nothing, and the function that reads it. */
interface Sound {
  readonly open: (page: Page, options: NavigationOptions) => Promise<unknown>;
  readonly requests: readonly [ScriptedRequest, ...ScriptedRequest[]];
  /** The data request that may have the trouble; the page of a CID without trouble makes no data request. */
  readonly data: ScriptedRequest;
  readonly state: () => RawPageState | Promise<RawPageState>;
  /** What the function returns for the page without trouble. */
  readonly finds: Record<string, unknown>;
}

const review = (page: Page, options: NavigationOptions) =>
  readReviewPage(page, { url: REVIEW, reviewId: ID, authorId: null, cid: CID }, options);
const NOTHING = { kind: 'nothing', saysSo: false };

/** The page of a place, opened for the list of its reviews. */
function listOf(one: typeof NONE, finds: Record<string, unknown>): Sound {
  const url = placeUrl(one);
  return {
    open: (page, options) => openPlaceReviewsPage(page, url, options),
    requests: [documentOf(url, placeDocument(one, { outcome: 'full' })), placeData(one)],
    data: placeData(one),
    state: async () => ({ ...EMPTY_STATE, panel: (await renderedState(renderedPanel(one))).panel }),
    finds,
  };
}

const WITHOUT_REVIEWS = listOf(NONE, { troubles: [], doubts: [] });

const PAGES: Readonly<Record<string, Sound>> = {
  'a review': {
    open: review,
    requests: [documentOf(REVIEW, BARE), REVIEW_DATA],
    data: REVIEW_DATA,
    state: () => ({ ...EMPTY_STATE, review: CARD }),
    finds: { kind: 'absent', signs: { reason: 'no_rating_section', saysGone: false } },
  },
  'a review that the page says is gone': {
    open: review,
    requests: [documentOf(REVIEW, BARE), REVIEW_DATA],
    data: REVIEW_DATA,
    state: () => ({ ...EMPTY_STATE, review: { ...CARD, saysGone: true } }),
    finds: { kind: 'absent', signs: { reason: 'no_rating_section', saysGone: true } },
  },
  'the place of a CID': {
    open: (page, options) => openPlace(page, BY_CID, options),
    requests: [documentOf(BY_CID, BARE)],
    data: PLACE_DATA,
    state: () => EMPTY_STATE,
    finds: NOTHING,
  },
  'the id of the place of a CID': {
    open: (page, options) => openPlaceId(page, BY_CID, options),
    requests: [documentOf(BY_CID, BARE)],
    data: PLACE_DATA,
    state: () => EMPTY_STATE,
    finds: NOTHING,
  },
  'a search': {
    open: (page, options) => searchPlaceId(page, SEARCH, options, null),
    requests: [documentOf(SEARCH, BARE), SEARCH_DATA],
    data: SEARCH_DATA,
    state: () => ({ ...EMPTY_STATE, saysNotFound: true }),
    finds: { kind: 'nothing', saysSo: true },
  },
  'a place without reviews': WITHOUT_REVIEWS,
};

/** A search with an answer waits only for data: its page may leave a long answer of another kind unread. */
const WAITS_FOR_DATA_ONLY = 'a search';
const UNANSWERED = 'a script that is never answered';
const BLOCK_PAGE = 'https://www.google.com/sorry/index?continue=x';
const SCRIPT: ScriptedRequest = { url: 'https://www.google.com/maps/_/js/part', kind: 'script' };
/** No answer depends on a picture, but a block page in its place is a sign all the same. */
const PICTURE: ScriptedRequest = { url: 'https://www.google.com/maps/vt/pb=x', kind: 'image' };

interface Trouble {
  /** Requests after those of the page; by default none. */
  readonly more?: (data: ScriptedRequest) => readonly ScriptedRequest[];
  /** A state before the last; by default none. */
  readonly before?: Partial<RawPageState>;
  /** See `scriptedPage`. */
  readonly behind?: Parameters<typeof scriptedPage>[3];
}

/** A troubled page has everything that the page without trouble has, so the trouble alone decides. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  'a data request refused with 403': { more: (data) => [{ ...data, status: 403 }] },
  'a data request answered 503, then with data': { more: (data) => [{ ...data, status: 503 }, data] },
  'a data request that broke off, and was repeated': { more: (data) => [{ ...data, status: 0 }, data] },
  'data that broke off after their headers': { more: (data) => [{ ...data, body: null }] },
  'a script refused with 403': { more: () => [{ ...SCRIPT, status: 403 }] },
  'a script answered 503': { more: () => [{ ...SCRIPT, status: 503 }] },
  'a script that broke off': { more: () => [{ ...SCRIPT, status: 0 }] },
  [UNANSWERED]: { more: () => [{ ...SCRIPT, status: 'pending' }] },
  'a data request that is never answered': { more: (data) => [{ ...data, status: 'pending' }] },
  'a redirect to the block page': { more: () => [{ ...PICTURE, redirectsTo: BLOCK_PAGE }] },
  'a redirect to the block page, which breaks off': {
    more: () => [{ ...PICTURE, redirectsTo: BLOCK_PAGE, status: 0 }],
  },
  'data redirected to the block page': { more: (data) => [{ ...data, redirectsTo: BLOCK_PAGE }] },
  'the marker of the limited view, for a moment': { before: { limitedView: true } },
  'an error message, for a moment': { before: { errorMessage: true } },
};

/** Opens a page with the trouble of a test. */
const openWith = (
  { open, requests, data, state }: Sound,
  { more = () => [], before, behind }: Trouble,
  settleMs = 100,
) =>
  inVirtualTime(async ({ sleep }) => {
    const last = await state();
    const states = before === undefined ? [last] : [{ ...last, ...before }, last];
    const scope = testScope();
    try {
      const page = scriptedPage([...requests, ...more(data)], states, sleep, behind);
      return await open(page, { scope, settleMs });
    } finally {
      scope[Symbol.dispose]();
    }
  });

for (const [what, sound] of Object.entries(PAGES))
  test(`a page without trouble that shows nothing is an absence: ${what}`, async () => {
    expect(await openWith(sound, {})).toMatchObject(sound.finds);
  });

/** What this process knows less than the page has drawn: its last state, or what a busy machine has not drawn yet. */
const BEHIND = {
  'this process has not read yet': { frames: 1, frameMs: 0 },
  'a busy machine draws after slow frames': { frames: 2, frameMs: 50 },
  'a busy machine draws after slow frames, however long a page rests': { frames: 2, frameMs: 150 },
};

for (const [what, sound] of Object.entries(PAGES))
  for (const [how, behind] of Object.entries(BEHIND))
    test(`a page is not at rest whose last change ${how}: ${what}`, async () => {
      const isReview = sound.open === review;
      const before = isReview ? { review: EMPTY_REVIEW_VIEW } : { saysNotFound: false, panel: null };
      const settleMs = behind.frameMs > 100 ? 1_500 : 100;
      expect(await openWith(sound, { before, behind }, settleMs)).toMatchObject(sound.finds);
    });

test('a page whose every frame is slow is at rest the second time: more would cost the deadline of a proof', async () => {
  const [sound] = Object.values(PAGES);
  if (sound === undefined) throw new Error('no page');
  const took = await inVirtualTime(async ({ sleep }) => {
    const page = scriptedPage(sound.requests, [await sound.state()], sleep, { frames: 1, frameMs: 50 });
    const since = performance.now();
    using scope = testScope();
    expect(await sound.open(page, { scope, settleMs: 100 })).toMatchObject(sound.finds);
    return performance.now() - since;
  });
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(350);
});

/** `openPlaceReviewsPage` does not throw: it names the reasons why the page proves nothing. */
const doubtsOf = (found: unknown): string => {
  const doubts = (found as Partial<PlaceReviewsPage>).doubts ?? [];
  return doubts.length > 0 ? 'in doubt' : 'an absence';
};

for (const [what, sound] of Object.entries(PAGES))
  test(`a page with any trouble since it was opened is no absence: ${what}`, async () => {
    for (const [trouble, how] of Object.entries(TROUBLES)) {
      if (what === WAITS_FOR_DATA_ONLY && trouble === UNANSWERED) continue;
      const outcome = await openWith(sound, how).then(doubtsOf, (error: AppError) => error.code);
      expect(['provider_unavailable', 'provider_blocked', 'in doubt'], `${what}: ${trouble}`).toContain(
        outcome,
      );
    }
  });

for (const [what, sound] of Object.entries(PAGES))
  test(`a page whose request broke off because an address of this machine changed is loaded anew: ${what}`, async () => {
    const more = (data: ScriptedRequest) => [{ ...data, status: 'network' } as const, data];
    const error = await openWith(sound, { more }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(
      isWorthAnotherPage(error, { signal: new AbortController().signal, log: createLogger('silent') }),
    ).toBe(true);
  });

test('a finding counts although an address of this machine changed: the place is shown, and is not loaded anew', async () => {
  const open: Sound['open'] = (page, options) => openPlaceId(page, placeUrl(NONE), options);
  const more = () => [{ ...SCRIPT, status: 'network' } as const];
  expect(await openWith({ ...WITHOUT_REVIEWS, open }, { more })).toBe(NONE.place.featureId);
});

test('the page of a list remembers troubles that have passed: such a list is never complete', async () => {
  const sound = listOf(SEVEN, { troubles: [], reading: { place: { reviewCount: 7 } } });
  expect(await openWith(sound, {})).toMatchObject(sound.finds);
  for (const trouble of [
    'a data request answered 503, then with data',
    'a data request that broke off, and was repeated',
    'the marker of the limited view, for a moment',
    'an error message, for a moment',
  ]) {
    // The list is there before its last data have come.
    const opened = await openWith(sound, { ...TROUBLES[trouble] });
    expect(opened, trouble).toMatchObject({ ...sound.finds, troubles: [expect.any(String)] });
  }
});

test('the data of a neighbour are dropped and counted, and the place still has no reviews', async () => {
  const opened = await openWith(WITHOUT_REVIEWS, { more: () => [placeData(SEVEN)] });
  expect(opened).toMatchObject({ doubts: [], inlineRecords: [], foreignRecords: 7 });
});

test('a data request that the page gives up and repeats is no trouble', async () => {
  const sound = listOf(SEVEN, { troubles: [], reading: { place: { reviewCount: 7 } } });
  const more = (data: ScriptedRequest) => [{ ...data, status: 'cancelled' } as const, data];
  expect(await openWith(sound, { more })).toMatchObject(sound.finds);
});

test('a page that keeps replacing its document is given up after 20 documents', async () => {
  const [document] = WITHOUT_REVIEWS.requests;
  const requests = [document, ...Array<ScriptedRequest>(20).fill(document)] as const;
  await expect(openWith({ ...WITHOUT_REVIEWS, requests }, {})).rejects.toMatchObject({
    code: 'provider_unavailable',
    cause: 'the page keeps replacing itself',
  });
});

test('the next document is waited for while the driver refuses each capture at once, as on a busy machine', async () => {
  let refused = 0;
  const open = (page: Page, options: NavigationOptions) => {
    const { evaluate } = page;
    const late = async (work: unknown, input: unknown) => {
      if (work !== nextPageState || performance.now() > 3_000) return evaluate(work as never, input as never);
      refused += 1;
      throw new Error('Execution context was destroyed');
    };
    return WITHOUT_REVIEWS.open(Object.assign(page, { evaluate: late }), options);
  };
  expect(await openWith({ ...WITHOUT_REVIEWS, open }, {})).toMatchObject(WITHOUT_REVIEWS.finds);
  expect(refused).toBeGreaterThan(21);
});

test('an alert with a text is an error message, an empty alert is not', async () => {
  for (const [alert, errorMessage] of [
    [' \n ', false],
    ['x', true],
  ] as const)
    expect(await renderedState(`<main></main><div role="alert">${alert}</div>`)).toMatchObject({
      errorMessage,
    });
});

test('a place that counts 0 reviews is read once its panel is drawn, before all its requests are answered', async () => {
  let readAt = Number.POSITIVE_INFINITY;
  const open = async (page: Page, options: NavigationOptions) => {
    const found = await openPlace(page, placeUrl(NONE), options);
    readAt = performance.now();
    return found;
  };
  const found = await openWith({ ...WITHOUT_REVIEWS, open }, TROUBLES[UNANSWERED] ?? {});
  expect(found).toMatchObject({ place: { reviewCount: 0 } });
  expect(readAt).toBeLessThan(1_000);
});

test('the card of the place that the search answer names first is waited for, whatever is drawn before it', async () => {
  const search = loadCases().find(({ id }) => id === 'search--list-with-ads');
  if (search?.kind !== 'search') throw new Error('no such case');
  const answer = answerOf(search);
  const { cards } = await renderedState(feedHtml(answer));
  const drawn = cards?.filter(({ sponsored }) => !sponsored) ?? [];
  const chosen: string[] = [];
  const evaluateAll = async (_: unknown, href: string) => {
    chosen.push(href);
    throw new Error('chosen');
  };
  const open = async (page: Page, options: NavigationOptions) => {
    const tab = Object.assign(page, { locator: () => ({ evaluateAll }) });
    await expect(searchPlace(tab as never, SEARCH, options, null)).rejects.toThrow('chosen');
  };
  const sound: Sound = {
    open,
    requests: [documentOf(SEARCH, BARE), { ...SEARCH_DATA, body: searchPayload(answer) }],
    data: SEARCH_DATA,
    state: () => ({ ...EMPTY_STATE, cards: drawn }),
    finds: {},
  };
  await openWith(sound, { before: { cards: drawn.slice(1) } });
  expect(drawn.length).toBeGreaterThan(1);
  expect(chosen).toEqual([drawn[0]?.href]);
});

test('a wanted place is looked for on the cards, too, where the search answer names only another place', async () => {
  const search = loadCases().find(({ id }) => id === 'search--chain');
  if (search?.kind !== 'search') throw new Error('no such case');
  const answer = answerOf(search);
  const [first, second] = answer.results;
  if (first === undefined || second === undefined) throw new Error('two branches are needed');
  const { cards } = await renderedState(feedHtml(answer));
  const wanted = { name: second.place.name, marks: { mid: second.place.mid, at: null } };
  const chosen: string[] = [];
  const evaluateAll = async (_: unknown, href: string) => {
    chosen.push(href);
    throw new Error('chosen');
  };
  const sound: Sound = {
    open: (page, options) => searchPlaceId(page, SEARCH, options, wanted),
    requests: [
      documentOf(SEARCH, BARE),
      { ...SEARCH_DATA, body: searchPayload({ ...answer, results: [first] }) },
    ],
    data: SEARCH_DATA,
    state: () => ({ ...EMPTY_STATE, cards }),
    finds: {},
  };
  const before = { cards: cards?.slice(0, 1) ?? null };
  expect(await openWith(sound, { before })).toMatchObject({ featureId: second.place.featureId });
  const open = async (page: Page, options: NavigationOptions) => {
    const tab = Object.assign(page, { locator: () => ({ evaluateAll }) });
    await expect(searchPlace(tab as never, SEARCH, options, wanted)).rejects.toThrow('chosen');
  };
  await openWith({ ...sound, open }, { before });
  expect(chosen).toEqual([cards?.[1]?.href]);
  // Without a card of the wanted place, both name the first place of the answer.
  const without = { ...sound, state: () => ({ ...EMPTY_STATE, ...before }) };
  expect(await openWith(without, {})).toMatchObject({ featureId: first.place.featureId });
});
