import { z } from 'zod';
import { EVIDENCE_UNAVAILABLE } from '../../../capabilities/evidence/errors.js';
import { JOB_NOT_FOUND, JOBS_UNAVAILABLE } from '../../../capabilities/jobs/errors.js';
import { WATCH_EXISTS, WATCH_NOT_FOUND, WATCH_UNAVAILABLE } from '../../../capabilities/watch/errors.js';
import {
  API_DISABLED,
  AppError,
  BROWSER_UNAVAILABLE,
  DEADLINE_EXCEEDED,
  type ErrorKind,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  NO_RESULTS,
  OVERLOADED,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
  RATE_LIMITED,
  SHUTTING_DOWN,
  UNAUTHORIZED,
  UNKNOWN_PARAMETER,
} from '../../errors.js';
import { errorBody, errorCode } from '../../published/error-body.js';
import { ERROR_KINDS, presentError } from '../error-answer.js';
import { type HeaderName, headerRefs, LIMIT_HEADERS } from './header-docs.js';
import { inlineSchema, type JsonSchema } from './schemas.js';

/** The codes as a Markdown table, with their statuses. */
export function errorCodeTable(): string {
  const rows = ERROR_KINDS.map(({ code, status, meaning }) => `| \`${code}\` | ${status} | ${meaning} |`);
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}

const CLOSED = [API_DISABLED, SHUTTING_DOWN] as const;
const UNAVAILABLE = [
  ...CLOSED,
  OVERLOADED,
  DEADLINE_EXCEEDED,
  BROWSER_UNAVAILABLE,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
] as const;

/** All error answers with their kinds. The kinds of an answer have one status. Endpoints name the answers they give. */
export const FAILURES = {
  InvalidRequest: [INVALID_REQUEST, UNKNOWN_PARAMETER],
  Unauthorized: [UNAUTHORIZED],
  NoResults: [NO_RESULTS],
  RateLimited: [RATE_LIMITED],
  JobNotFound: [JOB_NOT_FOUND],
  JobsUnavailable: [...CLOSED, JOBS_UNAVAILABLE],
  EvidenceUnavailable: [EVIDENCE_UNAVAILABLE, ...UNAVAILABLE],
  WatchUnavailable: [WATCH_UNAVAILABLE, ...UNAVAILABLE],
  WatchNotFound: [WATCH_NOT_FOUND],
  WatchExists: [WATCH_EXISTS],
  InternalError: [INTERNAL_ERROR],
  SwitchedOff: CLOSED,
  Unavailable: UNAVAILABLE,
} as const satisfies Readonly<Record<string, readonly [ErrorKind, ...ErrorKind[]]>>;

export type FailureName = keyof typeof FAILURES;

/** The headers of an error answer besides the common ones, by status. */
const OWN_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const EXAMPLE_ID = '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40';

/** The status of a failure. */
export function failureStatus(name: FailureName): number {
  return FAILURES[name][0].status;
}

/** A failure as a response, the same for every endpoint that names it. */
export function failureResponse(name: FailureName): JsonSchema {
  const kinds: readonly [ErrorKind, ...ErrorKind[]] = FAILURES[name];
  const status = failureStatus(name);
  const list = kinds.map(({ code, meaning }) => `- \`${code}\`: ${meaning}.`).join('\n');
  const examples = kinds.flatMap((kind) => {
    const { code, example } = kind;
    if (example === undefined) return [];
    return [[code, { summary: code, value: presentError(new AppError(kind, example), EXAMPLE_ID) }]];
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
      'application/json': { schema: inlineSchema(errorWith(kinds)), examples: Object.fromEntries(examples) },
    },
  };
}

/** The error body of one answer: the common body, limited to the codes of its kinds. */
function errorWith(kinds: readonly ErrorKind[]) {
  const code = z.enum(kinds.map(({ code }) => code)).describe(errorCode.meta()?.description ?? '');
  return errorBody.extend({ error: errorBody.shape.error.extend({ code }) });
}
