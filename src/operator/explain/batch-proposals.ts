import { currentRules } from '../../provider/rules/current.js';
import { parseGuarded } from '../../provider/wire/envelope.js';
import { jsonArraysIn } from '../../provider/wire/json-arrays.js';
import { valueAt } from '../../provider/wire/path-table.js';
import { recordCid } from '../../provider/wire/review-page-data.js';
import { readReviewsBatch } from '../../provider/wire/reviews-batch.js';
import { isAccepted, isInUse, type Proposal, type RuleLine, readWith } from './proposal.js';

/** What a frame of an answer holds that looks like a batch of reviews. */
interface LikelyBatch {
  readonly frameId: string;
  /** In the entry of the frame. */
  readonly payloadAt: number;
  /** In the payload, and in a row. */
  readonly recordsAt: number;
  readonly recordAt: number;
  readonly count: number;
  readonly payload: readonly unknown[];
}

/** Lines by which a batch of reviews that cannot be read becomes readable; `count`: how many reviews it must have. */
export function batchProposals(body: string, count: number | null): readonly Proposal[] {
  return likelyBatches(body)
    .map((batch) => ({ batch, lines: linesFor(batch) }))
    .flatMap(({ batch, lines }): Proposal[] => {
      if (lines.length === 0 || !isAccepted(lines)) return [];
      const reading = readWith(lines, () => readReviewsBatch(body));
      const read = reading.kind === 'batch' ? reading.batch.records.length : 0;
      if (read === 0) return [];
      const isWanted = count === null || count === read;
      return [
        {
          field: 'reviews',
          lines,
          reads: String(read),
          agrees: isWanted ? 1 : 0,
          contradicts: isWanted ? 0 : 1,
          samples: 1,
          finds: 1,
          near: null,
          score: (isWanted ? 1 : 0) - lines.length / 10 + batch.count / 1_000,
        },
      ];
    });
}

/** Ids of the frames of an answer, in order. */
export function frameIdsIn(body: string): readonly string[] {
  return entriesIn(body).flatMap((entry) => {
    const id = valueAt(entry, [1]);
    return valueAt(entry, [0]) === 'wrb.fr' && typeof id === 'string' ? [id] : [];
  });
}

function entriesIn(body: string): readonly (readonly unknown[])[] {
  return jsonArraysIn(body).flatMap((frame) =>
    Array.isArray(frame) ? frame.filter((entry) => Array.isArray(entry)) : [],
  );
}

function likelyBatches(body: string): readonly LikelyBatch[] {
  return entriesIn(body).flatMap((entry) =>
    entry.flatMap((packed, payloadAt) => {
      const payload = typeof packed === 'string' && packed.startsWith('[') ? parseGuarded(packed) : null;
      if (!Array.isArray(payload)) return [];
      const id = idOf(entry, payloadAt);
      return id === null
        ? []
        : payload.flatMap((rows, recordsAt) => {
            const recordAt = recordSlot(rows);
            const frame = { frameId: id, payloadAt, payload, recordsAt };
            return recordAt === null ? [] : [{ ...frame, recordAt, count: rows.length }];
          });
    }),
  );
}

function idOf(entry: readonly unknown[], payloadAt: number): string | null {
  const known = new Set<unknown>(currentRules().frameIds.reviews);
  const texts = entry.filter((value, index) => typeof value === 'string' && index !== payloadAt && index > 0);
  const id = texts.find((text) => known.has(text)) ?? texts[0];
  return typeof id === 'string' ? id : null;
}

/** Where in each row its record stands; null = these are no rows with records. */
function recordSlot(rows: unknown): number | null {
  if (!Array.isArray(rows) || rows.length === 0 || !Array.isArray(rows[0])) return null;
  const slot = rows[0].findIndex((value: unknown) => recordCid(value) !== null);
  if (slot < 0) return null;
  return rows.every((row) => recordCid(valueAt(row, [slot])) !== null) ? slot : null;
}

/** Only what the rules in use do not say already. */
function linesFor({ frameId, payloadAt, recordsAt, recordAt, payload }: LikelyBatch): readonly RuleLine[] {
  const { frameIds, paths } = currentRules();
  const lines: RuleLine[] = [];
  const add = (line: RuleLine) => {
    if (!isInUse(line)) lines.push(line);
  };
  if (!frameIds.reviews.includes(frameId)) add({ list: 'frameIds.reviews', entry: frameId });
  add({ list: 'paths.reviewsFrame.payload', entry: [payloadAt] });
  add({ list: 'paths.reviewsPayload.records', entry: [recordsAt] });
  add({ list: 'paths.reviewsPayload.record', entry: [recordAt] });
  const hasToken = paths.reviewsPayload.token.some((path) => typeof valueAt(payload, path) === 'string');
  const tokenAt = payload.findIndex((value) => typeof value === 'string' && value.length >= 8);
  if (!hasToken && tokenAt >= 0) add({ list: 'paths.reviewsPayload.token', entry: [tokenAt] });
  return lines;
}
