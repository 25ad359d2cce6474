import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { DAMAGED_RESULT } from './job.js';

// The stored shape of results: JSON, compressed if it is long. A list of reviews may have megabytes.

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const LONG = 2_048;
/** The first character of a compressed result. JSON begins with "{". */
const PACKED = 'z';
/** Maximum characters of JSON. 10,000 reviews have about 10 million. */
const MAX_CHARACTERS = 33_554_432;

/** @throws AppError `invalid_request` for a result that is too long */
export async function packResult(data: object): Promise<string> {
  const json = JSON.stringify(data);
  if (json.length < LONG) return json;
  if (json.length > MAX_CHARACTERS) {
    throw new AppError('invalid_request', message('listTooLongForJob'));
  }
  return PACKED + (await deflate(json)).toString('base64');
}

/** The JSON of a stored result; null if it is damaged or too long. */
export async function unpackText(stored: string): Promise<string | null> {
  if (!stored.startsWith(PACKED)) return stored.length < LONG ? stored : null;
  const bytes = await inflate(Buffer.from(stored.slice(PACKED.length), 'base64'), {
    maxOutputLength: MAX_CHARACTERS,
  }).catch(() => null);
  return bytes?.toString() ?? null;
}

/** Reads a result of `packResult`. Returns `DAMAGED_RESULT` for any other text, or for a result that is too long. */
export async function unpackResult(stored: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await unpackText(stored);
  if (text === null) return DAMAGED_RESULT;
  try {
    return parse(text);
  } catch {
    return DAMAGED_RESULT;
  } finally {
    // Other events run before the caller works on a long result.
    if (text.length >= LONG) await nextTurn();
  }
}

function parse(json: string): Readonly<Record<string, unknown>> {
  const data: unknown = JSON.parse(json);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject ? (data as Record<string, unknown>) : DAMAGED_RESULT;
}
