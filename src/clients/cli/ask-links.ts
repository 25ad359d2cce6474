import { bulkVisibilityLine } from '../../http/contract/review.js';
import type { VerdictRow } from '../core/export/verdict-columns.js';
import { isRefusal, pauseSeconds } from '../core/retry.js';
import { serviceWords } from './answers.js';
import { EXIT, Failure } from './failure.js';
import type { Say, Session } from './session.js';
import { backoffSeconds, wait } from './wait.js';

/** What the service takes at once: links, and bytes of them (its limit is 1 MB). */
export const MOST_LINKS = 1000;
const MOST_BYTES = 900_000;

type OnRow = (row: VerdictRow) => Promise<void>;
type RefusedRow = Extract<VerdictRow, { type: 'error' }>;

/** Why a request left links of its batch without an answer. */
type Shortfall =
  | { readonly failure: Failure }
  /** The service answered on these links that it can say nothing of them at the moment. */
  | { readonly refused: readonly [RefusedRow, ...RefusedRow[]] };

/**
 * Asks for the verdict on every link, in batches, and hands each row on when it comes, once a link. A batch whose
 * answer breaks off, or that is refused at the moment, is continued with the links that are missing; when `retries`
 * tries in a row bring nothing, the links that are refused are handed on as failed, and a lost service ends it all.
 * @throws Failure
 */
export async function askLinks(
  session: Session,
  links: readonly string[],
  batchSize: number,
  onRow: OnRow,
): Promise<void> {
  const { retries, say, note, signal } = session;
  const missing = new Set(links);
  let reached = false;
  for (let tries = 0; missing.size > 0; ) {
    const before = missing.size;
    const shortfall = await askBatch(session, nextBatch(missing, batchSize), missing, onRow);
    if (shortfall === null) {
      tries = 0;
      continue;
    }
    tries = missing.size < before ? 1 : tries + 1;
    if ('failure' in shortfall) {
      reached ||= shortfall.failure.lost === 'cut';
      if (!reached || tries > retries) throw shortfall.failure;
    } else if (tries > retries) {
      for (const row of shortfall.refused) if (missing.delete(row.review_url)) await onRow(row);
      continue;
    }
    const seconds = 'failure' in shortfall ? backoffSeconds(tries) : pauseSeconds(tries);
    note(
      `${reasonOf(shortfall, say)} ${say(
        `Brakuje wyników: ${missing.size}. Za ${seconds} s pytam o nie znowu (${tries} z ${retries}).`,
        `Results missing: ${missing.size}. Asking for them again in ${seconds} s (${tries} of ${retries}).`,
      )}`,
    );
    await wait(seconds, signal);
  }
}

function reasonOf(shortfall: Shortfall, say: Say): string {
  if ('failure' in shortfall) return shortfall.failure.message;
  return serviceWords(shortfall.refused[0].error, say);
}

/** One request. Takes what is answered out of `missing`; null when that is the whole batch. */
async function askBatch(
  { api, say }: Session,
  batch: readonly string[],
  missing: Set<string>,
  onRow: OnRow,
): Promise<Shortfall | null> {
  const refused: RefusedRow[] = [];
  try {
    for await (const line of api.lines(
      { path: 'review-visibility', body: { urls: batch } },
      bulkVisibilityLine,
    )) {
      if (line.type === 'summary') break;
      if (batch[line.index] !== line.review_url) {
        throw new Failure(
          EXIT.failure,
          say(
            'Usługa odpowiada o linku, o który nie pytano.',
            'The service answers on a link it was not asked for.',
          ),
        );
      }
      if (line.type === 'error' && isRefusal(line.error.code)) refused.push(line);
      else if (missing.delete(line.review_url)) await onRow(line);
    }
  } catch (error) {
    if (error instanceof Failure && error.lost !== null) return { failure: error };
    throw error;
  }
  const [first, ...more] = refused;
  const open = batch.filter((link) => missing.has(link));
  if (open.length === 0) return null;
  if (first !== undefined && open.length === refused.length) return { refused: [first, ...more] };
  const message = say('Odpowiedź usługi skończyła się za wcześnie.', "The service's answer ended too early.");
  return { failure: new Failure(EXIT.failure, message, 'cut') };
}

function nextBatch(missing: ReadonlySet<string>, batchSize: number): string[] {
  const batch: string[] = [];
  let bytes = 0;
  for (const link of missing) {
    bytes += Buffer.byteLength(JSON.stringify(link)) + 1;
    if (batch.length === batchSize || (batch.length > 0 && bytes > MOST_BYTES)) break;
    batch.push(link);
  }
  return batch;
}
