import type { RawPlacePage } from '../extractors/place.js';
import type { PageView } from './watch.js';

/** A view as the extractors take it. */
export function rawPlacePage({ asked, url, seen, state }: PageView): RawPlacePage {
  return { asked, url, html: seen.documents.at(-1)?.html ?? null, payloads: seen.payloads, state };
}
