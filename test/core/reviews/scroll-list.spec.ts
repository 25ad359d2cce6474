import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { errors, type Page } from 'playwright';
import { frames } from '../../../fixtures/provider/reviews/batch.js';
import type { ListEnd } from '../../../src/core/reviews/list-end.js';
import { lookForReviews, readFirstBatches, scrollForMore } from '../../../src/core/reviews/scroll-list.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { openDom } from '../../support/dom.js';
import { expect, test } from '../../support/test.js';

// How a list ends, by the answer after its first two batches. Chromium only draws and scrolls (test/e2e/cases.spec.ts).

const ASKED = 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd';
const BLOCK_PAGE = 'https://www.google.com/sorry/index?continue=x';
const SCRIPT_PAGE = '<a href="/httpservice/retry/enablejs?sei=x">enable JavaScript</a>';

interface Answer {
  /** 0 = no answer. */
  readonly status?: number;
  readonly body?: string;
  /** The address that the request was redirected to. */
  readonly url?: string;
  readonly delayMs?: number;
}

const batchOf = (id: string, token: string | null = 'next'): Answer => ({
  body: frames([null, token, [[[id]]]], id),
});
const payload = (of: unknown[] | null): Answer => ({ body: frames(of, 'x') });

/**
 * A page that requests a batch when the order "newest" is chosen, and each time its list is scrolled. Null = it is
 * scrolled without a request, as after the last answer. Without cards it requests the batch when its tab is opened.
 */
function pageWith(answers: readonly (Answer | null)[], { hasCards = true } = {}): Page {
  const events = new EventEmitter();
  const left = [...answers];
  const ask = () => {
    const answer = left.shift() ?? null;
    if (answer === null) return;
    const { url = ASKED, status = 200, body = '', delayMs = 0 } = answer;
    const failure = () => ({ errorText: 'net::ERR_FAILED' });
    const first = { url: () => ASKED, failure, redirectedFrom: () => null };
    const request = url === ASKED ? first : { url: () => url, failure, redirectedFrom: () => first };
    for (const one of new Set([first, request])) events.emit('request', one);
    const response = {
      ...{ request: () => request, url: () => url, status: () => status, ok: () => status === 200 },
      text: async () => body,
    };
    void setTimeout(delayMs, null, { ref: false }).then(() => {
      if (status === 0) events.emit('requestfailed', request);
      else events.emit('response', response);
    });
  };
  const locator = (selector: string) => {
    const isNewest = selector.includes('menuitemradio');
    const dispatchEvent = async () => (isNewest || !hasCards ? ask() : undefined);
    const waitFor = async () => {
      await setTimeout(10);
      if (!hasCards) throw new errors.TimeoutError('no cards');
    };
    const part = { waitFor, count: async () => 1, dispatchEvent };
    return { first: () => part, nth: () => part };
  };
  const evaluate = async (_scroll: unknown, { cards }: { readonly cards: number }) => {
    ask();
    return cards + 1;
  };
  return Object.assign(events, { locator, evaluate }) as unknown as Page;
}

const [FIRST, SECOND] = [batchOf('a'), batchOf('b')];
/** A block page, as the log names it. */
const blockPage = (at: string): ListEnd => ({ kind: 'block_page', cause: `${at}, in place of reviews` });
const UNNAMED = blockPage('a block page at the address that was asked for');
const ENDS: readonly (readonly [string, readonly (Answer | null)[], ListEnd])[] = [
  ['the last records', [batchOf('c', null)], { kind: 'end' }],
  ['the last records, late', [{ ...batchOf('c', null), delayMs: 100 }], { kind: 'end' }],
  ['the mark of the end alone', [payload([null, null, null, null, null, true])], { kind: 'flagged' }],
  ['an empty batch', [payload([null, null, []])], { kind: 'empty' }],
  ['a null payload', [payload(null)], { kind: 'empty' }],
  ['an answer without frames', [{ body: '[]' }], { kind: 'drift', what: 'no frames: list of 0 ()' }],
  ['status 403', [{ status: 403 }], { kind: 'failed', status: 403 }],
  ['no answer', [{ status: 0 }], { kind: 'failed', status: 0, cause: 'net::ERR_FAILED' }],
  ['status 429', [{ status: 429 }], UNNAMED],
  ['a redirect to the block page', [{ url: BLOCK_PAGE }], blockPage('block page at /sorry/index')],
  ['the script page', [{ body: SCRIPT_PAGE }], UNNAMED],
  ['no request, until scrolled again', [null, batchOf('c', null)], { kind: 'end' }],
  ['no request, however often it is scrolled', [], { kind: 'stalled' }],
];

test('the answer after its batches tells how a list ended', async () => {
  await Promise.all(
    ENDS.map(async ([what, answers, end]) => {
      const page = pageWith([FIRST, SECOND, ...answers]);
      const scope = startScope('test', createLogger('silent'), 20_000);
      const list = { reviewsTab: 0, inlineRecords: [], reading: { place: { reviewCount: 100 } } };
      const read = await readFirstBatches(page, list, { scope, settleMs: 30 }, 9);
      scope[Symbol.dispose]();
      expect(read.end, what).toEqual(end);
      expect(read.batches, what).toHaveLength(end.kind === 'end' ? 3 : 2);
    }),
  );
});

const EMPTY_LIST = payload([null, null, null, null, null, true]);
for (const [what, answer, found] of [
  ['asks for nothing', null, 'unclear'],
  ['only the mark of the end', EMPTY_LIST, 'unclear'],
  ['a batch', FIRST, 'list'],
  ['an empty batch', payload([null, null, []]), 'unclear'],
  ['status 403', { status: 403 }, 'unclear'],
  ['an answer that has not come', { ...EMPTY_LIST, delayMs: 5_000 }, 'unclear'],
] as const)
  test(`a tab without cards and without a batch proves nothing: ${what}`, async () => {
    const page = pageWith([answer], { hasCards: false });
    const scope = startScope('test', createLogger('silent'), 20_000);
    expect(await lookForReviews(page, 0, { scope, settleMs: 30 })).toBe(found);
    scope[Symbol.dispose]();
  });

/** Scrolls a document of two cards, of which one is known, and returns the positions of list and page. */
async function scrolled(nudge: boolean, overflow: string) {
  const html = `<main style="overflow-y: ${overflow}"><p class="card">a</p><p class="card">b</p></main>`;
  const { window } = openDom(html, { runScripts: 'outside-only' });
  const main = window.document.querySelector('main') as HTMLElement;
  for (const part of [main, window.document.documentElement]) {
    Object.defineProperty(part, 'scrollHeight', { value: 500 });
    Object.defineProperty(part, 'clientHeight', { value: 100 });
  }
  const scroll = window.eval(`(${scrollForMore.toString()})`) as typeof scrollForMore;
  const input = { cardSelector: '.card', cards: 1, renderTimeoutMs: 30, keptInView: 60 };
  expect(await scroll({ ...input, nudge, ahead: false })).toBe(2);
  return [main.scrollTop, window.document.documentElement.scrollTop];
}

test('the innermost part that scrolls is scrolled, whether it always has a bar or has it when needed', async () => {
  expect(await scrolled(false, 'auto')).toEqual([500, 0]);
  expect(await scrolled(false, 'scroll')).toEqual([500, 0]);
  expect(await scrolled(false, 'hidden')).toEqual([0, 500]);
});

test('a list whose cards came late is not scrolled again: its pause comes first', async () => {
  expect(await scrolled(true, 'auto')).toEqual([0, 0]);
});
