import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { createTurns } from '../../core/runtime/turns.js';
import { DAMAGED_RESULT } from './job.js';
import { message } from './messages.js';

// The stored shape of results: JSON, compressed if it is long. A list of reviews may have megabytes: it is written and
// read in steps, and each of its reviews has a line.

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const LONG = 2_048;
const LINE_BREAK = 0x0a;
/** Maximum bytes of JSON: pages decide how long texts are. 10,000 reviews usually have about 10 million. */
export const MAX_RESULT_BYTES = 33_554_432;
/** The first byte of a compressed result. JSON begins with "{". */
const PACKED = Buffer.from('z');

export const tooLong = () => new AppError(INVALID_REQUEST, message('listTooLongForJob'));

/** @throws AppError `invalid_request` for a result that is too long */
export async function packResult(data: object): Promise<Buffer> {
  const json = Buffer.from(await jsonOf(data));
  if (json.length < LONG) return json;
  if (json.length > MAX_RESULT_BYTES) throw tooLong();
  return Buffer.concat([PACKED, await deflate(json)]);
}

async function jsonOf(data: object): Promise<string> {
  const { reviews, ...rest } = data as { readonly reviews?: unknown };
  const head = JSON.stringify(rest);
  if (!Array.isArray(reviews) || reviews.length === 0 || head === '{}') return JSON.stringify(data);
  const turn = createTurns();
  const lines: string[] = [];
  for (const review of reviews) {
    lines.push(JSON.stringify(review));
    await turn();
  }
  return `${head.slice(0, -1)},"reviews":[\n${lines.join(',\n')}\n]}`;
}

/**
 * The result of a link that could not be answered. It is too short to be compressed. `at`: when the last attempt ended,
 * in milliseconds since 1970; undefined = there was no attempt.
 */
export function packFailure(
  { code, message, reason, values }: Pick<AppError, 'code' | 'message' | 'reason' | 'values'>,
  at?: number,
): Buffer {
  return Buffer.from(JSON.stringify({ error: { code, message, reason, values }, at }));
}

/** Reads a result of `packResult`. Returns `DAMAGED_RESULT` for any other bytes. */
export async function unpackResult(stored: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  try {
    const json = stored[0] === PACKED[0] ? await inflate(stored.subarray(1)) : Buffer.from(stored);
    const data = json.includes(LINE_BREAK) ? await parseLines(json) : JSON.parse(json.toString());
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
    return isObject ? data : DAMAGED_RESULT;
  } catch {
    return DAMAGED_RESULT;
  }
}

/** Reads a list line by line: the fields, each review, and the end. */
async function parseLines(json: Buffer): Promise<Readonly<Record<string, unknown>>> {
  const turn = createTurns();
  const reviews: unknown[] = [];
  let begin = json.indexOf(LINE_BREAK) + 1;
  const head: Readonly<Record<string, unknown>> = JSON.parse(`${json.toString('utf8', 0, begin)}]}`);
  for (let end = json.indexOf(LINE_BREAK, begin); end >= 0; end = json.indexOf(LINE_BREAK, begin)) {
    const line = json.toString('utf8', begin, end);
    reviews.push(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line));
    begin = end + 1;
    await turn();
  }
  if (json.toString('utf8', begin) !== ']}') throw new Error('a list is cut');
  return { ...head, reviews };
}
