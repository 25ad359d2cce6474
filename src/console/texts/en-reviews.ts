import { en as outcomes } from '../../contract/texts/en.js';
import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const formats = createFormats('en');
const { count, number, decimal } = formats;
const reviewsOf = (value: number) => count(value, { one: 'review', many: 'reviews' });
const stars = (value: number) => count(value, { one: 'star', many: 'stars' });
const NOTHING_READ = 'No review was read. It is unknown whether the place has reviews, and how many.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviewsOf(read) : `${number(read)} of ${number(total)}`;

/** The view "Reviews of a place". */
export const reviews: Texts['reviews'] = {
  intro:
    'Paste the name of a place, a map link, a Place ID or a CID. Search, sort and download the reviews that were read.',
  label: 'Name, link, Place ID or CID',
  finding: 'Looking for the place…',
  pages: 'Maximum',
  pagesOf: (pages) => `${number(pages * 200)} reviews`,
  read: 'Read reviews',
  cancel: 'Stop',
  invalid: 'This text does not identify a place. Paste a full name, map link, Place ID or CID.',
  reading: (read, total) => (isNothing(read, total) ? 'Reading…' : `Reading… ${readOf(read, total)}`),
  progress: 'Progress of reading',
  complete: (read) => `Complete: ${reviewsOf(read)}.`,
  none: 'This place has no reviews.',
  incomplete: (read, total, ending) =>
    isNothing(read, total)
      ? `${NOTHING_READ} Reason: ${ending}.`
      : `${readOf(read, total)} – ${ending}.${total === null ? ` ${outcomes.uncounted}` : ''}`,
  stopped: (read, total) =>
    isNothing(read, total) ? `Stopped. ${NOTHING_READ}` : `${readOf(read, total)} – reading stopped.`,
  broken: (read, total) =>
    isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – reading was interrupted.`,
  starFilter: 'Stars',
  noStars: 'no stars',
  sort: 'Order',
  sorts: {
    newest: 'Newest',
    oldest: 'Oldest',
    lowest: 'Lowest rating',
    highest: 'Highest rating',
    likes: 'Most likes',
  },
  search: 'Search in text, reply and author name',
  shown: (value, all) => (value === all ? reviewsOf(all) : `${number(value)} of ${number(all)} match`),
  nothing: 'No review matches the filters.',
  fitting: 'matching the filters',
  list: 'List of reviews',
  stars: (value) => `${number(value)} of 5 stars`,
  starsShort: stars,
  noText: 'No text.',
  unknownText: 'The text is unknown.',
  anonymous: 'Author unknown',
  open: 'Open the review',
  report: 'Report the review',
  about: (name) => `author: ${name}`,
  reply: 'Reply of the owner',
  signals: 'Characteristics',
  newAccount: (written) => `Possibly a new account (reviews by the author: ${number(written)})`,
  guide: (level) => (level === null ? 'Local guide' : `Local guide, level ${number(level)}`),
  photos: (value) => count(value, { one: 'photo', many: 'photos' }),
  likes: (value) => count(value, { one: 'like', many: 'likes' }),
  replied: 'The owner replied',
  edited: 'edited',
  marksLegend: 'Only reviews',
  marks: {
    unanswered: 'without a reply of the owner',
    text: 'with text',
    photos: 'with photos',
    edited: 'edited',
    'new-account': 'possibly a new account',
  },
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  share: 'Copy link to this view',
  shareName: 'link to this view',
  byLastChange: 'Edited reviews count on the day of their last change.',
  sheet: 'Reviews',
  fileName: 'reviews',
};

/** The chart of months. */
export const months: Texts['months'] = {
  title: 'Ratings over time',
  counts: 'Reviews per month',
  averages: 'Average rating per month',
  month: 'Month',
  count: 'Reviews',
  average: 'Average',
  countRead: 'Reviews read',
  older: 'older',
  covers: (read, total) =>
    total === null
      ? `The chart covers only the reviews that were read (${number(read)}). The list is incomplete.`
      : `The chart covers only ${number(read)} of ${number(total)} reviews.`,
  unknown:
    'There is no data for months before the oldest review that was read, or for months without a review that was read (grey in the chart).',
  summary: (months, first, last, all) =>
    `${first} – ${last} (${count(months, { one: 'month', many: 'months' })}): ${reviewsOf(all)}.`,
  point: (month, value, average) =>
    `${month}: ${value === null ? 'unknown' : reviewsOf(value)}${average === null ? '' : `, average ${decimal(average)}`}`,
  closed: `${outcomes.notices.permanently_closed}. That may be why there are few recent reviews, or none.`,
  hint: 'The arrow keys left and right choose a month.',
  scroll: 'Chart of ratings over time, scrolls horizontally',
};

/** The figures of the last days. */
export const periods: Texts['periods'] = {
  title: 'Last 30 and 90 days',
  period: 'Period',
  last: (days) => `Last ${number(days)} days`,
  before: (days) => `${number(days)} days before`,
  count: 'Reviews',
  average: 'Average',
  unknown: 'No data for periods that the list does not fully cover.',
};
