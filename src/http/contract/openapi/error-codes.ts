import type { ErrorCode } from '../../../errors.js';
import { ERROR_STATUS } from '../errors.js';

/** What each code means to a client, and what to do about it. */
export const ERROR_MEANING: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'A parameter, a link or the body is missing or no use, or the request came under a foreign host name or from another web site; the message says which and why. Mend the request',
  unauthorized:
    'The service is configured with API keys and this request carries none, two, a wrong or an expired one, or one that is not meant for this',
  unknown_endpoint: 'There is no such path, or not with this method',
  no_results: 'The map provider shows no such place, or the share link leads nowhere',
  rate_limited:
    'The points of this minute are spent, or too many lists or bulk checks of this client are under way. Wait for `Retry-After` seconds',
  internal_error: 'A bug of this service. Report it with the request id',
  api_disabled: 'The API is switched off',
  shutting_down: 'The service is about to end. Ask again shortly',
  overloaded: 'Too many requests wait for a browser page already, or too many lists are under way',
  deadline_exceeded: 'The answer was not there in time',
  client_gone: 'The client left before the answer was ready; stands in logs and metrics only',
  browser_unavailable: 'Chromium cannot be started, or went away twice',
  provider_blocked: 'The map provider refuses automatic visits at the moment. Wait for `Retry-After` seconds',
  provider_unavailable: 'The map provider does not answer, or not with anything usable',
};

/** The codes as a Markdown table, with their statuses. */
export function errorCodeTable(): string {
  const rows = Object.entries(ERROR_MEANING).map(
    ([code, meaning]) => `| \`${code}\` | ${ERROR_STATUS[code as ErrorCode]} | ${meaning} |`,
  );
  return ['| code | status | meaning |', '|---|---|---|', ...rows].join('\n');
}
