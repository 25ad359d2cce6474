import { createFormats } from './formats.js';
import type { Texts } from './pl.js';

const { count, number } = createFormats('en');
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

/** What is said about a list of review links. */
export const links: Texts['links'] = {
  intro: 'See which reviews are visible to everyone. One link will do, or a whole list.',
  label: 'Review links, one a line',
  file: 'Load a text file',
  drop: 'You may also drop a file on the field.',
  fileFailed: 'This file could not be read as text.',
  clear: 'Clear',
  check: 'Check',
  checking: 'Checking…',
  cancel: 'Stop',
  retry: (failed) => `Retry failed (${number(failed)})`,
  resume: (left) => `Check the rest (${number(left)})`,
  counted: (value, repeated, skipped, batches) =>
    [
      count(value, { one: 'link', many: 'links' }),
      repeated > 0 && `repeated: ${number(repeated)} (each is checked once)`,
      skipped > 0 && `lines without a link skipped: ${number(skipped)}`,
      batches > 1 && `sent in ${number(batches)} batches`,
    ]
      .filter(Boolean)
      .join(' · '),
  none: 'There is no link here yet.',
  progress: (done, all) => `Checked ${number(done)} of ${number(all)}`,
  finished: (visible, hidden, failed) =>
    `Done. Visible: ${number(visible)}, not visible: ${number(hidden)}, without a result: ${number(failed)}.`,
  stopped: (done, all) => `Stopped. Checked ${number(done)} of ${number(all)}, left: ${number(all - done)}.`,
  broken: (done, all) =>
    `Interrupted. Checked ${number(done)} of ${number(all)}, left: ${number(all - done)}.`,
  paused: (seconds, attempt, attempts) =>
    `The other links will be checked by themselves in ${inSeconds(seconds)} (try ${attempt} of ${attempts}).`,
  results: 'Results',
  filter: 'Show',
  filters: {
    all: 'All',
    visible: 'Visible',
    hidden: 'Not visible',
    failed: 'Failed',
    waiting: 'Not checked',
  },
  filtered: (name, value) => `${name} (${number(value)})`,
  columns: { number: 'No.', link: 'Link', verdict: 'Result', reason: 'Reason', checked: 'Checked at' },
  visible: 'Visible',
  hidden: 'Not visible',
  failed: 'No result',
  waiting: 'Waiting',
  unchecked: 'Not checked',
  notAReview: 'This is no link to a review.',
  leadsNowhere: 'This link leads to no review: it was withdrawn or mistyped.',
  invalid:
    'The service did not accept this list. See whether the links are whole, and none of them too long.',
  repeated: (position) => `repeated, same as ${number(position)}`,
  empty: 'No row fits the filter.',
  partial: (done, all) => `incomplete: checked ${done} of ${all}`,
  sheet: 'Review visibility',
  fileName: 'review-visibility',
};
