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
/** The first byte of a compressed result. JSON begins with "{". */
const PACKED = Buffer.from('z');
/** Maximum bytes of JSON. 10,000 reviews have about 10 million. */
const MAX_BYTES = 33_554_432;

/** @throws AppError `invalid_request` for a result that is too long */
export async function packResult(data: object): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(data));
  if (json.length < LONG) return json;
  if (json.length > MAX_BYTES) throw new AppError('invalid_request', message('listTooLongForJob'));
  return Buffer.concat([PACKED, await deflate(json)]);
}

/**
 * The result of a link that could not be answered. It is too short to be compressed. `at`: when the last attempt ended,
 * in milliseconds since 1970; undefined = there was no attempt.
 */
export function packFailure(code: string, message: string, at?: number): Buffer {
  return Buffer.from(JSON.stringify({ error: { code, message }, at }));
}

/** Reads a result of `packResult`. Returns `DAMAGED_RESULT` for any other bytes, or for a result that is too long. */
export async function unpackResult(stored: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (stored[0] !== PACKED[0]) return stored.length < LONG ? parse(Buffer.from(stored)) : DAMAGED_RESULT;
    const data = parse(await inflate(stored.subarray(1), { maxOutputLength: MAX_BYTES }));
    // Other events run before the caller works on a long result.
    await nextTurn();
    return data;
  } catch {
    return DAMAGED_RESULT;
  }
}

function parse(json: Buffer): Readonly<Record<string, unknown>> {
  const data: unknown = JSON.parse(json.toString());
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject ? (data as Record<string, unknown>) : DAMAGED_RESULT;
}
