/**
 * What a client finds itself: `offline` (no connection), `cut` (the connection or the answer ended early), `cancelled`
 * (the user stopped the request), `unexpected` (the answer does not come from this service).
 */
export type ClientCode = 'offline' | 'cut' | 'cancelled' | 'unexpected';

/** Why a request failed. */
export interface Failure {
  /** A code of the service, also one that this version does not know, or a `ClientCode`. */
  readonly code: string;
  /** The error code as the service sent it; null when the service sent no code. */
  readonly serviceCode: string | null;
  /** The message of the service, in English; null when the service sent no message. */
  readonly message: string | null;
  readonly requestId: string | null;
  /** Seconds; null without a `Retry-After` header. */
  readonly retryAfterSeconds: number | null;
  /** HTTP status; null when there was no HTTP answer. */
  readonly status: number | null;
  /** The technical reason, in English, such as `connect ECONNREFUSED`; null when it is unknown. */
  readonly detail: string | null;
  /** True when the answer had begun. */
  readonly brokeOff: boolean;
  /** The field of the request that the service refused; undefined when the service named no field. */
  readonly field?: string;
  /** The stable name of the message; undefined when the service sent no message. */
  readonly reason?: string;
  /** The values of the message. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Thrown by every request that fails. */
export class RequestFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'RequestFailed';
    this.failure = failure;
  }
}

/** Used when `Retry-After` cannot be parsed. The service sends the same number by default. */
const DEFAULT_RETRY_AFTER_SECONDS = 10;

/** A failure that the client found itself. */
export function clientFailure(code: ClientCode, detail: string | null = null): Failure {
  return {
    code,
    serviceCode: null,
    message: null,
    requestId: null,
    retryAfterSeconds: null,
    status: null,
    detail,
    brokeOff: code === 'cut',
  };
}

/** Reads an error answer. `body` is the parsed JSON, or null; `now` in milliseconds since 1970. */
export function answerFailure(body: unknown, status: number, headers: Headers, now: number): Failure {
  const retryAfter = headers.get('Retry-After');
  const failure = lineFailure(body);
  return {
    ...failure,
    requestId: failure.requestId ?? headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfter === null ? null : retryAfterSeconds(retryAfter, now),
    status,
    detail: failure.serviceCode === null ? `HTTP ${status}` : null,
  };
}

/** Reads a `Retry-After` header: a number of seconds, or a date after `now` (milliseconds since 1970). */
function retryAfterSeconds(header: string, now: number): number {
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? DEFAULT_RETRY_AFTER_SECONDS : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Reads the `error` object of an error body or of an NDJSON line. */
export function lineFailure(line: unknown): Failure {
  const error = property(line, 'error');
  const serviceCode = textOf(error, 'code');
  const field = textOf(error, 'field');
  const reason = textOf(error, 'reason');
  if (serviceCode === null) return clientFailure('unexpected');
  return {
    ...clientFailure('unexpected'),
    code: serviceCode,
    serviceCode,
    message: textOf(error, 'message'),
    requestId: textOf(error, 'request_id'),
    ...(field !== null && { field }),
    ...(reason !== null && { reason, values: textsOf(property(error, 'values')) }),
  };
}

function textsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/** Returns the failure behind an error that a request threw. @throws `error` itself if a request did not cause it */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return clientFailure('cancelled');
  if (error instanceof RequestFailed) return error.failure;
  throw error;
}

function textOf(value: unknown, name: string): string | null {
  const text = property(value, name);
  return typeof text === 'string' ? text : null;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
