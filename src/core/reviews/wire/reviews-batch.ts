import type { IndexPath } from '../../provider/rules/built-in.js';
import { RULES } from '../../provider/rules/built-in.js';
import { bodyShape, dataAnswer, jsonArraysIn, parseGuarded, shapeOf } from '../../provider/wire/envelope.js';
import { anythingAt, valueAt } from '../../provider/wire/path-table.js';
import { recordCid } from './review-page-data.js';

/** One answer of the page's own reviews request. */
export interface ReviewsBatch {
  /** Raw records, in the list's order; undefined for an item without a record. Never empty. */
  readonly records: readonly unknown[];
  readonly hasNext: boolean;
}

export type BatchReading =
  | { readonly kind: 'batch'; readonly batch: ReviewsBatch }
  /**
   * An answer without a record. `saysEnd`: it has the end mark, which a blocked or expired request also gets: only
   * the place's own count distinguishes them. reviews.md §2.
   */
  | { readonly kind: 'empty'; readonly saysEnd: boolean }
  /** An answer without a frame of reviews; `what` describes its content. */
  | { readonly kind: 'unframed'; readonly what: string }
  | { readonly kind: 'unknown_form'; readonly what: string };

const MIN_PAYLOAD_LENGTH = 3;
const MAX_NAMED = 3;

/** Reads the frames of a reviews answer. Never throws. An unknown shape is reported as unknown, never read as empty. */
export function readReviewsBatch(body: string): BatchReading {
  const { paths, frameIds } = RULES;
  const entries = framesIn(body);
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
 * Describes, for the log, the frame that holds review records in the answer of another call, at any position; null =
 * no frame holds records. The provider may rename the call.
 */
export function reviewsInOtherCall(body: string): string | null {
  const found = framesIn(body).find((entry) => {
    const packed = payloadIn(entry);
    const payload = typeof packed === 'string' ? parseGuarded(packed) : null;
    return Array.isArray(payload) && payload.some(isListOfRecords);
  });
  return found === undefined ? null : callName(valueAt(found, [1]));
}

function isListOfRecords(rows: unknown): boolean {
  const { record } = RULES.paths.reviewsPayload;
  return (
    Array.isArray(rows) && rows.length > 0 && rows.every((row) => recordCid(anythingAt(row, record)) !== null)
  );
}

/** True if the place has more reviews than the reviews inlined with its payload. places.md §6. */
export function hasMoreThanInline(place: readonly unknown[]): boolean {
  const { token } = RULES.paths.inlineReviews;
  return token.some((path) => typeof valueAt(place, path) === 'string');
}

/** The payload of a frame: a text that looks like data, else any value. */
function payloadIn(entry: unknown): unknown {
  const paths = RULES.paths.reviewsFrame.payload;
  const values = paths.map((path) => valueAt(entry, path));
  const data = values.find((value) => typeof value === 'string' && value.startsWith('['));
  return data ?? anythingAt(entry, paths);
}

function readPayload(packed: unknown): BatchReading {
  if (packed === null) return { kind: 'empty', saysEnd: false };
  const payload = typeof packed === 'string' ? parseGuarded(packed) : undefined;
  if (payload === null) return { kind: 'empty', saysEnd: false };
  if (!Array.isArray(payload) || payload.length < MIN_PAYLOAD_LENGTH)
    return { kind: 'unknown_form', what: `payload: ${shapeOf(payload ?? packed)}` };
  const { token: tokens, records: lists, record } = RULES.paths.reviewsPayload;
  const token = tokens.map((path) => valueAt(payload, path)).find((value) => typeof value === 'string');
  const rows = lists
    .map((path) => valueAt(payload, path))
    .find((value): value is readonly unknown[] => Array.isArray(value) && value.length > 0);
  const otherToken = anythingAt(payload, tokens);
  if (token === undefined && otherToken != null)
    return { kind: 'unknown_form', what: 'the token is no text' };
  if (rows === undefined) return readEmpty(payload, token !== undefined);
  const records = rows.map((item) => anythingAt(item, record));
  return { kind: 'batch', batch: { records, hasNext: token !== undefined } };
}

/**
 * Reads an answer without records. It may hold only token and end mark; any other value means that the records may have
 * moved. A slot that the rules name counts as known only if its value has the right type.
 */
function readEmpty(payload: readonly unknown[], hasToken: boolean): BatchReading {
  const { token, records, end } = RULES.paths.reviewsPayload;
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

/** Describes an answer without a frame of reviews, for the log: names of calls and shapes, never content. */
function describe(body: string, entries: readonly unknown[]): string {
  const ids = entries.filter((entry) => valueAt(entry, [0]) === 'wrb.fr').map((entry) => valueAt(entry, [1]));
  return ids.length > 0
    ? `frames of ${ids.slice(0, MAX_NAMED).map(callName).join(', ')}`
    : `no frames: ${bodyShape(dataAnswer(body))}`;
}

function framesIn(body: string): unknown[] {
  return jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
}

/** The two recorded kinds of call names: `qv9Egd` and `/MapsUgcPostService.ListUgcPosts`. reviews.md §2 */
export const CALL_NAME = /^(?=\w*\d)\w{6}$|^\/\w+Service\.\w+$/;

const callName = (id: unknown): string => (typeof id === 'string' && CALL_NAME.test(id) ? id : shapeOf(id));
