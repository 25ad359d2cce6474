import { FOREIGN_LINK } from '../../core/api/examples/review-examples.js';
import { REFUSED_LINK, REMOVED_CHECK, VISIBLE_CHECK } from '../../kit/lists/check-examples.js';

export const JOB_ID = '5f0c6e2a9b7d4c1e8a3f2b60';

const COUNTS = {
  ...{ total: 20_000, done: 5_120, visible: 4_870, not_visible: 228 },
  ...{ unclear: 3, without_link: 2, failed: 17 },
  failures: { invalid_request: 15, no_results: 2 },
};

export const RUNNING_JOB = {
  id: JOB_ID,
  type: 'review-visibility',
  parameters: {},
  columns: null,
  state: 'running',
  ...{ created_at: '2026-09-14 08:00:00', created_at_utc: '2026-09-14T06:00:00Z' },
  ...{ begun_at: '2026-09-14 08:00:01', begun_at_utc: '2026-09-14T06:00:01Z' },
  ...{ ended_at: null, ended_at_utc: null },
  ...{ expires_at: null, expires_at_utc: null },
  ...COUNTS,
  retrying: 1,
  ...{ next_attempt_at: '2026-09-14 08:45:10', next_attempt_at_utc: '2026-09-14T06:45:10Z' },
  links_per_minute: 118.4,
  ...{ estimated_end_at: '2026-09-14 10:48:55', estimated_end_at_utc: '2026-09-14T08:48:55Z' },
};

/** No link waits for another attempt, and no end is estimated. */
const NOTHING_AHEAD = { retrying: 0, next_attempt_at: null, estimated_end_at: null };

export const NEW_JOB = {
  ...RUNNING_JOB,
  state: 'waiting',
  ...{ begun_at: null, begun_at_utc: null },
  links_per_minute: null,
  done: 0,
  ...{ visible: 0, not_visible: 0, unclear: 0, without_link: 0, failed: 0, failures: {} },
  ...NOTHING_AHEAD,
};

export const CANCELLED_JOB = {
  ...RUNNING_JOB,
  state: 'cancelled',
  ...{ ended_at: '2026-09-14 08:43:15', ended_at_utc: '2026-09-14T06:43:15Z' },
  ...{ expires_at: '2026-09-17 08:43:15', expires_at_utc: '2026-09-17T06:43:15Z' },
  ...NOTHING_AHEAD,
};

export const FINISHED_JOB = {
  ...CANCELLED_JOB,
  state: 'finished',
  ...{ done: 20_000, visible: 19_100, not_visible: 877, failed: 18 },
  failures: { invalid_request: 15, no_results: 2, provider_unavailable: 1 },
};

const DELETED_AT = { expires_at: '2026-09-15 09:20:00', expires_at_utc: '2026-09-15T07:20:00Z' };
export const DELETED_JOB = { ...FINISHED_JOB, ...DELETED_AT, state: 'deleted' };

export const JOB_LINES = {
  'a verdict': { type: 'result', position: 1, index: 3, line: 4, ...VISIBLE_CHECK },
  'a verdict of a JSON request': { type: 'result', position: 2, index: 0, line: null, ...REMOVED_CHECK },
  'a failure': {
    type: 'error',
    position: 3,
    index: 6,
    line: 7,
    review_url: FOREIGN_LINK,
    error: { ...REFUSED_LINK.error, field: null },
    checked_at: '2026-09-14 08:00:09',
    checked_at_utc: '2026-09-14T06:00:09Z',
  },
  progress: { type: 'progress', position: 5_120, ...COUNTS },
  summary: { type: 'summary', position: 5_120, state: 'cancelled', ...COUNTS },
};
