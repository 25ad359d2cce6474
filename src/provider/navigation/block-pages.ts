import { AppError, DiagnosticError, providerBlocked } from '../../contract/errors.js';
import { message } from '../../contract/messages.js';
import type { NotePresence } from '../origins.js';
import { carriesState } from '../wire/embedded-state.js';
import { isGuarded } from '../wire/envelope.js';

/** The path in the noscript part of the "enable JavaScript" page. */
const SCRIPT_PAGE_PATH = '/httpservice/retry/enablejs';

/** The constant part of the paths of block pages. places.md §4 */
const BLOCK_PAGE_PATH = /^\/(?:sorry\/(?:index)?|httpservice\/retry\/(?:enablejs)?)/;

const FAULT_RETRY_SECONDS = 10;

/** The name of a block page in the log. Any other address is left out, because it may hold a query. */
export function blockPageCause(url: string): string {
  const path = URL.canParse(url) ? BLOCK_PAGE_PATH.exec(new URL(url).pathname)?.[0] : undefined;
  return path === undefined ? 'a block page at the address that was asked for' : `block page at ${path}`;
}

/**
 * True for the "enable JavaScript" page: the body names its path, and is neither data nor a document with a state. In
 * data and in such a document, the path is part of a query or a review.
 */
export function isScriptPage(body: string): boolean {
  return body.includes(SCRIPT_PAGE_PATH) && !isGuarded(body) && !carriesState(body);
}

/** True for the address of the "enable JavaScript" page. */
export function isScriptPageUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.startsWith(SCRIPT_PAGE_PATH);
}

/**
 * True when a block page was shown instead of this address: the block page names it in `continue` (places.md §4). If
 * `continue` names another address, the author of the link made the redirect.
 */
export function isBlockPageFor(blockPage: URL, asked: string): boolean {
  const refused = withHttps(blockPage.searchParams.get('continue') ?? '');
  return refused !== null && refused === withHttps(asked);
}

function withHttps(url: string): string | null {
  return URL.canParse(url) ? new URL(url).href.replace(/^http:/, 'https:') : null;
}

/** The error for a block page. */
export function throttled(cause: string): AppError {
  return providerBlocked({ cause });
}

/** The error for a provider that answers wrongly or not at all. */
export function providerFault(cause: string | Drift | ForeignPayloads): AppError {
  return new AppError('provider_unavailable', message('providerFails'), {
    cause,
    retryAfterSeconds: FAULT_RETRY_SECONDS,
  });
}

/**
 * Kinds of pages and answers whose shape may be unknown; the metrics count them by these names. True: recognised shapes
 * of this kind are noted as well, so that the share of unknown shapes is known.
 */
const DRIFTS = {
  list_frame: true,
  search_answer: true,
  review_answer: true,
  place_payload: true,
  consent_form: true,
  review_page: false,
  list_record: false,
  list_card: false,
} as const;

export type DriftKind = keyof typeof DRIFTS;

/** Notes an unknown shape of a kind whose recognised shapes are noted as well. */
export function noteUnknown(kind: DriftKind, note: NotePresence): void {
  if (DRIFTS[kind]) note('form', { [kind]: false });
}

/** The cause of a fault that shows a change at the provider. */
export class Drift extends DiagnosticError {
  override readonly name = 'Drift';
  readonly kind: DriftKind;

  /** `where` names the unexpected content and its position. */
  constructor(kind: DriftKind, where: string) {
    super(`${kind}: ${where}`);
    this.kind = kind;
  }
}

/** The cause of a fault when a page brought only data of other places. */
export class ForeignPayloads extends Error {
  override readonly name = 'ForeignPayloads';
  readonly count: number;

  constructor(count: number) {
    super(`payloads of other places came in place of its own: ${count}`);
    this.count = count;
  }
}

/** The error for a page or an answer of unknown shape: it proves nothing, in particular no absence. */
export function drifted(kind: DriftKind, where: string): AppError {
  return providerFault(new Drift(kind, where));
}

/** True for the address of a block page, in a tab or as a hop of a share link. */
export function isBlockPageUrl(url: string): boolean {
  return URL.canParse(url) && BLOCK_PAGE_PATH.test(new URL(url).pathname);
}
