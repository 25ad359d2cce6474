import { createFormats } from './formats.js';
import type { OutcomeTexts } from './pl.js';

const { number } = createFormats('en');

/** The texts of console and command line for failures, reasons and endings, in English. */
export const en: OutcomeTexts = {
  failures: {
    invalid_request: 'The service did not accept the request. Check that the text is complete and correct.',
    unknown_parameter:
      'The service does not know a parameter of this request. The service may have another version.',
    unauthorized: 'The service requires a valid API key.',
    unknown_endpoint:
      'The service does not know this request. The address may be wrong, or the service has another version.',
    no_results: 'Not found. The map provider shows no such place.',
    rate_limited: 'Too many requests in a short time.',
    internal_error: 'The service failed. Report this error with the request number.',
    api_disabled: 'The service is switched off at the moment.',
    shutting_down: 'The service is shutting down.',
    overloaded: 'The service is overloaded at the moment.',
    deadline_exceeded: 'The service did not answer within the time limit.',
    client_gone: 'The connection was closed before the answer.',
    browser_unavailable: 'The browser that the service uses does not work at the moment.',
    provider_blocked: 'The map provider is blocking automated requests at the moment.',
    provider_unavailable: 'The map provider does not answer properly.',
    jobs_unavailable: 'Jobs are not available.',
    evidence_unavailable: 'Evidence packs are not available.',
    job_not_found: 'There is no such job. It may have expired.',
    watch_unavailable: 'The watch is not available.',
    watch_not_found: 'There is no such watch, event or channel.',
    watch_exists: 'This subject is watched already.',
    unknown_code: 'The service gave a reason for the error that this version does not know.',
    offline: 'Cannot connect to the service.',
    cut: 'The connection to the service broke before the end of the answer.',
    cancelled: 'Stopped before it was checked.',
    unexpected: 'The answer of the service cannot be understood.',
  },
  reasons: {
    visible: 'the review is visible',
    no_business_data: 'the page opens without the data of the place: the link may be incomplete',
    no_business_card: 'the page shows neither the place card nor the review',
    no_rating_section: 'the place card is shown, the review is not',
    no_rating: 'the page opens, but the review has no stars',
  },
  caveats: {
    notShown:
      '"Not visible" does not mean "removed": a review that waits for approval looks the same from outside.',
    reply:
      'If no reply of the owner is shown, the owner may still have written one: the reply may wait for moderation.',
    author:
      "An author's name and picture are no proof of identity: authors may show a nickname, also on old reviews. Only the author ID is permanent.",
  },
  endings: {
    end: 'the list ended',
    max_pages: 'the chosen number of pages was read',
    provider_limit: 'the map provider ended the list early',
    limited_view: 'the map provider does not show the whole list to signed-out visitors at the moment',
    withheld: 'the map provider withholds the reviews of this place',
    not_shown: 'the map provider shows no reviews and does not state that there are none',
    interrupted: 'the map provider stopped answering correctly',
    deadline: 'the time limit for reading was reached',
  },
  troubles: {
    field_unreadable: 'texts, photos or replies of the reviews cannot be read',
    other_place: 'the Place ID leads to another place; the next check will confirm it',
  },
  partners: (count) =>
    `In addition, reviews that this number does not include, such as partner reviews: ${number(count)}.`,
  notices: {
    reviews_removed_defamation:
      'The map provider says that it removed reviews of this place after complaints of defamation',
    reviews_suspicious: 'The map provider warns that it removed fake or suspicious reviews of this place',
    reviews_withheld: 'The map provider says that it does not show the reviews of this place at the moment',
    reviews_paused: 'The map provider takes no new reviews of this place at the moment',
    temporarily_closed: 'Temporarily closed, says the map provider',
    permanently_closed: 'Permanently closed, says the map provider',
    other: 'Notice of the map provider',
  },
  noticeCount: (min, max) =>
    max === null ? `${number(min)} or more` : min === max ? number(min) : `${number(min)}–${number(max)}`,
  noticeQuote: (text) => `“${text}”`,
  defamationScope:
    'The number counts reviews of a place in Germany that were removed in the last 365 days after complaints of defamation under German law, unless the removal was reversed. The map provider names only a range.',
  uncounted: 'The page of the place shows no review count.',
  jobTypes: {
    'review-visibility': 'review visibility',
    'place-details': 'place details',
    'place-reviews': 'place reviews',
  },
  jobStates: {
    waiting: 'waiting',
    running: 'running',
    finished: 'finished',
    cancelled: 'cancelled',
    deleted: 'deleted',
  },
  unknownReason: (code) => `unknown reason: ${code}`,
};
