import { parseGuarded } from './envelope.js';
import { jsonArraysIn } from './json-arrays.js';
import { valueAt } from './path-table.js';
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

/** Both names the provider gives the request. reviews.md §2. */
const RPC_IDS: ReadonlySet<unknown> = new Set(['qv9Egd', '/MapsUgcPostService.ListUgcPosts']);
/** Slots of a payload `[null, token, [[r], …], null, null, end]`. reviews.md §2. */
const TOKEN = 1;
const RECORDS = 2;
const END = 5;
const SHORTEST_PAYLOAD = 3;
const LONGEST_QUOTE = 60;
const MOST_QUOTED = 3;

/** Reads the frames of a reviews answer. Never throws. An unknown form is said to be one, never read as empty. */
export function readReviewsBatch(body: string): BatchReading {
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  const readings = entries
    .filter((entry) => RPC_IDS.has(valueAt(entry, [1])))
    .map((entry) => readPayload(valueAt(entry, [2])));
  const last = readings.at(-1);
  if (last === undefined) return { kind: 'unframed', what: describe(body, entries) };
  const unknown = readings.find(({ kind }) => kind === 'unknown_form');
  if (unknown !== undefined) return unknown;
  const records = readings.flatMap((reading) => (reading.kind === 'batch' ? reading.batch.records : []));
  if (records.length === 0) return last;
  return { kind: 'batch', batch: { records, hasNext: last.kind === 'batch' && last.batch.hasNext } };
}

/**
 * The id of the frame that holds review records in the answer of another call, wherever they stand in it; null = none
 * does. The provider may give the call another name.
 */
export function reviewsInOtherCall(body: string): string | null {
  const entries = jsonArraysIn(body).flatMap((frame) => (Array.isArray(frame) ? frame : []));
  const found = entries.find((entry) => {
    const packed = valueAt(entry, [2]);
    const payload = typeof packed === 'string' ? parseGuarded(packed) : null;
    return Array.isArray(payload) && payload.some(isListOfRecords);
  });
  return found === undefined ? null : quote(valueAt(found, [1]));
}

function isListOfRecords(rows: unknown): boolean {
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => recordCid(valueAt(row, [0])) !== null);
}

/** The first records of a place, inlined with its payload `P`. places.md §6. */
export function inlineReviewRecords(place: readonly unknown[]): readonly unknown[] {
  const items = valueAt(place, [175, 9, 0, 0]);
  return Array.isArray(items) ? items.map((item) => valueAt(item, [0])) : [];
}

/** More reviews can be asked for than those inlined with the place. places.md §6. */
export function hasMoreThanInline(place: readonly unknown[]): boolean {
  return typeof valueAt(place, [175, 9, 0, 6]) === 'string';
}

function readPayload(packed: unknown): BatchReading {
  if (packed === null) return { kind: 'empty', saysEnd: false };
  const payload = typeof packed === 'string' ? parseGuarded(packed) : undefined;
  if (payload === null) return { kind: 'empty', saysEnd: false };
  if (!Array.isArray(payload) || payload.length < SHORTEST_PAYLOAD)
    return { kind: 'unknown_form', what: `payload ${quote(packed)}` };
  const token: unknown = payload[TOKEN] ?? null;
  const rows: unknown = payload[RECORDS] ?? null;
  if (token !== null && typeof token !== 'string')
    return { kind: 'unknown_form', what: 'the token is no text' };
  if (rows !== null && !Array.isArray(rows)) return { kind: 'unknown_form', what: 'the records are no list' };
  if (rows === null || rows.length === 0) return readEmpty(payload, token);
  const records = rows.map((item) => valueAt(item, [0]));
  return { kind: 'batch', batch: { records, hasNext: token !== null } };
}

/** Without records nothing but token and end mark may be there: else they may have moved. */
function readEmpty(payload: readonly unknown[], token: string | null): BatchReading {
  const end = payload[END] ?? null;
  const others = payload.flatMap((value, slot) =>
    value === null || slot === TOKEN || slot === RECORDS || slot === END ? [] : [slot],
  );
  if (others.length > 0)
    return { kind: 'unknown_form', what: `no records, but something in slot ${others[0]}` };
  if (end !== null && typeof end !== 'boolean')
    return { kind: 'unknown_form', what: 'the end mark is no flag' };
  return { kind: 'empty', saysEnd: end === true && token === null };
}

/** What an answer without a frame of reviews holds, for the log. */
function describe(body: string, entries: readonly unknown[]): string {
  const ids = entries.filter((entry) => valueAt(entry, [0]) === 'wrb.fr').map((entry) => valueAt(entry, [1]));
  return ids.length > 0
    ? `frames of ${ids.slice(0, MOST_QUOTED).map(quote).join(', ')}`
    : `no frames: ${quote(body)}`;
}

function quote(value: unknown): string {
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  return JSON.stringify(value.slice(0, LONGEST_QUOTE));
}
