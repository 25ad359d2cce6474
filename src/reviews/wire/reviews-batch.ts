import type { IndexPath } from '../../provider/rules/built-in.js';
import { currentRules } from '../../provider/rules/current.js';
import { bodyShape, parseGuarded, shapeOf } from '../../provider/wire/envelope.js';
import { jsonArraysIn } from '../../provider/wire/json-arrays.js';
import { anythingAt, arrayAt, valueAt } from '../../provider/wire/path-table.js';
import { recordCid } from './review-page-data.js';

/** One answer of the page's own reviews request. */
export interface ReviewsBatch {
  /** Raw records, in the list's order; undefined where an item holds none. Never empty. */
  readonly records: readonly unknown[];
  /** More can be asked for. */
  readonly hasNext: boolean;
}

export type BatchReading =
  | { readonly kind: 'batch'; readonly batch: ReviewsBatch }
  /**
   * No record. `saysEnd`: with the mark of the end, which a blocked or expired request gets as well: only the
   * place's own count distinguishes them. reviews.md §2.
   */
  | { readonly kind: 'empty'; readonly saysEnd: boolean }
  /** No frame of reviews; `what` is there instead. */
  | { readonly kind: 'unframed'; readonly what: string }
  /** A frame of reviews of an unknown form. */
  | { readonly kind: 'unknown_form'; readonly what: string };

const SHORTEST_PAYLOAD = 3;
const MAX_NAMED = 3;

/** Reads the frames of a reviews answer. Never throws. An unknown form is said to be one, never read as empty. */
export function readReviewsBatch(body: string): BatchReading {
  const { paths, frameIds } = currentRules();
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  const known: ReadonlySet<unknown> = new Set(frameIds.reviews);
  const readings = entries
    .filter((entry) => paths.reviewsFrame.id.some((path) => known.has(valueAt(entry, path))))
    .map((entry) => readPayload(payloadIn(entry)));
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'unframed', what: describe(body, entries) };
  const unknown = readings.find(({ kind }) => kind === 'unknown_form');
  if (unknown !== undefined) return unknown;
  const records = readings.flatMap((reading) => (reading.kind === 'batch' ? reading.batch.records : []));
  if (records.length === 0) return last;
  return { kind: 'batch', batch: { records, hasNext: last.kind === 'batch' && last.batch.hasNext } };
}

/**
 * How the log names the frame that holds review records in the answer of another call, wherever they stand in it; null =
 * no frame holds any. The provider may give the call another name.
 */
export function reviewsInOtherCall(body: string): string | null {
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  const found = entries.find((entry) => {
    const packed = payloadIn(entry);
    const payload = typeof packed === 'string' ? parseGuarded(packed) : null;
    return Array.isArray(payload) && payload.some(isListOfRecords);
  });
  return found === undefined ? null : callName(valueAt(found, [1]));
}

function isListOfRecords(rows: unknown): boolean {
  const { record } = currentRules().paths.reviewsPayload;
  return (
    Array.isArray(rows) && rows.length > 0 && rows.every((row) => recordCid(anythingAt(row, record)) !== null)
  );
}

/** The first records of a place, inlined with its payload `P`. places.md §6. */
export function inlineReviewRecords(place: readonly unknown[]): readonly unknown[] {
  const { list, record } = currentRules().paths.inlineReviews;
  return (arrayAt(place, list) ?? []).map((item) => anythingAt(item, record));
}

/** More reviews can be asked for than those inlined with the place. places.md §6. */
export function hasMoreThanInline(place: readonly unknown[]): boolean {
  const { token } = currentRules().paths.inlineReviews;
  return token.some((path) => typeof valueAt(place, path) === 'string');
}

/** The place has reviews, although its payload may hold no record of them. places.md §6. */
export function hasSnippets(place: readonly unknown[]): boolean {
  return currentRules().paths.inlineReviews.snippets.some((path) => isFilledArray(valueAt(place, path)));
}

