import { EventEmitter } from 'node:events';
import type { Page } from 'playwright';
import { loadCases, type ServedPlace } from '../../fixtures/provider/cases.js';
import { placeAddress } from '../../fixtures/provider/maps-host.js';
import { placeDocument } from '../../fixtures/provider/place-document.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { renderedPanel } from '../../fixtures/provider/rendered-panel.js';
import { readReviewAddress, type WantedReview } from '../../fixtures/provider/reviews/address.js';
import { batchAnswer, frames } from '../../fixtures/provider/reviews/batch.js';
import type { Dice } from '../../fixtures/provider/reviews/dice.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import type { ReviewList, Sort } from '../../fixtures/provider/reviews/list.js';
import { type FoundReview, findReview, timelineBody } from '../../fixtures/provider/reviews/single.js';
import { reviewDocument } from '../../fixtures/provider/reviews/single-host.js';
import { bareDocument } from '../../fixtures/provider/search-document.js';
import { buildWorld } from '../../fixtures/provider/world.js';
import { parsePlaceId } from '../../src/core/identifiers/place-id.js';
import { nextPageState } from '../../src/core/provider/navigation/page-state.js';
import type { RawPageState, RawReviewPart } from '../../src/core/provider/raw-state.js';
import { scrollForMore } from '../../src/core/reviews/scroll-list.js';
import { EMPTY_STATE as BLANK, EMPTY_PART } from './page-states.js';
import { renderedState } from './rendered-state.js';

/** Which pages a disturbance changes. Nothing on a changed page says that anything is wrong. */
export type Disturbance = 'none' | 'reviews' | 'places' | 'both';

/** What a link to a review names. */
export interface NamedReview {
  readonly featureId: string;
  readonly isByAuthor: boolean;
  /** The review that the link leads to; null = there is no such review. */
  readonly reviewId: string | null;
  /** True if the asked address has a time token. reviews.md §1 */
  readonly hasToken: boolean;
}

export type Bareness = boolean | 'said' | 'unsaid' | 'beside';

export interface SimulationOptions {
  /** The time, in milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** What is disturbed at a time. */
  readonly disturbance: (at: number) => Disturbance;
  /**
   * Whether the page of a review shows the bare card of its place, although the page of the place inlines the review.
   * `said`: the page also says in words that the review is gone. `beside`: and its data hold the review. `unsaid`: it
   * does not. True: now and then. Default: never.
   */
  readonly isBare?: (named: NamedReview, at: number) => Bareness;
  /** Whether the page of a place inlines no review, although it counts them. Default: never. */
  readonly isSilent?: (featureId: string) => boolean;
  /** The order of every list, whatever a page asks for. Default: newest first. */
  readonly order?: Sort;
  /** Whether a review is gone at the moment, by the number it has at its place. */
  readonly isGone: (list: ReviewList, index: number) => boolean;
  readonly roll: Dice;
}

/** What one page load is answered with. */
interface Answer {
  readonly html: string;
  /** The page's own data request and its answer; null = the page makes none. */
  readonly data: { readonly url: string; readonly body: string } | null;
  readonly address: string;
  readonly state: RawPageState;
  /** The reviews that its tab lists. */
  readonly list: ReviewList | null;
}

const REVIEW_DATA = 'https://www.google.com/maps/timeline/_rpc/pc?authuser=0';
const PLACE_DATA = 'https://www.google.com/maps/preview/place?authuser=0';
const BATCHES = 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd';
const NEWEST = 2;

/**
 * The invented world without Chromium and without a network: pages that are sent what the stand-in sends and show what
 * the stand-in draws, in virtual time. Answers, extractors and services are the real ones.
 */
