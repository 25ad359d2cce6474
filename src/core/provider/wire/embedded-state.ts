import type { FeatureId } from '../../identifiers/feature-id.js';
import { coordinatesOf, type PlaceMarks } from '../../identifiers/place-marks.js';
import { RULES } from '../rules/built-in.js';
import { type DataAnswer, dataAnswer, isGuarded, parseJson } from './envelope.js';
import { readField, readFields, valueAt } from './path-table.js';
import { featureId, latitude, longitude, mid } from './value-types.js';

/**
 * Indexes in a document: where the text before its state begins, where the state begins, and where it ends; `end` is
 * null when the state is cut off.
 */
function stateSpan(html: string) {
  const { stateStart, stateEnd } = RULES.marks;
  for (const opening of stateStart) {
    const mark = html.indexOf(opening);
    if (mark < 0) continue;
    const start = mark + opening.length;
    const ends = stateEnd.map((closing) => html.indexOf(closing, start)).filter((end) => end >= 0);
    return { mark, start, end: ends[0] ?? null };
  }
  return null;
}

/** True for a document of the product: all of them carry a state, whole or cut off. */
export function carriesState(html: string): boolean {
  return stateSpan(html) !== null;
}

/** The state of a document, and the answers in it that may hold place payloads or be search answers. */
export interface EmbeddedState {
  readonly state: readonly unknown[];
  readonly places: readonly DataAnswer[];
  readonly searches: readonly DataAnswer[];
}

/** The page's own state; null when the document is missing or holds none. places.md §5, 18 of 18 recordings. */
export function readEmbeddedState(html: string | null): EmbeddedState | null {
  const span = html === null ? null : stateSpan(html);
  if (html === null || span?.end == null) return null;
  const state = parseJson(html.slice(span.start, span.end));
  if (!Array.isArray(state)) return null;
  return { state, places: inlineAnswers(state, 'place'), searches: inlineAnswers(state, 'search') };
}

/** A document without its state. */
export function withoutState(html: string): string {
  const span = stateSpan(html);
  return span?.end == null ? html : html.slice(0, span.mark) + html.slice(span.end);
}

/** The feature id of a document's place; null when it names none. The name beside it may be the query: it is not read. */
export function stateFeatureId(embedded: EmbeddedState | null): FeatureId | null {
  return readField(embedded?.state, RULES.paths.embeddedState.featureId, featureId);
}

/** The types of the marks of a document's place. places.md §5 */
const STATE_MARKS = { mid, lat: latitude, lng: longitude } as const;

/** MID and coordinates of a document's place; unknown without a state. */
export function stateMarks(embedded: EmbeddedState | null): PlaceMarks {
  const { mid: itsMid, lat, lng } = readFields(embedded?.state, RULES.paths.embeddedState, STATE_MARKS);
  return { mid: itsMid, at: coordinatesOf(lat, lng) };
}

/** Guarded bodies in the state: in the part that the rules name, or in any array in it. places.md §5, §7. */
function inlineAnswers(state: readonly unknown[], kind: 'place' | 'search'): readonly DataAnswer[] {
  const { embeddedState, inlineBodies: slots } = RULES.paths;
  const parts = embeddedState.bodies
    .map((path) => valueAt(state, path))
    .filter((part) => typeof part === 'object' && part !== null);
  const arrays = parts
    .flatMap((part) => [part, ...Object.values(part as object)])
    .filter((value) => Array.isArray(value));
  return arrays.flatMap((array) =>
    slots[kind]
      .map((slot) => valueAt(array, slot))
      .filter((value): value is string => typeof value === 'string' && isGuarded(value))
      .map(dataAnswer),
  );
}

const LINK = /<link\b[^>]*/g;

/**
 * The URL of the data request that a document preloads (places.md §5, reviews.md §6), on the document's own host; null
 * when the document preloads no request of this kind: `<link rel="preload" as="fetch" href="/maps/preview/place?…">`,
 * attributes in any order. Recorded.
 */
export function dataLink(html: string, documentUrl: string, kind: 'place' | 'review'): string | null {
  const paths = RULES.requests[kind];
  for (const [tag] of html.matchAll(LINK)) {
    if (!/\brel="preload"/.test(tag) || !/\bas="fetch"/.test(tag)) continue;
    const href = /\bhref="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined || !URL.canParse(href, documentUrl)) continue;
    const target = new URL(href, documentUrl);
    if (target.origin === new URL(documentUrl).origin && paths.includes(target.pathname)) return target.href;
  }
  return null;
}
