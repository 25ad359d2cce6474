/** The data requests a document may name in advance. places.md §5, reviews.md §6. */
export const PLACE_DATA = '/maps/preview/place';
export const REVIEW_DATA = '/maps/timeline/_rpc/pc';

const LINK = /<link\b[^>]*>/g;

/**
 * The data request a document preloads, as a whole URL on the document's own host, or null when it names none:
 * `<link rel="preload" as="fetch" href="/maps/preview/place?…">`, attributes in any order. Recorded.
 */
export function dataLink(html: string, documentUrl: string, path: string): string | null {
  for (const [tag] of html.matchAll(LINK)) {
    if (!/\brel="preload"/.test(tag) || !/\bas="fetch"/.test(tag)) continue;
    const href = /\bhref="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined || !URL.canParse(href, documentUrl)) continue;
    const target = new URL(href, documentUrl);
    if (target.origin === new URL(documentUrl).origin && target.pathname === path) return target.href;
  }
  return null;
}
