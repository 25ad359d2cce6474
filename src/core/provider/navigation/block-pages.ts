import { carriesState } from '../wire/embedded-state.js';
import { isGuarded } from '../wire/envelope.js';

/** The path in the noscript part of the "enable JavaScript" page. */
const SCRIPT_PAGE_PATH = '/httpservice/retry/enablejs';

/** The constant part of the paths of block pages. places.md §4 */
const BLOCK_PAGE_PATH = /^\/(?:sorry\/(?:index)?|httpservice\/retry\/(?:enablejs)?)/;

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

/** True for the address of a block page, in a tab or as a hop of a share link. */
export function isBlockPageUrl(url: string): boolean {
  return URL.canParse(url) && BLOCK_PAGE_PATH.test(new URL(url).pathname);
}
