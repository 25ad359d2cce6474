import type { JsonSchema } from './schemas.js';

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: string | number;
  /** Whether every answer that may have the header has it. */
  readonly isAlways?: boolean;
}

const whole = (minimum: number): JsonSchema => ({ type: 'integer', minimum });
const text: JsonSchema = { type: 'string' };

/** The response headers that belong to the contract. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies this request in the log of the service: the id that you sent if it was valid, else a new id.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
    example: '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40',
    isAlways: true,
  },
  'X-Cache': {
    description:
      'Whether the answer came from the cache. Absent where no lookup was needed, and where the service has keys: it would reveal the queries of other clients.',
    schema: { type: 'string', enum: ['hit', 'miss'] },
    example: 'miss',
  },
  Age: {
    description: 'Seconds the answer has been in the cache; 0 for a miss. Sent together with `X-Cache`.',
    schema: whole(0),
    example: 0,
  },
  'Cache-Control': {
    description:
      'Answers of the API are for one client only: `private, no-store`. Momentary states have `no-store`.',
    schema: text,
    example: 'private, no-store',
  },
  Vary: {
    description: 'What the answer depends on besides its URL: the key and the accepted media type.',
    schema: text,
    example: 'X-API-Key, Authorization, Accept',
  },
  ETag: { description: 'Changes with the document.', schema: text, example: '"Yb2f0Xl"', isAlways: true },
  Location: {
    description: 'Where the state of what was begun is found.',
    schema: text,
    example: '/api/…/5f0c6e2a9b7d4c1e8a3f2b60',
    isAlways: true,
  },
  'Content-Disposition': {
    description: 'The name of the file. Absent if the answer is a stream of lines.',
    schema: text,
    example: 'attachment; filename="review-visibility-2026-11-21-5f0c6e.csv"',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: whole(1),
    example: 10,
    isAlways: true,
  },
  'WWW-Authenticate': {
    description: 'The scheme for sending a key.',
    schema: text,
    example: 'Bearer',
    isAlways: true,
  },
  'RateLimit-Policy': {
    description:
      'The limit as in draft-ietf-httpapi-ratelimit-headers-08 and later: `q` points in a window of `w` seconds. Both RateLimit headers are absent where no limit is set.',
    schema: text,
    example: '"default";q=60;w=60',
  },
  RateLimit: {
    description: 'The `r` points left, and the `t` seconds until all points are available again.',
    schema: text,
    example: '"default";r=59;t=60',
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** Headers on every answer of an endpoint that costs points. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

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
