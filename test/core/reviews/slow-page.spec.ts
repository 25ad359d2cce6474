import { EventEmitter } from 'node:events';
import type { Page } from 'playwright';
import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { listOf } from '../../../fixtures/provider/place-payload.js';
import { frames } from '../../../fixtures/provider/reviews/batch.js';
import { cidOfFeature } from '../../../src/core/identifiers/cid.js';
import type { PlaceReviewsPage } from '../../../src/core/reviews/list-end.js';
import { createReviewCollector, readReviews } from '../../../src/core/reviews/read-reviews.js';
import { scrollForMore } from '../../../src/core/reviews/scroll-list.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { openDom } from '../../support/dom.js';
import { readingOf } from '../../support/place-reading.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

const PAGE_DELAY_MS = 1_000;
const SETTLE_MS = 300;
const { place } = loadReviewsCase('reviews--201');
const list = listOf(loadReviewsCase('reviews--201'));
const records = list.visible(2).map((review) => list.record(review));
const CARD = '<div class="jftiEf" data-review-id="x"></div>';

/** In milliseconds: a frame after the batch `at`, from a request to its cards, and each way between page and service. */
interface Pace {
  readonly at: number;
  readonly frame: number;
  readonly batch: number;
  readonly pipe: number;
}

/** A page that requests the next ten reviews whenever its list is scrolled to the end. `asked`: when it did. */
function slowPage({ sleep, now }: VirtualTime, { at, frame, batch, pipe }: Pace) {
  const { window } = openDom('<main style="overflow-y: auto"></main>', { runScripts: 'outside-only' });
  const main = window.document.querySelector('main') as HTMLElement;
  const events = new EventEmitter();
  const asked: number[] = [];
  let isBusy = false;
  let [top, noted] = [0, 0];
  let nextFrame: Promise<void> | null = null;
  /** As in a browser: the frame first tells of a scroll, then calls back. */
  const drawn = () => {
    nextFrame ??= sleep(asked.length === at ? frame : 16).then(() => {
      nextFrame = null;
      const hasMoved = top !== noted;
      noted = top;
      if (hasMoved && top >= height() - 200) void ask();
    });
    return nextFrame;
  };
  const height = () => main.children.length * 200;
  const tell = (name: string, event: object) => void sleep(pipe).then(() => events.emit(name, event));
  const ask = async () => {
    const from = asked.length * 10;
    if (isBusy || from >= records.length) return;
    isBusy = true;
    asked.push(now());
    const url = () => 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd';
    const request = { url, redirectedFrom: () => null };
    tell('request', request);
    await sleep(batch);
    const rows = records.slice(from, from + 10);
    const isLast = from + 10 >= records.length;
    const payload = [null, isLast ? null : 'next', rows.map((row) => [row])];
    main.insertAdjacentHTML('beforeend', CARD.repeat(rows.length));
    isBusy = false;
    const text = async () => frames(payload, 'x');
    tell('response', { request: () => request, url, status: () => 200, ok: () => true, text });
  };
  Object.defineProperties(main, {
    clientHeight: { value: 100 },
    scrollHeight: { get: height },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(to, height() - 100);
        void drawn();
      },
    },
  });
  const timed = { setTimeout, clearTimeout, requestAnimationFrame: (then: () => void) => drawn().then(then) };
  Object.assign(window, timed);
  const scroll = window.eval(`(${scrollForMore.toString()})`) as typeof scrollForMore;
  const evaluate = async (work: { readonly name: string }, input: Parameters<typeof scrollForMore>[0]) => {
    if (work.name === 'cardsOnPage') return [];
    if (work.name !== 'scrollForMore') return { limitedView: false, errorMessage: false, notices: [] };
    await sleep(pipe);
    const cards = await scroll(input);
    await sleep(pipe);
    return cards;
  };
  const part = (selector: string) => ({
    waitFor: async () => undefined,
    count: async () => 1,
    dispatchEvent: async () => (selector.includes('menuitemradio') ? ask() : undefined),
  });
  const locator = (selector: string) => ({ first: () => part(selector), nth: () => part(selector) });
  const page = Object.assign(events, { locator, evaluate, url: () => 'about:blank' }) as unknown as Page;
  return { page, asked };
}

const OPENED: PlaceReviewsPage = {
  reading: readingOf({ ...place, reviewCount: records.length }, { degraded: false }),
  ...{ reviewsTab: 0, tab: null, inlineRecords: [], hasMoreThanInline: false, foreignRecords: 0 },
  ...{ troubles: [], doubts: [] },
};
const REQUEST = { placeRef: 'x', maxPages: 5, minStars: null, maxStars: null, since: null };

const PACES: readonly Pace[] = [
  { at: 19, frame: 16, batch: 5, pipe: 1 },
  { at: 12, frame: 210, batch: 5, pipe: 30 },
  { at: 12, frame: 210, batch: 150, pipe: 150 },
  { at: 16, frame: 210, batch: 5, pipe: 30 },
  { at: 16, frame: 300, batch: 150, pipe: 150 },
];

for (const pace of PACES)
  test(`the page after 200 reviews is requested after the pause: ${JSON.stringify(pace)}`, () =>
    inVirtualTime(async (time) => {
      const { page, asked } = slowPage(time, pace);
      const told: number[] = [];
      const collector = createReviewCollector(REQUEST, cidOfFeature(place.featureId), () => undefined);
      const { reason } = await readReviews(page, OPENED, collector, {
        scope: startScope('test', createLogger('silent'), 600_000),
        settleMs: SETTLE_MS,
        pageDelayMs: PAGE_DELAY_MS,
        onPage: () => void told.push(time.now()),
        onRefused: (error) => error,
        onDrift: () => undefined,
      });
      expect({ reason, read: collector.counts.read, asked: asked.length }).toEqual({
        reason: 'end',
        read: 201,
        asked: 21,
      });
      const [pauseFrom = 0] = told;
      expect(asked[20]).toBeGreaterThanOrEqual(pauseFrom + PAGE_DELAY_MS);
    }));
