import { currentRules } from '../rules/current.js';

const LINK = /<link\b[^>]*>/g;

/**
 * The URL of the data request that a document preloads (places.md §5, reviews.md §6), on the document's own host;
 * null when the document preloads none of this kind: `<link rel="preload" as="fetch" href="/maps/preview/place?…">`,
 * attributes in any order. Recorded.
 */
export function dataLink(html: string, documentUrl: string, kind: 'place' | 'review'): string | null {
  const paths = currentRules().requests[kind];
  for (const [tag] of html.matchAll(LINK)) {
    if (!/\brel="preload"/.test(tag) || !/\bas="fetch"/.test(tag)) continue;
    const href = /\bhref="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined || !URL.canParse(href, documentUrl)) continue;
    const target = new URL(href, documentUrl);
    if (target.origin === new URL(documentUrl).origin && paths.includes(target.pathname)) return target.href;
  }
  return null;
}
