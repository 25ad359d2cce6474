import { createFormats } from '../../core/formats.js';
import type { Texts } from './pl.js';

const { count, number } = createFormats('en');
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

/** The texts of the view "review links". */
export const links: Texts['links'] = {
  intro: 'Check which reviews are visible to everyone. You can enter one link or a whole list.',
  label: 'Review links, one per line',
  file: 'Load a text file',
  drop: 'You can also drop a file on the field.',
  fileFailed: 'This file could not be read as text.',
  clear: 'Clear',
  check: 'Check',
  checking: 'Checking…',
  cancel: 'Stop',
  retry: (failed) => `Retry links with no result (${number(failed)})`,
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
  results: 'Results',
  filter: 'Show',
  filters: {
    all: 'All',
    visible: 'Visible',
    hidden: 'Not visible',
    failed: 'No result',
    waiting: 'Not checked',
  },
  filtered: (name, value) => `${name} (${number(value)})`,
  columns: { number: 'No.', link: 'Link', verdict: 'Result', reason: 'Reason', checked: 'Checked at' },
  visible: 'Visible',
  hidden: 'Not visible',
  failed: 'No result',
  waiting: 'Waiting',
  unchecked: 'Not checked',
  notAReview: 'This is not a link to a review.',
  leadsNowhere: 'This link does not lead to a review. It has expired or contains an error.',
  invalid: 'The service did not accept this list. Check that the links are complete and not too long.',
  repeated: (position) => `repeated, see no. ${number(position)}`,
  empty: 'No row matches the filter.',
  partial: (done, all) => `incomplete list: checked ${done} of ${all}`,
  sheet: 'Review visibility',
  fileName: 'review-visibility',
};
