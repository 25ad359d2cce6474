import type { JsonSchema } from './schemas.js';

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: string | number;
  /** Whether every answer that may carry it does. */
  readonly isAlways?: boolean;
}

const whole = (minimum: number): JsonSchema => ({ type: 'integer', minimum });
const text: JsonSchema = { type: 'string' };

/** The response headers that belong to the contract. */
export const HEADERS = {
  'X-Request-Id': {
    description: "Names this request in the service's log: yours, if you sent a plain one, else a new one.",
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
    example: '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40',
    isAlways: true,
  },
  'X-Cache': {
    description:
      'Whether the answer was remembered. Absent where no lookup was needed at all, and where the service has keys: it would tell of the queries of others.',
    schema: { type: 'string', enum: ['hit', 'miss'] },
    example: 'miss',
  },
  Age: {
    description: 'Seconds the answer has been remembered; 0 for a miss. Stands beside `X-Cache`.',
    schema: whole(0),
    example: 0,
  },
  'Cache-Control': {
    description:
      'Answers of the API are for whoever asked: `private, no-store`. States of the moment say `no-store`.',
    schema: text,
    example: 'private, no-store',
  },
  Vary: {
    description: 'What the answer depends on besides its address: the key, and the form that is accepted.',
    schema: text,
    example: 'X-API-Key, Authorization, Accept',
  },
  ETag: { description: 'Changes with the document.', schema: text, example: '"Yb2f0Xl"', isAlways: true },
  'Retry-After': {
    description: 'Seconds after which asking again makes sense.',
    schema: whole(1),
    example: 10,
    isAlways: true,
  },
  'WWW-Authenticate': {
    description: 'The scheme to send a key by.',
    schema: text,
    example: 'Bearer',
    isAlways: true,
  },
  'RateLimit-Limit': {
    description: 'Points in a minute. This and the other RateLimit headers are absent where no limit is set.',
    schema: whole(1),
    example: 60,
  },
  'RateLimit-Remaining': { description: 'Points left.', schema: whole(0), example: 59 },
  'RateLimit-Reset': {
    description: 'Seconds until all points are back.',
    schema: whole(1),
    example: 60,
  },
  'RateLimit-Policy': {
    description: 'The same limit as a list, after draft-ietf-httpapi-ratelimit-headers-08 and later.',
    schema: text,
    example: '"default";q=60;w=60',
  },
  RateLimit: {
    description: 'What is left of it, in the same spelling.',
    schema: text,
    example: '"default";r=59;t=60',
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** On every answer of an endpoint that costs points. */
export const LIMIT_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

/** `components.headers`. */
export function headerComponents(): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(HEADERS).map(([name, header]: [string, Header]) => {
    const { isAlways = false, ...rest } = header;
    return [name, { ...rest, required: isAlways }];
  });
  return Object.fromEntries(entries);
}

/** The `headers` of a response. */
export function headerRefs(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
