import { clientFailure, type Failure, lineFailure, RequestFailed } from '../../core/published/failure.js';
import type { BulkLine } from '../lists/checked-links.js';
import { MAX_BULK_LINKS } from '../lists/list-limits.js';
import type { VerdictRow } from '../lists/verdict-columns.js';
import type { Api, Guard } from './api.js';
import { isRefusal, waitBeforeRetry } from './retry.js';

/** Maximum bytes of the links in a request. The service takes a body of 1 MB. */
const MAX_BYTES = 900_000;

/** A pause of a check, and its reason. */
export interface Pause {
  readonly failure: Failure;
  readonly seconds: number;
  /** Counts from 1 to `attempts`; starts again after every answer with a result. */
  readonly attempt: number;
  readonly attempts: number;
  /** Links without a result. */
  readonly missing: number;
}

interface CheckOptions {
  readonly api: Api;
  readonly isLine: Guard<BulkLine>;
  readonly links: Iterable<string>;
  /** Links in one request; MAX_BULK_LINKS by default. */
  readonly batchSize?: number;
  /** How often a request without a result is repeated in a row. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Receives the result of each distinct link once, in the order of arrival. */
  onRow(row: VerdictRow): void | Promise<void>;
  /** Called every two seconds with the estimated seconds until all results are there; null = not known. */
  readonly onEstimate?: (seconds: number | null) => void;
  /** Called when the check begins to wait, and with null when it goes on. */
  onPause(pause: Pause | null): void;
  /** Called every second of a pause. */
  readonly onTick?: (secondsLeft: number) => void;
}

type RefusedRow = Extract<VerdictRow, { type: 'error' }>;

/** Why a request left links of its batch without a result. */
interface Shortfall {
  readonly failure: Failure;
  /** The rows of temporarily refused links, if only these links have no result; otherwise empty. */
  readonly refused: readonly RefusedRow[];
}

/**
 * Checks the visibility of every link, in batches. Repeats, after a pause, links that an answer leaves out or that the
 * service refuses temporarily. After `retries` attempts without a result, the result of a refused link is the refusal,
 * and a lost connection ends the check.
 * @throws RequestFailed when links have no result; the reason of `signal` when it aborts
 */
export async function checkLinks(options: CheckOptions): Promise<void> {
  const { links, batchSize = MAX_BULK_LINKS, retries, signal, onRow, onPause, onTick } = options;
  const missing = new Set(links);
  let wasReached = false;
  for (let attempt = 0; missing.size > 0; ) {
    const before = missing.size;
    const [batch = []] = batchesOf(missing, batchSize);
    const shortfall = await askBatch(options, batch, missing);
    if (shortfall === null) {
      attempt = 0;
      wasReached = true;
      continue;
    }
    const { failure, refused } = shortfall;
    attempt = missing.size < before ? 1 : attempt + 1;
    wasReached ||= failure.brokeOff;
    if (refused.length > 0 && attempt > retries) {
      for (const row of refused) if (missing.delete(row.review_url)) await onRow(row);
      continue;
    }
    const pause = { failure, attempt, attempts: retries, missing: missing.size };
    await waitBeforeRetry({
      failure,
      attempt,
      retries,
      wasReached,
      signal,
      onWait: (seconds) => onPause({ ...pause, seconds }),
      onTick,
      onEnd: () => onPause(null),
    });
  }
}

/** Sends one request and removes the links with a result from `missing`. Null: the whole batch has results. */
async function askBatch(
  { api, isLine, signal, onRow, onEstimate }: CheckOptions,
  batch: readonly string[],
  missing: Set<string>,
): Promise<Shortfall | null> {
  const refused: RefusedRow[] = [];
  const body = { urls: batch, ...(onEstimate !== undefined && { progress: true }) };
  const request = { path: 'review-visibility', body, retries: 0, signal };
  try {
    for await (const line of api.lines(request, isLine)) {
      if (line.type === 'summary') break;
      if (line.type === 'progress') {
        // Links of further batches have not begun.
        if (missing.size <= line.remaining) onEstimate?.(line.estimated_seconds_left);
        continue;
      }
      if (batch[line.index] !== line.review_url) throw new RequestFailed(clientFailure('unexpected'));
      if (line.type === 'error' && isRefusal(line.error.code)) refused.push(line);
      else if (missing.delete(line.review_url)) await onRow(line);
    }
  } catch (error) {
    if (error instanceof RequestFailed) return { failure: error.failure, refused: [] };
    throw error;
  }
  const open = batch.filter((link) => missing.has(link));
  if (open.length === 0) return null;
  const isRefusedOnly = refused.length > 0 && open.length === refused.length;
  if (isRefusedOnly) return { failure: lineFailure(refused[0]), refused };
  return { failure: clientFailure('cut'), refused: [] };
}

/** Splits links into batches that the service takes. */
function* batchesOf(links: Iterable<string>, maxLinks: number = MAX_BULK_LINKS): Generator<string[], void> {
  const encoder = new TextEncoder();
  let batch: string[] = [];
  let bytes = 0;
  for (const link of links) {
    const size = encoder.encode(JSON.stringify(link)).length + 1;
    if (batch.length === maxLinks || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(link);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Remembers the name of a place that a result shows. */
export function notePlaceName(names: Map<string, string>, row: VerdictRow): void {
  const { place_id: id, place_name: name } = (row.type === 'result' ? row.review : null) ?? {};
  if (id != null && name != null) names.set(id, name);
}

/** Adds the name of the place to a row whose page did not show it, if another row had it. */
export function withPlaceName<Row extends VerdictRow>(row: Row, names: ReadonlyMap<string, string>): Row {
  if (row.type !== 'result' || row.review == null || row.review.place_name !== null) return row;
  const name = names.get(row.review.place_id ?? '');
  return name === undefined ? row : { ...row, review: { ...row.review, place_name: name } };
}
