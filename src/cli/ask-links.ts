import type { VerdictRow } from '../export/verdict-columns.js';
import { bulkVisibilityLine } from '../http/contract/review.js';
import { EXIT, Failure } from './failure.js';
import { backoffSeconds, wait } from './retry-after.js';
import type { Session } from './session.js';

/** What the service takes at once: links, and bytes of them (its limit is 1 MB). */
export const MOST_LINKS = 1000;
const MOST_BYTES = 900_000;

/**
 * Asks for the verdict on every link, in batches, and hands each row on when it comes, once a link. A batch whose
 * answer breaks off is continued with the links that are missing; it is given up when `retries` tries in a row
 * bring nothing. @throws Failure
 */
export async function askLinks(
  session: Session,
  links: readonly string[],
  batchSize: number,
  onRow: (row: VerdictRow) => Promise<void>,
): Promise<void> {
  const { retries, say, note, signal } = session;
  const missing = new Set(links);
  let reached = false;
  for (let tries = 0; missing.size > 0; ) {
    const before = missing.size;
    const failure = await askBatch(session, nextBatch(missing, batchSize), missing, onRow);
    if (failure === null) {
      tries = 0;
      continue;
    }
    reached ||= failure.lost === 'cut';
    tries = missing.size < before ? 1 : tries + 1;
    if (!reached || tries > retries) throw failure;
    const seconds = backoffSeconds(tries);
    note(
      `${failure.message} ${say(
        `Brakuje wyników: ${missing.size}. Za ${seconds} s pytam o nie znowu (${tries} z ${retries}).`,
        `Results missing: ${missing.size}. Asking for them again in ${seconds} s (${tries} of ${retries}).`,
      )}`,
    );
    await wait(seconds, signal);
  }
}

/** One request. Takes what is answered out of `missing`; gives the failure after which asking again makes sense. */
async function askBatch(
  { api, say }: Session,
  batch: readonly string[],
  missing: Set<string>,
  onRow: (row: VerdictRow) => Promise<void>,
): Promise<Failure | null> {
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
      if (missing.delete(line.review_url)) await onRow(line);
    }
  } catch (error) {
    if (error instanceof Failure && error.lost !== null) return error;
    throw error;
  }
  if (!batch.some((link) => missing.has(link))) return null;
  const message = say('Odpowiedź usługi skończyła się za wcześnie.', "The service's answer ended too early.");
  return new Failure(EXIT.failure, message, 'cut');
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
