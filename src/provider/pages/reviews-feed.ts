import type { Page, Request, Response } from 'playwright';
import { type ReviewsBatch, readReviewsBatch } from '../wire/reviews-batch.js';
import { createMailbox } from './mailbox.js';
import { isScriptWall, isWallUrl } from './walls.js';

/**
 * What the page's own reviews requests brought: a batch, the status of a failure (0 = no answer), or a wall in
 * place of an answer (places.md §4).
 */
export type FeedItem =
  | { readonly batch: ReviewsBatch }
  | { readonly failedStatus: number }
  | { readonly wall: string };

/** The page's own reviews requests, listened to. */
export interface ReviewsFeed {
  /** The next answer, or null when none comes within `timeoutMs`. */
  next(timeoutMs: number): Promise<FeedItem | null>;
  /** A request is under way. */
  isBusy(): boolean;
  dispose(): void;
}

/** reviews.md §1: the only live request that carries reviews. It is never sent by us. */
const ENDPOINT = '/data/batchexecute';
const RPC_NAMES = ['qv9Egd', 'ListUgcPosts'];

/** Starts listening. Answers of other calls to the same endpoint are passed over. */
export function listenToReviews(page: Page): ReviewsFeed {
  const mailbox = createMailbox<FeedItem>();
  const underWay = new Set<Request>();

  const onRequest = (request: Request) => {
    const first = request.redirectedFrom();
    if (isReviewsRequest(request) || (first !== null && underWay.delete(first))) underWay.add(request);
  };
  const onFailed = (request: Request) => {
    if (!underWay.delete(request)) return;
    mailbox.put(isWallUrl(request.url()) ? wallAt(request.url()) : { failedStatus: 0 });
  };
  const onResponse = async (response: Response) => {
    // A request begun before belongs to the list as it was before.
    if (!underWay.has(response.request())) return;
    // It goes on as another request, which takes its place.
    if (isRedirect(response)) return;
    const item = await read(response);
    underWay.delete(response.request());
    if (item !== null) mailbox.put(item);
  };
  const listen = (response: Response) => void onResponse(response);

  page.on('request', onRequest);
  page.on('requestfailed', onFailed);
  page.on('response', listen);
  return {
    next: mailbox.take,
    isBusy: () => underWay.size > 0,
    dispose: () => {
      page.off('request', onRequest);
      page.off('requestfailed', onFailed);
      page.off('response', listen);
    },
  };
}

/** The same endpoint serves other calls; a URL that names none may be this one. */
function isReviewsRequest(request: Request): boolean {
  const url = new URL(request.url());
  if (!url.pathname.includes(ENDPOINT)) return false;
  const called = url.searchParams.get('rpcids');
  return called === null || RPC_NAMES.some((name) => called.includes(name));
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400;
}

function wallAt(url: string): FeedItem {
  return { wall: `wall at ${new URL(url).pathname} in place of reviews` };
}

/** Null for an answer that is about something else. */
async function read(response: Response): Promise<FeedItem | null> {
  if (response.status() === 429 || isWallUrl(response.url())) return wallAt(response.url());
  if (!response.ok()) return { failedStatus: response.status() };
  try {
    const body = await response.text();
    const batch = readReviewsBatch(body);
    if (batch !== null) return { batch };
    return isScriptWall(body) ? wallAt(response.url()) : null;
  } catch {
    return { failedStatus: 0 };
  }
}
