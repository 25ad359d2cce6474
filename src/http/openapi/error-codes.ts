import type { ErrorCode } from '../../contract/errors.js';
import { ERROR_STATUS } from '../error-answer.js';

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
