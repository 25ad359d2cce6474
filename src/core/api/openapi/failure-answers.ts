import { z } from 'zod';
import {
  API_DISABLED,
  AppError,
  BROWSER_UNAVAILABLE,
  CORE_ERRORS,
  DEADLINE_EXCEEDED,
  type ErrorKind,
  type FailureAnswer,
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
import { presentError } from '../error-answer.js';
import { inlineSchema, type JsonSchema } from './schemas.js';

/** The codes as a Markdown table, with their statuses. */
export function errorCodeTable(kinds: readonly ErrorKind[]): string {
  const rows = kinds.map(({ code, status, meaning }) => `| \`${code}\` | ${status} | ${meaning} |`);
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}

export const CLOSED = [API_DISABLED, SHUTTING_DOWN] as const;
/** While an answer cannot be made. */
export const UNAVAILABLE = [
  ...CLOSED,
  OVERLOADED,
  DEADLINE_EXCEEDED,
  BROWSER_UNAVAILABLE,
  PROVIDER_BLOCKED,
  PROVIDER_UNAVAILABLE,
] as const;

/** The error answers of the core with their kinds. Endpoints name the answers they give, or declare their own. */
const FAILURES = {
  InvalidRequest: [INVALID_REQUEST, UNKNOWN_PARAMETER],
  Unauthorized: [UNAUTHORIZED],
  NoResults: [NO_RESULTS],
  RateLimited: [RATE_LIMITED],
  InternalError: [INTERNAL_ERROR],
  SwitchedOff: CLOSED,
  Unavailable: UNAVAILABLE,
} as const satisfies Readonly<Record<string, readonly [ErrorKind, ...ErrorKind[]]>>;

export type FailureName = keyof typeof FAILURES;

const EXAMPLE_ID = '0f5a3c1e-7c1d-4b1f-9d58-2f6f2d1c9a40';

/** The answer of the core with this name, or an answer of a capability itself. */
export function failureAnswer(named: FailureName | FailureAnswer): FailureAnswer {
  return typeof named === 'string' ? { name: named, kinds: FAILURES[named] } : named;
}

/** Every error answer of a service with these endpoints, answers of the core first. */
export function failureAnswers(
  endpoints: readonly { readonly failures: readonly (FailureName | FailureAnswer)[] }[],
): readonly FailureAnswer[] {
  const core = (Object.keys(FAILURES) as FailureName[]).map(failureAnswer);
  const all = [...core, ...endpoints.flatMap(({ failures }) => failures.map(failureAnswer))];
  return [...new Map(all.map((answer) => [answer.name, answer])).values()];
}

/** Every kind of failure of a service with these endpoints, failures of the core first. */
export function errorKinds(endpoints: Parameters<typeof failureAnswers>[0]): readonly ErrorKind[] {
  return [...new Set([...CORE_ERRORS, ...failureAnswers(endpoints).flatMap(({ kinds }) => kinds)])];
}

/** A failure as a response, the same for every endpoint that names it. */
export function failureResponse({ kinds }: FailureAnswer): JsonSchema {
  const [{ status }] = kinds;
  const list = kinds.map(({ code, meaning }) => `- \`${code}\`: ${meaning}.`).join('\n');
  const examples = kinds.flatMap((kind) => {
    const { code, example } = kind;
    if (example === undefined) return [];
    return [[code, { summary: code, value: presentError(new AppError(kind, example), EXAMPLE_ID) }]];
  });
  const caveat = status === 503 ? 'A failure says nothing about a place or review.\n\n' : '';
  return {
    description: caveat + list,
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
