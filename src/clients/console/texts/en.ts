import { createFormats } from '../../core/formats.js';
import { en as outcomes } from '../../core/texts/en.js';
import { doctor } from './en-doctor.js';
import { jobs } from './en-jobs.js';
import { library } from './en-library.js';
import { links } from './en-links.js';
import type { Texts } from './pl.js';

const formats = createFormats('en');
const { count, number, decimal, percent } = formats;
const reviews = (value: number) => count(value, { one: 'review', many: 'reviews' });
const stars = (value: number) => count(value, { one: 'star', many: 'stars' });
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });
const NOTHING_READ = 'No review was read. It is unknown whether the place has reviews, and how many.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviews(read) : `${number(read)} of ${number(total)}`;

/** The texts of the console in English. */
export const en: Texts = {
  formats,
  appName: 'place-lookup',
  tagline: 'Places and reviews on the map',
  skip: 'Skip to content',
  views: 'Views',
  language: 'Language',
  unknown: 'unknown',
  titles: {
    place: 'Place',
    links: 'Review links',
    reviews: 'Reviews of a place',
    jobs: 'Jobs',
    doctor: 'State',
  },
  failures: outcomes.failures,
  retryAfter: (seconds) => `Try again in ${inSeconds(seconds)}.`,
  requestId: 'Request number',
  serviceSays: 'Message of the service',
  again: 'Try again',
  newTab: '(opens in a new tab)',
  key: {
    title: 'API key',
    needed: 'This service requires an API key.',
    refused: 'The service did not accept this key. Enter another one.',
    unsendable:
      'This key contains a character that is not allowed in an API key, such as “€”, “…” or an invisible space. Copy the key again.',
    label: 'Key',
    keep: 'Remember the key on this computer',
    keepWhat:
      'Otherwise the key is gone when the tab is closed. Do not keep it on a computer that others use.',
    save: 'Use key',
    cancel: 'Cancel',
    forget: 'Remove key',
    forgotten: 'The key was removed.',
  },
  copy: {
    action: 'Copy',
    labelled: (what) => `Copy ${what}`,
    done: 'Copied',
    said: (what) => `Copied: ${what}`,
    failed: 'Copying failed. Select the text and copy it manually.',
  },
  pages: {
    label: 'Pages of the list',
    previous: 'Previous',
    next: 'Next',
    position: (first, last, all) => `${number(first)}–${number(last)} of ${number(all)}`,
  },
  download: {
    csv: 'Download CSV',
    xlsx: 'Download XLSX',
    only: (part, all, which) => `only ${part} of ${all}: ${which}`,
    partial: (read, total) =>
      total === null ? `incomplete list: ${read}` : `incomplete list: ${read} of ${total}`,
    preparing: 'Preparing the file…',
    done: (name) => `The file ${name} is ready.`,
    failed: 'The file could not be prepared.',
  },
  table: 'Show as a table',
  place: {
    intro: 'Paste the name of a place, a map link, a short link, a Place ID or a CID.',
    label: 'Name, link, Place ID or CID',
    example: 'e.g. pierogarnia kraków',
    search: 'Find the place',
    searching: 'Looking for the place…',
    invalid: 'This text does not identify a place. Paste a full name, map link, Place ID or CID.',
    found: (name) => `Found: ${name}`,
    nameless: 'A place without a name',
    address: 'Address',
    category: 'Category',
    rating: 'Average rating',
    reviewCount: 'Number of reviews',
    identifiers: 'Identifiers',
    links: 'Links',
    byPlaceId: 'Map by Place ID',
    byCid: 'Map by CID',
    readReviews: 'Read the reviews of this place',
    reviews,
  },
  histogram: {
    title: 'Rating distribution',
    stars: 'Stars',
    count: 'Reviews',
    share: 'Share',
    unknown: 'The rating distribution is unknown because the map provider did not show it.',
    row: (value, reviewCount, share) => `${stars(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  library,
  jobs,
  doctor,
  reviews: {
    intro: 'Read, search, sort and download the reviews of a place.',
    label: 'Place ID',
    pages: 'Maximum',
    pagesOf: (pages) => `${number(pages * 200)} reviews`,
    read: 'Read reviews',
    cancel: 'Stop',
    invalid: 'This is not a Place ID. Copy all of it, for example from the view “Place”.',
    reading: (read, total) => (isNothing(read, total) ? 'Reading…' : `Reading… ${readOf(read, total)}`),
    progress: 'Progress of reading',
    complete: (read) => `Complete: ${reviews(read)}.`,
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
    shown: (value, all) => (value === all ? reviews(all) : `${number(value)} of ${number(all)} match`),
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
    newAccount: (written) =>
      `Possibly a new account: ${count(written, { one: 'review by the author', many: 'reviews by the author' })}`,
    guide: (level) => (level === null ? 'Local guide' : `Local guide, level ${number(level)}`),
    photos: (value) => count(value, { one: 'photo', many: 'photos' }),
    likes: (value) => count(value, { one: 'like', many: 'likes' }),
    replied: 'The owner replied',
    sheet: 'Reviews',
    fileName: 'reviews',
  },
  months: {
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
      `${first} – ${last} (${count(months, { one: 'month', many: 'months' })}): ${reviews(all)}.`,
    point: (month, value, average) =>
      `${month}: ${value === null ? 'unknown' : reviews(value)}${average === null ? '' : `, average ${decimal(average)}`}`,
    scroll: 'Chart of ratings over time, scrolls horizontally',
  },
};
