import type { Page } from 'playwright';
import { openProviderAccess, type ProviderAccess } from '../app/provider-access.js';
import type { Config } from '../config/config.js';
import { AppError, isAppError } from '../contract/errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import { extractPlace, placeBodies } from '../places/extractors/place.js';
import { createQueryResolver } from '../places/resolve-query.js';
import {
  createReviewLinkResolver,
  createShareLinkFollower,
  createShareLinkResolver,
  SHARE_LINK_PATIENCE,
} from '../places/share-links.js';
import { placeArray } from '../places/wire/place-payload.js';
import { isConsentPage, navigate, type PageView, rawPlacePage } from '../provider/navigation/navigate.js';
import type { RawReviewCard } from '../provider/raw-state.js';
import { createProviderUrls } from '../provider/urls.js';
import { captureUnknownCards } from '../reviews/review-cards.js';
import { readReviewList } from '../reviews/review-list.js';
import { inlineReviewRecords } from '../reviews/wire/reviews-batch.js';
import type { Logger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { race, type Scope, startScope } from '../runtime/scope.js';
import { NO_BREAKER } from '../traffic/breaker.js';
import { createLoadQueue } from '../traffic/load-queue.js';
import { createPageLoads } from '../traffic/page-loads.js';
import { createProviderRateLimit } from '../traffic/provider-rate-limit.js';
import { captureTree, type DomNode } from './dom-tree.js';
import type { Recording, RecordingCase, RecordingKind } from './recording.js';
import { type WatchedAnswer, watchPage } from './watch-page.js';

export interface RecordOptions {
  readonly config: Config;
  readonly executablePath: string;
  readonly log: Logger;
  /** A link, an identifier or the name of a place. */
  readonly link: string;
  /** Batches of the review list to read; 0 = the list is not opened. */
  readonly batches: number;
  /** Of this package. */
  readonly version: string;
  readonly signal: AbortSignal;
  readonly settleMs?: number;
  /** Called with each step, for the user. */
  readonly onStep?: (step: 'resolving' | 'opening' | 'listing') => void;
}

/** The page to open, and what it is recorded as. */
interface Target {
  readonly kind: RecordingKind;
  readonly url: string;
  readonly review: RecordingCase['review'];
}

const SETTLE_MS = 1_500;
const NO_SCREENSHOT =
  'Pictures show people and the names on signs, and a page that redraws itself undoes replaced texts.';

/**
 * Opens a page as the service does and keeps what it was sent and what it shows, as it is: nothing is replaced yet.
 * @throws AppError as the service answers: `provider_blocked`, `provider_unavailable`, `no_results`, `invalid_request`
 */
export async function record(options: RecordOptions): Promise<Recording> {
  const { config, executablePath, log, signal } = options;
  const metrics = createMetrics();
  // A context of its own, and one page at a time.
  const alone = { ...config, BROWSER_CONTEXTS: 1 };
  const access = await openProviderAccess({ config: alone, executablePath, log, metrics });
  const scope = startScope('record', log, config.REVIEWS_TIMEOUT_MS);
  const onAbort = () => scope.abort(new AppError('client_gone', 'The recording was ended.'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await recordThrough(access, scope, options, metrics);
  } finally {
    signal.removeEventListener('abort', onAbort);
    scope.dispose();
    await access.close();
  }
}

async function recordThrough(
  { pool, plainClient }: ProviderAccess,
  scope: Scope,
  options: RecordOptions,
  metrics: ReturnType<typeof createMetrics>,
): Promise<Recording> {
  const { config, settleMs = SETTLE_MS, onStep = () => undefined } = options;
  const queue = createLoadQueue({
    pool,
    pages: 1,
    plainSlots: 1,
    queueLimit: config.QUEUE_LIMIT,
    rateLimit: createProviderRateLimit(config.PROVIDER_LOADS_PER_MINUTE),
    metrics,
  });
  const loads = createPageLoads({
    pool,
    queue,
    breaker: NO_BREAKER,
    metrics,
    settleMs,
    note: () => undefined,
  });
  const follow = createShareLinkFollower({
    client: plainClient,
    breaker: NO_BREAKER,
    loads,
    metrics,
    ...SHARE_LINK_PATIENCE,
  });
  const urls = createProviderUrls({ language: config.PROVIDER_LANGUAGE, region: config.PROVIDER_REGION });
  onStep('resolving');
  const target = await targetOf(options, scope, {
    review: createReviewLinkResolver(follow),
    query: createQueryResolver(urls, createShareLinkResolver(follow)),
    urls,
  });
  onStep('opening');
  return loads.withTab(scope, ({ page, load }) =>
    load(scope, async (_, navigation) => {
      const watch = watchPage(page);
      try {
        const since = performance.now();
        const surface = target.kind === 'review' ? { reviewId: target.review?.reviewId ?? null } : 'place';
        const view = await navigate(page, target.url, { ...navigation, surface }, atRest).catch((error) => {
          // A consent page that cannot be declined is recorded: somebody has to see it.
          if (!isConsentPage(page)) throw error;
          scope.signal.throwIfAborted();
          return null;
        });
        const loadMs = Math.round(performance.now() - since);
        const panel = await race(scope.signal, page.evaluate(captureTree));
        const read =
          view === null || target.kind !== 'reviews' ? NO_LIST : await readList(page, view, scope, options);
        const answers = await watch.answers();
        const parts = answers.map(({ body: _body, ...answer }, index) => ({
          ...answer,
          file: fileOf(answer, index),
        }));
        const kind = view === null ? 'consent' : target.kind;
        return {
          about: {
            ...{ format: 1, kind, title: `Recorded ${kind}`, link: options.link, asked: target.url },
            url: view?.url ?? page.url(),
            provider: config.EGRESS_OVERRIDE === undefined ? 'real' : 'stand-in',
            ...{ anonymous: false, reviewed: false, recordedAt: new Date().toISOString() },
            versions: {
              node: process.versions.node,
              chromium: page.context().browser()?.version() ?? 'unknown',
              placeLookup: options.version,
            },
            locale: {
              language: config.PROVIDER_LANGUAGE,
              region: config.PROVIDER_REGION,
              timeZone: config.TIME_ZONE,
            },
            ...{ review: target.review, consent: view !== null && watch.metConsent(), loadMs },
            ...{ listEnd: read.listEnd, omitted: { screenshot: NO_SCREENSHOT }, parts },
          },
          bodies: Object.fromEntries(answers.map((answer, index) => [fileOf(answer, index), answer.body])),
          ...{ state: view?.state ?? null, cards: read.cards, panel, list: read.list },
        };
      } finally {
        watch.stop();
      }
    }),
  );
}

function fileOf({ kind }: Pick<WatchedAnswer, 'kind'>, index: number): string {
  return `${String(index).padStart(2, '0')}-${kind}.${kind === 'document' ? 'html' : 'txt'}`;
}

function atRest(view: PageView): PageView | undefined {
  return view.settled && view.state !== null ? view : undefined;
}

interface Resolvers {
  readonly review: ReturnType<typeof createReviewLinkResolver>;
  readonly query: ReturnType<typeof createQueryResolver>;
  readonly urls: ReturnType<typeof createProviderUrls>;
}

/** A review if the link leads to one, else whatever the service takes it for. */
async function targetOf(
  { link, batches }: RecordOptions,
  scope: Scope,
  { review, query, urls }: Resolvers,
): Promise<Target> {
  const reviewLink = await review(link, scope).catch((error) => {
    if (isAppError(error, 'invalid_request')) return null;
    throw error;
  });
  if (reviewLink !== null) {
    const { reviewId, authorId, featureId, url } = reviewLink;
    const cid = featureId === null ? null : cidOfFeature(featureId);
    return { kind: 'review', url: urls.review(url), review: { reviewId, authorId, cid } };
  }
  const resolution = await query(link, scope);
  const page =
    'known' in resolution
      ? { kind: 'place' as const, url: urls.place(placeIdOfFeature(resolution.known.featureId) ?? '') }
      : resolution.page;
  const kind = page.kind === 'place' && batches > 0 ? 'reviews' : page.kind;
  return { kind, url: page.url, review: null };
}

interface ListRead {
  readonly listEnd: string | null;
  readonly cards: readonly RawReviewCard[];
  readonly list: DomNode | null;
}
const NO_LIST: ListRead = { listEnd: null, cards: [], list: null };

/** Reads the list of the place that is open, as far as wanted. */
async function readList(
  page: Page,
  view: PageView,
  scope: Scope,
  { batches, settleMs = SETTLE_MS, onStep }: RecordOptions,
): Promise<ListRead> {
  onStep?.('listing');
  const reviewsTab = view.state?.panel?.reviewsTab ?? -1;
  if (reviewsTab < 0) return { ...NO_LIST, listEnd: 'no reviews tab' };
  const raw = rawPlacePage(view);
  const total = extractPlace(raw)?.place.reviewCount ?? null;
  const inline = placeBodies(raw).flatMap((body) => inlineReviewRecords(placeArray(body) ?? []));
  const isShort = total !== null && total <= inline.length;
  const reviews = readReviewList(page, { reviewsTab, isShort }, { scope, settleMs, wantsMore: () => false });
  let listEnd = 'as many batches as wanted';
  for (let read = 0; read < batches; read += 1) {
    const { value, done } = await reviews.next();
    if (done !== true) continue;
    listEnd = value.kind === 'drift' ? `drift: ${value.what}` : value.kind;
    break;
  }
  await reviews.return({ kind: 'stalled' });
  const cards = await race(scope.signal, captureUnknownCards(page, []));
  return { listEnd, cards, list: await race(scope.signal, page.evaluate(captureTree)) };
}