/** A text that looks like data before one that does not. */
function payloadIn(entry: unknown): unknown {
  const paths = currentRules().paths.reviewsFrame.payload;
  const values = paths.map((path) => valueAt(entry, path));
  const data = values.find((value) => typeof value === 'string' && value.startsWith('['));
  return data ?? anythingAt(entry, paths);
}

function readPayload(packed: unknown): BatchReading {
  if (packed === null) return { kind: 'empty', saysEnd: false };
  const payload = typeof packed === 'string' ? parseGuarded(packed) : undefined;
  if (payload === null) return { kind: 'empty', saysEnd: false };
  if (!Array.isArray(payload) || payload.length < SHORTEST_PAYLOAD)
    return { kind: 'unknown_form', what: `payload: ${shapeOf(payload ?? packed)}` };
  const { token: tokens, records: lists, record } = currentRules().paths.reviewsPayload;
  const token = tokens.map((path) => valueAt(payload, path)).find((value) => typeof value === 'string');
  const rows = lists.map((path) => valueAt(payload, path)).find((value) => isFilledArray(value));
  const otherToken = anythingAt(payload, tokens);
  if (token === undefined && otherToken != null)
    return { kind: 'unknown_form', what: 'the token is no text' };
  if (rows === undefined) return readEmpty(payload, token !== undefined);
  const records = rows.map((item) => anythingAt(item, record));
  return { kind: 'batch', batch: { records, hasNext: token !== undefined } };
}

function isFilledArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/**
 * Without records nothing but token and end mark may be there: else they may have moved. A slot of the rules counts
 * only with what belongs into it, so that another entry never hides something.
 */
function readEmpty(payload: readonly unknown[], hasToken: boolean): BatchReading {
  const { token, records, end } = currentRules().paths.reviewsPayload;
  const isIn = (paths: readonly IndexPath[], slot: number) => paths.some((path) => path[0] === slot);
  const filled = payload.flatMap((value, slot) => (value == null ? [] : [{ value, slot }]));
  for (const { value, slot } of filled) {
    const isKnown =
      (typeof value === 'string' && isIn(token, slot)) ||
      (Array.isArray(value) && value.length === 0 && isIn(records, slot)) ||
      (typeof value === 'boolean' && isIn(end, slot));
    if (isKnown) continue;
    if (isIn(records, slot)) return { kind: 'unknown_form', what: 'the records are no list' };
    if (isIn(end, slot)) return { kind: 'unknown_form', what: 'the end mark is no flag' };
    return { kind: 'unknown_form', what: `no records, but something in slot ${slot}` };
  }
  const isEnd = end.some((path) => valueAt(payload, path) === true);
  return { kind: 'empty', saysEnd: isEnd && !hasToken };
}

/** What an answer without a frame of reviews holds, for the log: names of calls and shapes, never content. */
function describe(body: string, entries: readonly unknown[]): string {
  const ids = entries.filter((entry) => valueAt(entry, [0]) === 'wrb.fr').map((entry) => valueAt(entry, [1]));
  return ids.length > 0
    ? `frames of ${ids.slice(0, MAX_NAMED).map(callName).join(', ')}`
    : `no frames: ${bodyShape(body)}`;
}

/** The two forms that names of calls have had: `qv9Egd` and `/MapsUgcPostService.ListUgcPosts`. reviews.md §2 */
export const CALL_NAME = /^(?=\w*\d)\w{6}$|^\/\w+Service\.\w+$/;

function callName(id: unknown): string {
  return typeof id === 'string' && CALL_NAME.test(id) ? id : shapeOf(id);
}

/** As calls are named; nothing else of an answer may reach a report. */
const CALL_ID = /^[\w./-]{1,60}$/;

/** The names of the calls that an answer holds frames of, in order. reviews.md §2 */
export function frameIdsIn(body: string): readonly string[] {
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  return entries.flatMap((entry) => {
    const id = valueAt(entry, [1]);
    return valueAt(entry, [0]) === 'wrb.fr' && typeof id === 'string' && CALL_ID.test(id) ? [id] : [];
  });
}
