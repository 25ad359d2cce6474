import { z } from 'zod';
import { AppError, type ErrorCode } from '../../errors.js';
import { errorBody, errorCode } from '../../published/error-body.js';
import { type Message, message } from '../../texts/messages.js';
import { ERROR_STATUS, presentError } from '../error-answer.js';
import { type HeaderName, headerRefs, LIMIT_HEADERS } from './header-docs.js';
import { inlineSchema, type JsonSchema } from './schemas.js';

/** The meaning of each code for a client, and what to do. */
export const ERROR_MEANING: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'A parameter, a link or the body is missing or not valid, or the request came under a foreign host name or from another web site; the message says which and why. Correct the request',
  unknown_parameter:
    'The query has a parameter that this endpoint does not have; the message names the most similar parameter. Correct the name, or leave the parameter out',
  unauthorized:
    'The service is configured with API keys, and this request has no key, two different keys, a wrong or expired key, or a key that is not valid for this endpoint',
  unknown_endpoint: 'There is no such path, or it does not accept this method',
  no_results: 'The map provider shows no such place, or the share link leads nowhere',
  rate_limited:
    'The points of this minute are used up, or too many lists, bulk checks or jobs of this client are open, or its jobs hold too many links. Wait for `Retry-After` seconds; a refused request costs no points',
  internal_error: 'A bug of this service. Report it with the request id',
  api_disabled: 'The API is switched off',
  shutting_down: 'The service is shutting down. Try again shortly',
  overloaded: 'Too many requests are waiting for a browser page, or too many lists are running',
  deadline_exceeded: 'The answer was not ready before the deadline',
  client_gone: 'The client disconnected before the answer was ready; only in logs and metrics',
  browser_unavailable: 'Chromium cannot be started, or crashed twice',
  provider_blocked: 'The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds',
  provider_unavailable: 'The map provider does not answer, or its answer cannot be used',
  jobs_unavailable:
    'Jobs need a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which',
  job_not_found: 'There is no such job of this client, or its results have expired',
  evidence_unavailable:
    'Evidence packs are signed, and this service has no key for signatures, or cannot make or use it. The message says which',
  watch_unavailable:
    'The watch needs a database, and this service keeps no data, cannot write to its folder (`DATA_DIR`) or cannot use its database at the moment; or the service has no keys, and the client is on another machine. The message says which',
  watch_not_found: 'There is no such watch, event or channel of this client',
  watch_exists: 'This client watches the subject already; `existing_id` is the id of the watch',
};

/** The codes as a Markdown table, with their statuses. */
export function errorCodeTable(): string {
  const rows = Object.entries(ERROR_MEANING).map(
    ([code, meaning]) => `| \`${code}\` | ${ERROR_STATUS[code as ErrorCode]} | ${meaning} |`,
  );
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}

const CLOSED = ['api_disabled', 'shutting_down'] as const;
const UNAVAILABLE = [
  ...CLOSED,
  'overloaded',
  'deadline_exceeded',
  'browser_unavailable',
  'provider_blocked',
  'provider_unavailable',
] as const;

/** All error answers with their codes. The codes of an answer have one status. Endpoints name the answers they give. */
export const FAILURES = {
  InvalidRequest: ['invalid_request', 'unknown_parameter'],
  Unauthorized: ['unauthorized'],
  NoResults: ['no_results'],
  RateLimited: ['rate_limited'],
  JobNotFound: ['job_not_found'],
  JobsUnavailable: [...CLOSED, 'jobs_unavailable'],
  EvidenceUnavailable: ['evidence_unavailable', ...UNAVAILABLE],
  WatchUnavailable: ['watch_unavailable', ...UNAVAILABLE],
  WatchNotFound: ['watch_not_found'],
  WatchExists: ['watch_exists'],
  InternalError: ['internal_error'],
  SwitchedOff: CLOSED,
  Unavailable: UNAVAILABLE,
} as const satisfies Readonly<Record<string, readonly [ErrorCode, ...ErrorCode[]]>>;

export type FailureName = keyof typeof FAILURES;

/** The message in the example of each code; a code without a message has no example. */
const EXAMPLES: Readonly<Partial<Record<ErrorCode, Message>>> = {
  invalid_request: message('foreignHost', { host: 'example.com' }),
  unknown_parameter: message('unknownParameter', {
    name: 'max_reviews',
    nearest: 'max_pages',
    all: 'placeid, max_pages, min_stars, max_stars',
  }),
  unauthorized: message('keyMissing'),
  no_results: message('noPlaceForQuery'),
  rate_limited: message('pointsUsedUp', { cost: 1, most: 60, left: 0, seconds: 31 }),
  job_not_found: message('jobNotFound'),
  api_disabled: message('apiSwitchedOff'),
  shutting_down: message('shuttingDown'),
  jobs_unavailable: message('jobsDatabaseFails'),
  evidence_unavailable: message('evidenceWithoutKey'),
  watch_unavailable: message('watchWithoutDatabase'),
  watch_not_found: message('watchNotFound'),
  watch_exists: message('watchExists', { id: 'w_3vVm0sQh1yG7wJc2kD8XzA' }),
  internal_error: message('unexpectedFailureWithId'),
  overloaded: message('tooManyWaiting'),
  provider_unavailable: message('providerUnreachable'),
};

/** The headers of an error answer besides the common ones, by status. */
const OWN_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const EXAMPLE_ID = '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40';

/** The status of a failure. */
export function failureStatus(name: FailureName): number {
  return ERROR_STATUS[FAILURES[name][0]];
}

/** A failure as a response, the same for every endpoint that names it. */
export function failureResponse(name: FailureName): JsonSchema {
  const codes: readonly [ErrorCode, ...ErrorCode[]] = FAILURES[name];
  const status = failureStatus(name);
  const list = codes.map((code) => `- \`${code}\`: ${ERROR_MEANING[code]}.`).join('\n');
  const examples = codes.flatMap((code) => {
    const example = EXAMPLES[code];
    if (example === undefined) return [];
    return [[code, { summary: code, value: presentError(new AppError(code, example), EXAMPLE_ID) }]];
  });
  const caveat = status === 503 ? 'A failure says nothing about a place or review.\n\n' : '';
  return {
    description: caveat + list,
    headers: headerRefs([
      ...(['X-Request-Id', 'Cache-Control', 'Vary'] as const),
      ...(OWN_HEADERS[status] ?? []),
      ...LIMIT_HEADERS,
    ]),
    content: {
      'application/json': { schema: inlineSchema(errorWith(codes)), examples: Object.fromEntries(examples) },
    },
  };
}

/** The error body of one answer: the common body, limited to the given codes. */
function errorWith(codes: readonly [ErrorCode, ...ErrorCode[]]) {
  const code = z.enum(codes).describe(errorCode.meta()?.description ?? '');
  return errorBody.extend({ error: errorBody.shape.error.extend({ code }) });
}
