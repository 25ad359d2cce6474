import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

// Results as they are stored: JSON, or compressed where that is much shorter. A list of reviews may have megabytes.

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const LONG = 2_048;
/** JSON begins with "{". */
const PACKED = 'z';

export async function packResult(data: object): Promise<string> {
  const json = JSON.stringify(data);
  if (json.length < LONG) return json;
  return PACKED + (await deflate(json)).toString('base64');
}

export async function unpackResult(stored: string): Promise<Record<string, unknown>> {
  if (!stored.startsWith(PACKED)) return JSON.parse(stored) as Record<string, unknown>;
  const bytes = await inflate(Buffer.from(stored.slice(PACKED.length), 'base64'));
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
}
