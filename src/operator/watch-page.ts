import type { Page, Response } from 'playwright';
import { CONSENT_HOSTS } from '../identifiers/provider-hosts.js';
import { dataKind, isDocument } from '../provider/navigation/data-requests.js';
import { currentRules } from '../provider/rules/current.js';
import { isOtherCall, isReviewsRequest } from '../reviews/reviews-feed.js';
import { reviewsInOtherCall } from '../reviews/wire/reviews-batch.js';
import type { RecordingPart } from './recording.js';

/** An answer that a page was sent. */
export interface WatchedAnswer extends Omit<RecordingPart, 'file'> {
  /** Empty for a redirect, and where the browser no longer holds it. */
  readonly body: string;
}

/** Listens to what a page is sent: its documents and the answers of its data requests. */
export interface PageWatch {
  /** Everything so far, in the order of the answers, when all bodies have been read. */
  answers(): Promise<readonly WatchedAnswer[]>;
  /** A consent page was among the documents. It is not kept. */
  metConsent(): boolean;
  stop(): void;
}

const COUNTED_HEADERS = ['content-type', 'cache-control', 'location', 'age'] as const;
const KINDS = { payloads: 'payload', searches: 'search', reviews: 'review' } as const;

/** Listens from now on; call it before the page is opened. */
export function watchPage(page: Page): PageWatch {
  const reading: Promise<WatchedAnswer | null>[] = [];
  let consent = false;
  const onResponse = (response: Response) => {
    const kind = kindOf(response, page);
    if (kind === null) {
      if (isOtherCall(response.request(), currentRules())) reading.push(readOtherCall(response));
      return;
    }
    if (CONSENT_HOSTS.has(new URL(response.url()).hostname)) consent = true;
    else reading.push(read(response, kind));
  };
  page.on('response', onResponse);
  return {
    answers: async () => (await Promise.all(reading)).filter((answer) => answer !== null),
    metConsent: () => consent,
    stop: () => void page.off('response', onResponse),
  };
}

function kindOf(response: Response, page: Page): RecordingPart['kind'] | null {
  const request = response.request();
  if (isDocument(request, page)) return 'document';
  if (isReviewsRequest(request)) return 'batch';
  const kind = dataKind(response.url(), currentRules());
  return kind === null ? null : KINDS[kind];
}

/** The page may ask for reviews by a call of another name: such an answer is a batch that cannot be read yet. */
async function readOtherCall(response: Response): Promise<WatchedAnswer | null> {
  const answer = await read(response, 'batch');
  return reviewsInOtherCall(answer.body) === null ? null : answer;
}

async function read(response: Response, kind: RecordingPart['kind']): Promise<WatchedAnswer> {
  const request = response.request();
  const headers = await response.allHeaders().catch(() => response.headers());
  const isRedirect = response.status() >= 300 && response.status() < 400;
  const body = isRedirect ? '' : await response.text().catch(() => '');
  const { responseEnd } = request.timing();
  return {
    kind,
    url: response.url(),
    method: request.method(),
    status: response.status(),
    headers: Object.fromEntries(
      COUNTED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ),
    ms: responseEnd < 0 ? null : Math.round(responseEnd),
    body,
  };
}