export async function simulateProvider(options: SimulationOptions) {
  const { now, sleep, disturbance, isBare: isBareAt = () => false, isGone, roll } = options;
  const { isSilent = () => false, order = NEWEST } = options;
  const world = buildWorld(loadCases());
  let loads = 0;

  const panelOf = remembered(
    (served: ServedPlace, truncated: boolean) => renderedState(renderedPanel(served, { truncated })),
    ({ place }, truncated) => `${place.featureId} ${truncated}`,
  );
  /** The key of what is remembered of a place; reviews may vanish in the meantime. */
  const keyOf = (list: ReviewList) =>
    `${list.place.featureId} ${list.reviews.filter((_, index) => isGone(list, index)).length}`;
  /** The reviews of a place that are not gone. */
  const shownList = remembered((list: ReviewList): ReviewList => {
    const isShown = new Set(list.reviews.filter((_, index) => !isGone(list, index)));
    return { ...list, visible: (sort: Sort) => list.visible(sort).filter((review) => isShown.has(review)) };
  }, keyOf);
  const payloadOf = remembered(
    (served: ServedPlace, truncated: boolean, reviews: ReviewList | null) =>
      placePayload(served, { truncated, reviews }),
    ({ place }, truncated, reviews) =>
      `${reviews === null ? place.featureId : keyOf(reviews)} ${reviews?.visible(NEWEST).length} ${truncated}`,
  );
  const documentOf = remembered(
    (served: ServedPlace) => placeDocument(served),
    ({ place }) => place.featureId,
  );
  const isDisturbed = (what: 'reviews' | 'places') => {
    const seen = disturbance(now());
    return seen === what || seen === 'both';
  };

  const reviewAnswer = (url: URL, { authorId }: WantedReview, found: FoundReview | null): Answer => {
    const loadCounts = { counts: new Map(), quirks: new Map() };
    const html = reviewDocument(url, world, loadCounts, { renderDelayMs: 0, reviewQuirks: {} }) ?? '';
    const review = found?.review ?? null;
    const index = review === null ? -1 : (found?.list.reviews.indexOf(review) ?? -1);
    const isHidden = found === null || index < 0 || isGone(found.list, index);
    const named = {
      featureId: found?.list.place.featureId ?? '',
      isByAuthor: authorId !== null,
      reviewId: review === null ? null : reviewId(review.inner),
      hasToken: /!1s2@1:[^|]*\|[^|]+\|/.test(decodeURIComponent(url.pathname)),
    };
    const lasting = isBareAt(named, now());
    const isBare = isHidden || isDisturbed('reviews') || lasting !== false;
    const isSaid = (how: Bareness) =>
      how === 'said' || how === 'beside' || (how !== 'unsaid' && roll.chance(0.5));
    const body = timelineBody(
      found,
      isBare && (isHidden || lasting !== 'beside') ? 'no_rating_section' : 'visible',
      'pl',
    );
    const own: RawReviewPart | null =
      found?.review == null || isBare
        ? null
        : {
            ...EMPTY_PART,
            id: reviewId(found.review.inner),
            authorIds: [found.review.author.id].filter((id) => id !== null),
            hasSection: true,
            stars: `${found.review.stars} gwiazdki`,
            author: found.review.author.name,
          };
    const state: RawPageState = {
      ...BLANK,
      review: {
        hasCard: found !== null,
        placeHref: found === null ? null : placeAddress({ place: found.list.place } as ServedPlace),
        cardHeading: found?.list.place.name ?? null,
        cards: own === null ? [] : [own],
        loose: EMPTY_PART,
        // The words alone prove nothing: a disturbed page may say them.
        saysGone: isBare && (isHidden ? index % 8 === 3 : isSaid(lasting)),
        mentionsReview: false,
      },
    };
    return { html, data: { url: REVIEW_DATA, body }, address: url.href, state, list: null };
  };

  const placeAnswer = async (url: URL): Promise<Answer> => {
    const cid = url.searchParams.get('cid');
    const placeId = parsePlaceId((url.searchParams.get('q') ?? '').replace('place_id:', ''));
    const served = cid === null ? world.place(placeId?.featureId ?? '') : world.byCid(cid);
    const disturbed = isDisturbed('places');
    // A disturbed place is an empty map, or a page that was cut off before its count, histogram and tabs.
    if (served === null || (disturbed && roll.chance(0.5)))
      return { html: bareDocument({}), data: null, address: url.href, state: BLANK, list: null };
    const { featureId } = served.place;
    const whole = world.reviews(featureId);
    const list = whole && shownList(whole);
    const panel = await panelOf(served, disturbed);
    const inlined = list !== null && isSilent(featureId) ? { ...list, visible: () => [] } : list;
    const body = payloadOf(served, disturbed, inlined);
    const html = cid === null ? documentOf(served) : bareDocument({ cid });
    const address = `https://www.google.com${placeAddress(served)}`;
    return { html, data: { url: PLACE_DATA, body }, address, state: { ...BLANK, panel: panel.panel }, list };
  };

  const answerTo = (url: URL): Promise<Answer> | Answer => {
    const wanted = readReviewAddress(url);
    return wanted === null ? placeAnswer(url) : reviewAnswer(url, wanted, findReview(wanted, world));
  };

  /** A page of a new context. */
  const openPage = (): Page => {
    const events = new EventEmitter();
    events.setMaxListeners(0);
    const frame = {};
    let shown: Answer | null = null;
    let state: RawPageState = BLANK;
    let wake: () => void = () => undefined;
    let changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const show = (next: RawPageState) => {
      state = next;
      wake();
      changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
    };
    const ask = async (url: string, kind: 'document' | 'xhr', body: string) => {
      const request = {
        url: () => url,
        isNavigationRequest: () => kind === 'document',
        frame: () => frame,
        resourceType: () => kind,
        redirectedFrom: () => null,
        failure: () => null,
      };
      events.emit('request', request);
      await sleep(20 + roll.below(200));
      events.emit('response', {
        request: () => request,
        url: () => url,
        status: () => 200,
        ok: () => true,
        text: async () => body,
      });
      await sleep(1);
      events.emit('requestfinished', request);
    };
    let clicks = 0;
    let batches = 0;
    let scrolls = 0;
    let sent = Promise.resolve();
    /** A page asks for a batch with the token that the last one brought. */
    const sendBatch = () => {
      sent = sent.then(async () => {
        const list = shown?.list;
        if (list == null) return;
        const answer = batchAnswer(list, order, batches);
        batches += 1;
        if (answer.kind === 'payload') await ask(BATCHES, 'xhr', frames(answer.payload, `${now()}`));
      });
    };
    const locator = (): unknown => ({
      nth: locator,
      first: locator,
      filter: locator,
      locator,
      count: async () => 1,
      waitFor: async () => undefined,
      // The reviews tab, the sort menu, its entry "newest".
      dispatchEvent: async () => {
        clicks += 1;
        if (clicks === 3) sendBatch();
      },
    });
    const page = Object.assign(events, {
      url: () => shown?.address ?? 'about:blank',
      mainFrame: () => frame,
      locator,
      goto: async (url: string) => {
        loads += 1;
        show(BLANK);
        const answer = await answerTo(new URL(url));
        shown = answer;
        await ask(url, 'document', answer.html);
        events.emit('domcontentloaded');
        const rest = async () => {
          if (answer.data !== null) await ask(answer.data.url, 'xhr', answer.data.body);
          await sleep(30);
          show(answer.state);
        };
        void rest();
      },
      evaluate: async (work: unknown, input: { readonly known?: string | null } | undefined) => {
        if (work === nextPageState) {
          while (input?.known != null && input.known === JSON.stringify(state)) await changed;
          return state;
        }
        if (work === scrollForMore) {
          sendBatch();
          scrolls += 1;
          return scrolls * 10;
        }
        // Cards without a record: none. And whether the page has drawn: it has.
        return String(work).includes('requestAnimationFrame') ? true : [];
      },
    });
    return page as unknown as Page;
  };

  return { world, openPage, loads: () => loads };
}

/** A function that makes its result once for each key. */
function remembered<A extends unknown[], R>(make: (...args: A) => R, keyOf: (...args: A) => string) {
  const known = new Map<string, R>();
  return (...args: A): R => {
    const key = keyOf(...args);
    const result = known.has(key) ? (known.get(key) as R) : make(...args);
    known.set(key, result);
    return result;
  };
}
