import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const { count, number } = createFormats('en');
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

/** The texts of the view "review links". */
export const links: Texts['links'] = {
  intro:
    'Check which reviews are visible to everyone. Enter one link or a whole list, also copied from a sheet: your columns stay in the results.',
  label: 'Review links, one per line',
  file: 'Load a file (XLSX, CSV, text)',
  chosen: (name) => `File: ${name}`,
  removeFile: 'Remove the file',
  ownColumns: (value) => count(value, { one: 'column', many: 'columns' }),
  column: 'Column to check',
  columnFound: (names) => `found automatically: ${names.join(', ')}`,
  columnByContent: 'find automatically',
  allColumns: 'all columns with links',
  passedOver: (columns) =>
    `Other columns have links, too. They will not be checked: ${columns.map(([name, links]) => `"${name}" (${number(links)})`).join(', ')}.`,
  drop: 'You can also drop a file on the field.',
  fileFailed: 'This file could not be read. Save the list as XLSX, CSV or text (up to 5 MB).',
  clear: 'Clear',
  check: 'Check',
  checking: 'Checking…',
  cancel: 'Stop',
  retry: (failed) => `Retry links with no result (${number(failed)})`,
  checkAgain: 'Check all again',
  notify: 'Notify me at the end',
  willNotify: 'You will be notified when the check ends.',
  notifyRefused: 'The browser does not allow notifications.',
  resume: (left) => `Check the remaining links (${number(left)})`,
  counted: (value, repeated, skipped, batches) =>
    [
      count(value, { one: 'link', many: 'links' }),
      repeated > 0 && `repeated: ${number(repeated)} (each is checked once)`,
      skipped > 0 && `lines without a link, skipped: ${number(skipped)}`,
      batches > 1 && `sent in ${number(batches)} batches`,
    ]
      .filter(Boolean)
      .join(' · '),
  none: 'No links yet.',
  progress: (done, all) => `Checked ${number(done)} of ${number(all)}`,
  finished: (visible, hidden, failed) =>
    `Done. Visible: ${number(visible)}, not visible: ${number(hidden)}, no result: ${number(failed)}.`,
  stopped: (done, all) =>
    `Stopped. Checked ${number(done)} of ${number(all)}, remaining: ${number(all - done)}.`,
  broken: (done, all) =>
    `Interrupted. Checked ${number(done)} of ${number(all)}, remaining: ${number(all - done)}.`,
  paused: (seconds, attempt, attempts) =>
    `The remaining links will be checked automatically in ${inSeconds(seconds)} (attempt ${attempt} of ${attempts}).`,
  scrolled: 'Table of results, scrolled sideways',
  results: 'Results',
  filter: 'Show',
  filters: {
    all: 'All',
    visible: 'Visible',
    hidden: 'Not visible',
    failed: 'No result',
    waiting: 'Not checked',
    changed: 'Changed',
  },
  filtered: (name, value) => `${name} (${number(value)})`,
  columns: { number: 'No.', link: 'Review', verdict: 'Result', reason: 'Reason', checked: 'Checked at' },
  visible: 'Visible',
  hidden: 'Not visible',
  failed: 'No result',
  waiting: 'Waiting',
  unchecked: 'Not checked',
  notAReview: 'This is not a link to a review.',
  leadsNowhere: 'This link does not lead to a review. It has expired or contains an error.',
  invalid: 'The service did not accept this list. Check that the links are complete and not too long.',
  noLink: 'no link',
  fromLink: 'From the link:',
  linkAuthor: 'profile of the author',
  linkPlace: 'place',
  seenBefore: (at) => `According to the check of ${at}:`,
  editedOn: (date) => (date === null ? 'edited' : `edited ${date}`),
  before: (isVisible) => (isVisible ? 'Visible before' : 'Not visible before'),
  changes: { hidden: 'No longer visible', back: 'Visible again' },
  edited: (stars, isTextChanged) => {
    const what = [
      stars !== null && `stars ${stars[0]} → ${stars[1]}`,
      isTextChanged && 'text changed',
    ].filter(Boolean);
    return what.length === 0 ? 'Edited' : `Edited: ${what.join(', ')}`;
  },
  foundBetween: (first, last) => `Results found: ${first === last ? first : `${first} – ${last}`}.`,
  compared: (changed, compared, first, last) =>
    `Changes since the previous check (${first === last ? first : `${first} – ${last}`}): ${number(changed)}. Reviews compared: ${number(compared)}.`,
  extra: {
    change: 'Change',
    checkedBefore: 'Checked before at',
    resultBefore: 'Result before',
    starsBefore: 'Stars before',
    textBefore: 'Beginning of the text before',
    seenAt: 'Data of an earlier check, at',
    seenAuthor: 'Author (earlier)',
    seenStars: 'Stars (earlier)',
    seenDate: 'Review date (earlier)',
    seenPlace: 'Place (earlier)',
    seenPlaceId: 'Place ID (earlier)',
    seenText: 'Beginning of the text (earlier)',
  },
  repeated: (position) => `repeated, see no. ${number(position)}`,
  empty: 'No row matches the filter.',
  partial: (done, all) => `incomplete list: checked ${done} of ${all}`,
  sheet: 'Review visibility',
  fileName: 'review-visibility',
};
