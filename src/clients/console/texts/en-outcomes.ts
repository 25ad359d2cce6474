import type { FailureCode } from '../api/failure.js';
import type { StopReason } from '../reviews/ending.js';

/** Why there is no answer. */
export const failures: Readonly<Record<FailureCode, string>> = {
  invalid_request: 'This cannot be looked up. See whether the pasted text is whole and of the right kind.',
  unauthorized: 'This service needs an API key.',
  unknown_endpoint:
    'The service does not know this function. The page and the service may differ in version.',
  no_results: 'The map provider shows no such place.',
  rate_limited: 'Too many requests in a short time.',
  internal_error: 'The service failed. Please report it with the request number.',
  api_disabled: 'The service is switched off at the moment.',
  shutting_down: 'The service is shutting down.',
  overloaded: 'The service is overloaded at the moment.',
  deadline_exceeded: 'It could not be done in the time allowed.',
  client_gone: 'The connection was closed before the answer.',
  browser_unavailable: 'The browser of the service does not work at the moment.',
  provider_blocked: 'The map provider refuses automatic visits at the moment.',
  provider_unavailable: 'The map provider does not answer.',
  offline: 'There is no connection to the service.',
  cut: 'Interrupted: the connection broke before the end.',
  cancelled: 'Not checked: stopped before.',
  unexpected: 'The service answered in a way that makes no sense.',
};

/** Why a list of reviews ended. */
export const endings: Readonly<Record<StopReason, string>> = {
  end: 'the list is over',
  max_pages: 'as many pages as chosen were read',
  provider_limit: 'the provider ended the list early',
  limited_view: 'the provider does not show signed-out visitors the whole list at the moment',
  interrupted: 'the provider stopped answering properly',
  deadline: 'the time for reading was over',
};
