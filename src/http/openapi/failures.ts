import { z } from 'zod';
import { errorBody, errorCode } from '../../contract/error-body.js';
import { AppError, type ErrorCode } from '../../contract/errors.js';
import { message, type ServiceMessage } from '../../contract/messages.js';
import { ERROR_STATUS, presentError } from '../error-answer.js';
import { type HeaderName, headerRefs, LIMIT_HEADERS } from './headers.js';
import { inlineSchema, type JsonSchema } from './schemas.js';

/** The meaning of each code for a client, and what to do. */
export const ERROR_MEANING: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'A parameter, a link or the body is missing or not valid, or the request came under a foreign host name or from another web site; the message says which and why. Correct the request',
  unauthorized:
    'The service is configured with API keys, and this request carries none, two, a wrong or expired one, or one that is not valid for this endpoint',
  unknown_endpoint: 'There is no such path, or it does not accept this method',
  no_results: 'The map provider shows no such place, or the share link leads nowhere',
  rate_limited:
    'The points of this minute are used up, or too many lists, bulk checks or jobs of this client are open, or its jobs hold too many links. Wait for `Retry-After` seconds',
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
    'Jobs need Redis, and this service is configured without `REDIS_URL` or cannot reach it at the moment; or it has no keys, and the client is not on its machine. The message says which',
  job_not_found: 'There is no such job of this client, or its results have expired',
};

/** The codes as a Markdown table, with their statuses. */
export function errorCodeTable(): string {
  const rows = Object.entries(ERROR_MEANING).map(
    ([code, meaning]) => `| \`${code}\` | ${ERROR_STATUS[code as ErrorCode]} | ${meaning} |`,
  );
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}

interface FailureAnswer {
  readonly description: string;
  /** Codes with the same status. */
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  /** Messages of the service, for endpoints without messages of their own. */
  readonly messages: Partial<Readonly<Record<ErrorCode, ServiceMessage>>>;
  readonly headers?: readonly HeaderName[];
}

const CLOSED = ['api_disabled', 'shutting_down'] as const;
const CLOSED_MESSAGES = {
  api_disabled: message('apiSwitchedOff'),
  shutting_down: message('shuttingDown'),
};

/** All error answers. Each endpoint names the error answers it can give. */
export const FAILURES = {
  InvalidRequest: {
    description:
      'A required parameter is missing, data is invalid, or the request came under a foreign host name or from another web site. The message says which and why.',
    codes: ['invalid_request'],
    messages: {
      invalid_request: message('foreignHost', { host: 'example.com' }),
    },
  },
  Unauthorized: {
    description: 'The service is configured with API keys, and the request carries no valid one.',
    codes: ['unauthorized'],
    messages: {
      unauthorized: message('keyMissing'),
    },
    headers: ['WWW-Authenticate'],
  },
  NoResults: {
    description: 'The map provider shows no such place, or the share link leads nowhere.',
    codes: ['no_results'],
    messages: { no_results: message('noPlaceForQuery') },
  },
  RateLimited: {
    description:
      'The points of this minute are used up, or the client has reached its limit of lists or bulk checks at once. Refused requests cost no points.',
    codes: ['rate_limited'],
    messages: {
      rate_limited: message('pointsUsedUp', { cost: 1, most: 60, left: 0, seconds: 31 }),
    },
    headers: ['Retry-After'],
  },
  JobNotFound: {
    description: 'This client has no such job: it never had, or the job has expired.',
    codes: ['job_not_found'],
    messages: { job_not_found: message('jobNotFound') },
  },
  JobsUnavailable: {
    description:
      'The service is configured without Redis or cannot reach it now, or has no jobs for this client without keys.',
    codes: [...CLOSED, 'jobs_unavailable'],
    messages: {
      ...CLOSED_MESSAGES,
      jobs_unavailable: message('redisUnreachable'),
    },
    headers: ['Retry-After'],
  },
  InternalError: {
    description: 'A bug of this service.',
    codes: ['internal_error'],
    messages: {
      internal_error: message('unexpectedFailureWithId'),
    },
  },
  SwitchedOff: {
    description: 'The API is switched off or shutting down.',
    codes: CLOSED,
    messages: CLOSED_MESSAGES,
    headers: ['Retry-After'],
  },
  Unavailable: {
    description:
      'This service or the map provider cannot answer now. This says nothing about the place or review.',
    codes: [
      ...CLOSED,
      'overloaded',
      'deadline_exceeded',
      'browser_unavailable',
      'provider_blocked',
      'provider_unavailable',
    ],
    messages: {
      ...CLOSED_MESSAGES,
      overloaded: message('tooManyWaiting'),
      provider_unavailable: message('providerUnreachable'),
    },
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<string, FailureAnswer>>;

export type FailureName = keyof typeof FAILURES;

/** Failures of one endpoint, by code and by the name of the example: the error, or its message alone. */
export type OwnMessages = Readonly<
  Partial<Record<ErrorCode, Readonly<Record<string, ServiceMessage | AppError>>>>
>;

const EXAMPLE_ID = '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40';

/** The status of a failure. */
export function failureStatus(name: FailureName): number {
  return ERROR_STATUS[FAILURES[name].codes[0]];
}

/** Whether an endpoint has messages of its own for a failure. */
export function hasOwnMessages(name: FailureName, own: OwnMessages): boolean {
  return FAILURES[name].codes.some((code) => own[code] !== undefined);
}

/** A failure as a response. `own`: messages of an endpoint that replace the common messages. */
export function failureResponse(name: FailureName, own: OwnMessages = {}): JsonSchema {
  const { codes, messages, description, headers = [] }: FailureAnswer = FAILURES[name];
  const list = codes.map((code) => `- \`${code}\`: ${ERROR_MEANING[code]}.`).join('\n');
  const examples = codes.flatMap((code) => {
    const common = messages[code];
    const shown = own[code] ?? (common === undefined ? {} : { [code]: common });
    return Object.entries<ServiceMessage | AppError>(shown).map(([summary, found]) => {
      const error = typeof found === 'string' ? new AppError(code, found) : found;
      return [summary.replaceAll(/\W+/g, '_'), { summary, value: presentError(error, EXAMPLE_ID) }];
    });
  });
  return {
    description: `${description}\n\n${list}`,
    headers: headerRefs(['X-Request-Id', 'Cache-Control', 'Vary', ...headers, ...LIMIT_HEADERS]),
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
