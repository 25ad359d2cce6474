import { en as outcomes } from '../../contract/texts/en.js';
import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const { count, number } = createFormats('en');

/** The texts of the view "jobs". */
export const jobs: Texts['jobs'] = {
  intro:
    'A job is a list that the service works through by itself. You can close this page and come back for the results.',
  add: 'New job',
  type: 'What to check',
  types: {
    'review-visibility': 'Review visibility',
    'place-details': 'Place details',
    'place-reviews': 'Place reviews',
  },
  labels: {
    'review-visibility': 'Review links, one per line',
    'place-details': 'Links, names of places or Place IDs, one per line',
    'place-reviews': 'Place IDs, one per line',
  },
  fileFailed: 'This file could not be read. Save the list as XLSX (up to 30 MB), CSV or text (up to 64 MB).',
  maxPages: 'Maximum for one place',
  none: 'The list is still empty.',
  counted: (value, repeated, skipped, columns) =>
    [
      count(value, { one: 'entry', many: 'entries' }),
      repeated > 0 && `repeated: ${number(repeated)}`,
      skipped > 0 &&
        (columns > 0
          ? `rows without an entry, kept in the results: ${number(skipped)}`
          : `skipped lines: ${number(skipped)}`),
      columns > 1 && count(columns, { one: 'column', many: 'columns' }),
    ]
      .filter(Boolean)
      .join(' · '),
  submit: 'Submit',
  sending: 'Sending…',
  submitted: 'The job was accepted.',
  invalid: 'The service did not accept this job.',
  tooMany:
    'The number of open jobs, and of links in all your jobs together, is limited. Wait until a job has ended, cancel one, or delete one that has ended.',
  list: 'Your jobs',
  empty: 'You have no jobs yet.',
  loading: 'Loading…',
  states: outcomes.jobStates,
  created: (at) => `Created ${at}`,
  ended: (at) => `Ended ${at}`,
  cancelledAt: (at) => `Cancelled ${at}`,
  expires: (at) => `Results kept until ${at}`,
  estimate: (at) => `Estimated end: ${at}`,
  rate: (perMinute) => `${perMinute} per minute`,
  progress: (done, all) => `Done: ${number(done)} of ${number(all)}`,
  visible: (value) => `Visible: ${number(value)}`,
  hidden: (value) => `Not visible: ${number(value)}`,
  failed: (value) => `No result: ${number(value)}`,
  open: 'Open',
  back: 'All jobs',
  named: (type, at) => `${type}, ${at}`,
  cancel: 'Cancel the job',
  cancelQuestion: 'Cancel this job?',
  cancelWhat: (left) =>
    `The remaining entries (${number(left)}) will not be checked, and the job cannot be resumed. The results so far stay available.`,
  keep: 'Keep it',
  cancelled: 'The job was cancelled.',
  remove: 'Delete the job',
  removeQuestion: 'Delete this job?',
  removeWhat: 'The job is deleted together with its results. They cannot be restored.',
  keepResults: 'Keep it',
  removed: 'The job was deleted.',
  results: 'Results',
  order: 'Results are in the order in which they came. CSV and XLSX files keep the order of the list.',
  noResults: 'There are no results yet.',
  filesLater: 'Files with the results can be downloaded when the job has ended.',
  ndjson: 'Download NDJSON',
  tooLong: 'This file cannot be prepared. An XLSX file holds at most 100,000 rows: download CSV.',
  columns: { number: 'No.', query: 'Query', outcome: 'Result', details: 'Details' },
  found: 'Found',
  read: 'Read',
  notAPlace: 'This text does not identify a place.',
  notAPlaceId: 'This is not a Place ID.',
};
