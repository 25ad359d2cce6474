import { z } from 'zod';
import { errorBody, errorCode } from '../../contract/error-body.js';
import type { ErrorCode } from '../../contract/errors.js';
import { message, type ServiceMessage } from '../../contract/messages.js';
import { ERROR_STATUS } from '../error-answer.js';
import { ERROR_MEANING } from './error-codes.js';
import { type HeaderName, headerRefs, LIMIT_HEADERS } from './headers.js';
import { inlineSchema, type JsonSchema } from './schemas.js';

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

/** Messages of the failures of one endpoint, by code and by the name of the example. */
export type OwnMessages = Readonly<Partial<Record<ErrorCode, Readonly<Record<string, ServiceMessage>>>>>;

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
    return Object.entries(shown).map(([summary, message]) => [
      summary.replaceAll(/\W+/g, '_'),
      { summary, value: { status: 'error', error: { code, message, request_id: EXAMPLE_ID } } },
    ]);
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
