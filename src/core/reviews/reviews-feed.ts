import type { Page, Request, Response } from 'playwright';
import { blockPageCause, isBlockPageUrl, isScriptPage } from '../provider/navigation/block-pages.js';
import { RULES } from '../provider/rules/built-in.js';
import { type BatchReading, readReviewsBatch, reviewsInOtherCall } from './wire/reviews-batch.js';

/**
 * The result of one of the page's own reviews requests. `empty`: an answer without records, with or without the end
 * mark. `drift`: an answer of unknown shape. `failed`: the status of a failure; 0 = no answer, with Chromium's name of
 * its cause. `block_page`: a block page in place of an answer (places.md §4).
 */
export type FeedItem =
  | Extract<BatchReading, { kind: 'batch' | 'empty' }>
  | { readonly kind: 'drift'; readonly what: string }
  | { readonly kind: 'failed'; readonly status: number; readonly cause?: string | undefined }
  | { readonly kind: 'block_page'; readonly cause: string };

export type ReviewsFeed = ReturnType<typeof listenToReviews>;

/** Listens to the page's own reviews requests. Answers of other calls to the same endpoint are skipped. */
export function listenToReviews(page: Pick<Page, 'on' | 'off'>) {
  const answers = createAsyncQueue<FeedItem>();
  const underWay = new Set<Request>();
  const answered = new WeakSet<Request>();
  let earlier: Promise<void> = Promise.resolve();
  /** Queues items in the order of their answers: a refusal has no body and would overtake the batch before it. */
  const putInOrder = (request: Request, reading: Promise<FeedItem | null>) => {
    const before = earlier;
    earlier = (async () => {
      const item = await reading;
      await before;
      underWay.delete(request);
      if (item !== null) answers.put(item);
    })();
  };

  /**
   * Reports a call with another name whose answer holds review records: the provider may have renamed the call for
   * reviews.
   */
  const noteOtherCall = async (response: Response) => {
    const body = response.ok() ? await response.text().catch(() => '') : '';
    const frame = reviewsInOtherCall(body);
    if (frame !== null) answers.put({ kind: 'drift', what: `reviews in a frame of ${frame}` });
  };

  const onRequest = (request: Request) => {
    const first = request.redirectedFrom();
    if (listCallOf(request) === 'reviews' || (first !== null && underWay.delete(first)))
      underWay.add(request);
  };
  const onFailed = (request: Request) => {
    // If the answer broke off, `read` reports the failure.
    if (!underWay.has(request) || answered.has(request)) return;
    const item = isBlockPageUrl(request.url()) ? blockPageAt(request.url()) : unanswered(request);
    putInOrder(request, Promise.resolve(item));
  };
  const onResponse = (response: Response) => {
    const request = response.request();
    if (listCallOf(request) === 'other') return void noteOtherCall(response);
    // A request that began earlier belongs to the previous list.
    if (!underWay.has(request)) return;
    // After a redirect, another request replaces this request.
    if (response.status() >= 300 && response.status() < 400) return;
    answered.add(request);
    putInOrder(request, read(response));
  };

  page.on('request', onRequest);
  page.on('requestfailed', onFailed);
  page.on('response', onResponse);
  return {
    /** The next answer, or null when none comes within `timeoutMs`. */
    next: answers.take,
    /** True while a request is pending. */
    isBusy: () => underWay.size > 0,
    [Symbol.dispose]: () => {
      page.off('request', onRequest);
      page.off('requestfailed', onFailed);
      page.off('response', onResponse);
    },
  };
}

/**
 * `reviews`: a reviews request, by its endpoint and the name of the call, or a URL without a name, which may be a
 * reviews request. `other`: another call of the same endpoint. Null: any other request.
 */
export function listCallOf(request: Pick<Request, 'url'>): 'reviews' | 'other' | null {
  const { requests, frameIds } = RULES;
  const url = new URL(request.url());
  if (!requests.reviews.some((path) => url.pathname.includes(path))) return null;
  if (!namesCall(url)) return 'reviews';
  // The address may hold only the last part of the name.
  const called = url.searchParams.get('rpcids') ?? '';
  const isNamed = frameIds.reviews.some((id) => called.includes(id.slice(id.lastIndexOf('.') + 1)));
  return isNamed ? 'reviews' : 'other';
}

const namesCall = (url: URL): boolean => url.searchParams.has('rpcids');

function blockPageAt(url: string): FeedItem {
  return { kind: 'block_page', cause: `${blockPageCause(url)}, in place of reviews` };
}

function unanswered(request: Request): FeedItem {
  return { kind: 'failed', status: 0, cause: request.failure()?.errorText };
}

/** Reads an answer; null if it belongs to another call. */
async function read(response: Response): Promise<FeedItem | null> {
  if (response.status() === 429 || isBlockPageUrl(response.url())) return blockPageAt(response.url());
  if (!response.ok()) return { kind: 'failed', status: response.status() };
  const body = await response.text().catch(() => null);
  if (body === null) return unanswered(response.request());
  const reading = readReviewsBatch(body);
  if (reading.kind === 'unknown_form') return { kind: 'drift', what: reading.what };
  if (reading.kind !== 'unframed') return reading;
  if (isScriptPage(body)) return blockPageAt(response.url());
  // A URL without a name may belong to another call. A named reviews call with this answer has an unknown shape.
  // reviews.md §2.
  const isOtherCall = !namesCall(new URL(response.request().url()));
  return isOtherCall ? null : { kind: 'drift', what: reading.what };
}

/** A queue that event listeners fill and one loop reads, in order. */
function createAsyncQueue<T>() {
  const items: T[] = [];
  let deliver: ((item: T | null) => void) | null = null;
  return {
    put: (item: T): void => {
      if (deliver === null) items.push(item);
      else deliver(item);
    },
    /** The next item, or null when none comes within `timeoutMs`. One reader at a time. */
    take: (timeoutMs: number): Promise<T | null> => {
      const item = items.shift();
      if (item !== undefined) return Promise.resolve(item);
      return new Promise((resolve) => {
        const finish = (value: T | null) => {
          clearTimeout(timer);
          deliver = null;
          resolve(value);
        };
        const timer = setTimeout(() => finish(null), timeoutMs);
        deliver = finish;
      });
    },
  };
}
