import type { VerdictRow } from '../../core/export/verdict-columns.js';
import { isRefusal, LONGEST_WAIT_SECONDS, pauseSeconds } from '../../core/retry.js';
import type { Api } from '../api/client.js';
import { type Failure, plainFailure } from '../api/failure.js';
import { countDown } from '../state/countdown.js';
import { batchesOf } from './parse-links.js';

export type Verdict = Extract<VerdictRow, { type: 'result' }>;

/** What is known of a link. */
export type LinkResult = { readonly verdict: Verdict } | { readonly failure: Failure };

/** The service asked for patience; the check goes on by itself. */
export interface Pause {
  readonly failure: Failure;
  readonly secondsLeft: number;
  /** Counts from 1 to `attempts`, again after every answer that brings something. */
  readonly attempt: number;
  readonly attempts: number;
}

interface Listener {
  /** The result of a link, once a link. */
  settle(url: string, result: LinkResult): void;
  /** Called every second of a pause; null when it is over. */
  pause(pause: Pause | null): void;
}

/** Pauses in a row that bring nothing. */
const MOST_PAUSES = 5;

/**
 * Asks for the verdict on every link, in batches. What is refused at the moment is waited for and asked again. Null
 * when every link has its result, else why the others have none.
 */
export async function askLinks(
  api: Api,
  urls: readonly string[],
  listener: Listener,
  signal: AbortSignal,
): Promise<Failure | null> {
  const missing = new Set(urls);
  const settle = (url: string, result: LinkResult) => {
    if (missing.delete(url)) listener.settle(url, result);
  };
  for (let attempt = 0; missing.size > 0; ) {
    const before = missing.size;
    const failure = await askBatch(api, batchesOf([...missing])[0] ?? [], settle, signal);
    if (failure === null) {
      attempt = 0;
      continue;
    }
    attempt = missing.size < before ? 1 : attempt + 1;
    const seconds = secondsBeforeNext(failure, attempt);
    if (seconds === null) return failure;
    const isOver = await countDown(seconds, signal, (secondsLeft) =>
      listener.pause({ failure, secondsLeft, attempt, attempts: MOST_PAUSES }),
    );
    listener.pause(null);
    if (!isOver) return plainFailure('cancelled');
  }
  return null;
}

/** Null when asking again makes no sense, or not soon. */
function secondsBeforeNext({ code, retryAfterSeconds }: Failure, attempt: number): number | null {
  if (attempt > MOST_PAUSES) return null;
  const seconds = retryAfterSeconds ?? (isRefusal(code) ? pauseSeconds(attempt) : null);
  return seconds === null || seconds > LONGEST_WAIT_SECONDS ? null : seconds;
}

/** One request. Null when every link of it is settled. */
async function askBatch(
  api: Api,
  batch: readonly string[],
  settle: (url: string, result: LinkResult) => void,
  signal: AbortSignal,
): Promise<Failure | null> {
  let isWhole = false;
  let broken: Failure | null = null;
  const refused = new Map<string, Failure>();
  const take = (typed: { readonly type: string }) => {
    const line = typed as VerdictRow | { type: 'summary' };
    if (broken !== null) return;
    if (line.type === 'summary') {
      isWhole = true;
      return;
    }
    const failure = line.type === 'error' ? api.lineFailure(line) : null;
    if (failure !== null && line.index === undefined) {
      broken = failure;
      return;
    }
    const url = batch[line.index];
    if (url === undefined || url !== line.review_url) broken = plainFailure('unexpected');
    else if (line.type === 'result') settle(url, { verdict: line });
    else if (failure !== null && isRefusal(failure.code)) refused.set(url, failure);
    else if (failure !== null) settle(url, { failure });
  };
  const failure = await api.stream('/api/review-visibility', { urls: batch }, take, signal);
  if (failure !== null) return failure;
  if (broken !== null || !isWhole) return broken ?? plainFailure('cut');
  // Also after a summary: no link is left without an answer.
  for (const url of batch) if (!refused.has(url)) settle(url, { failure: plainFailure('cut') });
  return [...refused.values()][0] ?? null;
}
