import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Response } from 'playwright';
import { readConfig } from '../../core/config/config.js';
import { INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { isConsentUrl } from '../../core/identifiers/provider-hosts.js';
import { type LocalService, packageVersion, SETTLE_MS, withLocalService } from '../../core/local-service.js';
import { extractPlace, placeBodies } from '../../core/places/extractors/extract-place.js';
import { placeArray } from '../../core/places/wire/place-payload.js';
import { navigate, type PageView, rawPlacePage } from '../../core/provider/navigation/navigate.js';
import { dataKind, isDocument } from '../../core/provider/navigation/observation.js';
import { RULES } from '../../core/provider/rules/built-in.js';
import { identityOf } from '../../core/reviews/extractors/visibility.js';
import { captureUnknownCards } from '../../core/reviews/review-cards.js';
import { listCallOf } from '../../core/reviews/reviews-feed.js';
import { readFirstBatches } from '../../core/reviews/scroll-list.js';
import { inlineReviewRecords, reviewsInOtherCall } from '../../core/reviews/wire/reviews-batch.js';
import { createLogger } from '../../core/runtime/logger.js';
import { race, type Scope, startScope } from '../../core/runtime/scope.js';
import type { Recording, RecordingCase, RecordingPart } from './recording.js';
import { sanitise } from './sanitise.js';

export interface RecordRequest {
  readonly link: string;
  /** Batches of the review list to read; 0 = none. */
  readonly batches: number;
  readonly signal: AbortSignal;
  readonly onStep: (step: 'resolving' | 'opening' | 'listing') => void;
}

/**
 * Records a page with the settings of the service. The recording has personal data: `keepRecording` removes them.
 * @throws AppError as the service answers: `provider_blocked`, `provider_unavailable`, `no_results`,
 * `invalid_request`; SettingsError
 */
export async function recordPage(request: RecordRequest): Promise<Recording> {
  // Use one browser context, and one page at a time.
  const config = { ...readConfig(), BROWSER_CONTEXTS: 1 };
  const log = createLogger('silent');
  const openScope = () => startScope('record', log, config.REVIEWS_TIMEOUT_MS);
  const options = { config, log, signal: request.signal, openScope };
  return withLocalService(options, (service) => record(service, request));
}

/**
 * The folder of a recording in `out`; `name` null = named after kind and time. A name from the page might name a
 * person.
 */
export function folderOf({ about }: Recording, out: string, name: string | null): string {
  const time = about.recordedAt.slice(0, 19).replace(/\D/g, '');
  return join(out, `recorded--${name ?? `${about.kind}-${time}`}`);
}

/** Writes a recording without personal data. @throws the error of the file system, also if the folder exists */
export async function keepRecording(folder: string, recording: Recording, anonymous: boolean): Promise<void> {
  const seed = randomBytes(32).toString('hex');
  const { about, bodies, ...shown } = sanitise(recording, { seed, anonymous });
  await mkdir(folder);
  for (const [file, body] of Object.entries(bodies)) await writeFile(join(folder, file), body);
  await writeFile(join(folder, 'shown.json'), `${JSON.stringify(shown)}\n`);
  await writeFile(join(folder, 'case.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** Opens a page in the same way as the service, and keeps its answers and its content. */
async function record(service: LocalService, request: RecordRequest): Promise<Recording> {
  const { config, scope, useCases } = service;
  request.onStep('resolving');
  const target = await targetOf(service, request);
  request.onStep('opening');
  return useCases.loads.withTab(scope, ({ page, load }) =>
    load(scope, async (_, navigation) => {
      const watch = watchPage(page);
      try {
        const surface = target.kind === 'review' ? { reviewId: target.review?.reviewId ?? null } : 'place';
        const view = await navigate(page, target.url, { ...navigation, surface }, atRest).catch((error) => {
          // Record a consent page that cannot be declined, so that a person can look at it.
          if (!isConsentUrl(page.url())) throw error;
          scope.signal.throwIfAborted();
          return null;
        });
        const panel = await race(scope.signal, page.evaluate(captureMarkup));
        const read =
          view === null || target.kind !== 'reviews' ? NO_LIST : await readList(page, view, scope, request);
        const answers = await watch.answers();
        const parts = answers.map(({ body: _, ...answer }, index) => ({
          ...answer,
          file: `${String(index).padStart(2, '0')}-${answer.kind}.${answer.kind === 'document' ? 'html' : 'txt'}`,
        }));
        const kind = view === null ? 'consent' : target.kind;
        return {
          about: {
            format: 2,
            kind,
            link: request.link,
            asked: target.url,
            url: view?.url ?? page.url(),
            provider: config.EGRESS_OVERRIDE === undefined ? 'real' : 'stand-in',
            anonymous: false,
            reviewed: false,
            recordedAt: new Date().toISOString(),
            versions: {
              node: process.versions.node,
              chromium: page.context().browser()?.version() ?? 'unknown',
              placeLookup: packageVersion(),
            },
            locale: {
              language: config.PROVIDER_LANGUAGE,
              region: config.PROVIDER_REGION,
              timeZone: config.TIME_ZONE,
            },
            review: target.review,
            parts,
          },
          bodies: Object.fromEntries(parts.map(({ file }, index) => [file, answers[index]?.body ?? ''])),
          state: view?.state ?? null,
          panel,
          ...read,
        };
      } finally {
        watch.stop();
      }
    }),
  );
}

/** Runs in the browser. Returns the markup of the panels of the page, or of its body, without scripts and styles. */
function captureMarkup(): string {
  const wanted = '[role="main"], [role="feed"]';
  const panels = [...document.querySelectorAll(wanted)].filter(
    (panel) => panel.parentElement?.closest(wanted) == null,
  );
  // Another document: copies of pictures must not be loaded.
  const copies = document.implementation.createHTMLDocument('').body;
  for (const shown of panels.length > 0 ? panels : [document.body])
    copies.append(copies.ownerDocument.importNode(shown, true));
  for (const part of copies.querySelectorAll('script, style, link, meta, noscript, template')) part.remove();
  return copies.innerHTML;
}

function atRest(view: PageView): PageView | undefined {
  return view.settled && view.state !== null ? view : undefined;
}

/** The page to open: a review if the link leads to a review, else the page that the service would open. */
async function targetOf(
  { useCases: { resolve, resolveReview, counted }, scope }: LocalService,
  { link, batches }: RecordRequest,
): Promise<Pick<RecordingCase, 'kind' | 'url' | 'review'>> {
  const reviewLink = await resolveReview(link, scope).catch((error) => {
    if (isAppError(error, INVALID_REQUEST)) return null;
    throw error;
  });
  if (reviewLink !== null) {
    return { kind: 'review', url: counted.urls.review(reviewLink.url), review: identityOf(reviewLink) };
  }
  const { page } = await resolve(link, scope);
  const kind = page.kind === 'search' ? 'search' : batches > 0 ? 'reviews' : 'place';
  return { kind, url: page.url, review: null };
}

type ListRead = Pick<Recording, 'cards' | 'list'>;
const NO_LIST: ListRead = { cards: [], list: null };

/** Reads the requested number of batches from the list of the open place. */
async function readList(page: Page, view: PageView, scope: Scope, request: RecordRequest): Promise<ListRead> {
  request.onStep('listing');
  const reviewsTab = view.state?.panel?.reviewsTab ?? -1;
  if (reviewsTab < 0) return NO_LIST;
  const raw = rawPlacePage(view);
  const total = extractPlace(raw)?.place.reviewCount ?? null;
  const inline = placeBodies(raw).flatMap((body) => inlineReviewRecords(placeArray(body) ?? []));
  const place = { reviewsTab, total, inlined: inline.length };
  await readFirstBatches(page, place, { scope, settleMs: SETTLE_MS }, request.batches);
  const cards = await race(scope.signal, captureUnknownCards(page, []));
  return { cards, list: await race(scope.signal, page.evaluate(captureMarkup)) };
}

/** An answer that a page received. */
interface WatchedAnswer extends Omit<RecordingPart, 'file'> {
  /** Empty for a redirect, and where the browser no longer holds it. */
  readonly body: string;
}

const KEPT_HEADERS: ReadonlySet<string> = new Set(['content-type', 'cache-control', 'location', 'age']);
const KINDS = { payloads: 'payload', searches: 'search', reviews: 'review' } as const;

/** Collects the documents and data answers that a page receives; call it before the page is opened. */
function watchPage(page: Page) {
  const reading: Promise<WatchedAnswer | null>[] = [];
  const onResponse = (response: Response) => {
    const kind = kindOf(response, page);
    // Consent pages are not kept.
    if (kind !== null && !isConsentUrl(response.url())) reading.push(read(response, kind));
    // The page may request reviews by a call with an unknown name. Its answer is a batch that cannot be read yet.
    if (kind === null && listCallOf(response.request()) === 'other')
      reading.push(
        read(response, 'batch').then((batch) => (reviewsInOtherCall(batch.body) === null ? null : batch)),
      );
  };
  page.on('response', onResponse);
  return {
    /** All answers so far, in order of arrival. Resolves when all bodies have been read. */
    answers: async () => (await Promise.all(reading)).filter((answer) => answer !== null),
    stop: () => void page.off('response', onResponse),
  };
}

function kindOf(response: Response, page: Page): RecordingPart['kind'] | null {
  const request = response.request();
  if (isDocument(request, page)) return 'document';
  if (listCallOf(request) === 'reviews') return 'batch';
  const kind = dataKind(response.url(), RULES);
  return kind === null ? null : KINDS[kind];
}

async function read(response: Response, kind: RecordingPart['kind']): Promise<WatchedAnswer> {
  const headers = await response.allHeaders().catch(() => response.headers());
  const isRedirect = response.status() >= 300 && response.status() < 400;
  const body = isRedirect ? '' : await response.text().catch(() => '');
  return {
    kind,
    url: response.url(),
    method: response.request().method(),
    status: response.status(),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.has(name))),
    body,
  };
}
