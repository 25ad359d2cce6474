import type { StopReason } from '../reviews/ending.js';
import { links } from './en-links.js';
import { endings, failures } from './en-outcomes.js';
import { createFormats } from './formats.js';
import type { Texts } from './pl.js';

const formats = createFormats('en');
const { count, number, decimal, percent } = formats;
const reviews = (value: number) => count(value, { one: 'review', many: 'reviews' });
const stars = (value: number) => count(value, { one: 'star', many: 'stars' });
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });
const NOTHING_READ = 'Nothing was read: it is unknown whether the place has reviews, and how many.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const endingOf = (reason: StopReason) => endings[reason] ?? `unknown reason: ${reason}`;
const readOf = (read: number, total: number | null) =>
  total === null ? reviews(read) : `${number(read)} of ${number(total)}`;

/** Everything the console says in English. */
export const en: Texts = {
  formats,
  appName: 'place-lookup',
  tagline: 'Places and reviews on the map',
  skip: 'Skip to the content',
  views: 'Views',
  language: 'Language',
  unknown: 'unknown',
  titles: { place: 'Place', links: 'Review links', reviews: "A place's reviews" },
  failures,
  retryAfter: (seconds) => `Try again in ${inSeconds(seconds)}.`,
  requestId: 'Request number',
  serviceSays: 'What the service says',
  again: 'Try again',
  newTab: '(opens in a new tab)',
  key: {
    title: 'API key',
    needed: 'This service needs an API key. The key stays in this browser tab only.',
    refused: 'The service did not accept this key. Enter another one.',
    unsendable:
      'This key holds a character that no API key can have, such as “€”, “…” or an invisible space. Copy the key again.',
    label: 'Key',
    save: 'Use key',
    cancel: 'Cancel',
    forget: 'Forget key',
    forgotten: 'The key is forgotten.',
  },
  copy: {
    action: 'Copy',
    labelled: (what) => `Copy ${what}`,
    done: 'Copied',
    said: (what) => `Copied: ${what}`,
    failed: 'Copying failed. Select the text and copy it yourself.',
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
    partial: (read, total) => (total === null ? `incomplete: ${read}` : `incomplete: ${read} of ${total}`),
    preparing: 'Preparing the file…',
    done: (name) => `The file ${name} is ready.`,
    failed: 'The file could not be prepared.',
  },
  table: 'Show as a table',
  place: {
    intro: 'Paste anything that names a place: a name, a map link, a short link, a Place ID or a CID.',
    label: 'Name, link, Place ID or CID',
    example: 'e.g. pierogarnia kraków',
    search: 'Find the place',
    searching: 'Looking for the place…',
    invalid: 'No place can be read from this text. Paste a whole name, map link, Place ID or CID.',
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
    readReviews: "Read this place's reviews",
    reviews,
  },
  histogram: {
    title: 'Stars',
    stars: 'Stars',
    count: 'Reviews',
    share: 'Share',
    unknown: 'The distribution of stars is unknown: the provider did not show it.',
    row: (value, reviewCount, share) => `${stars(value)}: ${number(reviewCount)} (${percent(share)})`,
  },
  links,
  reviews: {
    intro: 'Read the reviews of a place, look through them, sort and download them.',
    label: 'Place ID',
    pages: 'At most',
    pagesOf: (pages) => `${number(pages * 200)} reviews`,
    read: 'Read reviews',
    cancel: 'Stop',
    invalid: 'No Place ID can be read from this text. Copy all of it, for instance from the view “Place”.',
    reading: (read, total) => (isNothing(read, total) ? 'Reading…' : `Reading… ${readOf(read, total)}`),
    progress: 'Progress of reading',
    complete: (read) => `Complete: ${reviews(read)}.`,
    beside: (count) =>
      ` Besides, reviews that this number does not cover, such as those of partners: ${number(count)}.`,
    none: 'The place has no reviews.',
    incomplete: (read, total, reason) =>
      isNothing(read, total)
        ? `${NOTHING_READ} Reason: ${endingOf(reason)}.`
        : `${readOf(read, total)} – ${endingOf(reason)}.${total === null ? ' The place does not say how many it has.' : ''}`,
    stopped: (read, total) =>
      isNothing(read, total) ? `Stopped by you. ${NOTHING_READ}` : `${readOf(read, total)} – stopped by you.`,
    broken: (read, total) =>
      isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – the reading did not come to its end.`,
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
    search: 'Search text, reply and author',
    shown: (value, all) => (value === all ? reviews(all) : `${number(value)} of ${number(all)} match`),
    nothing: 'No review fits the filters.',
    fitting: 'those that fit the filters',
    list: 'List of reviews',
    stars: (value) => `${number(value)} of 5 stars`,
    starsShort: stars,
    noText: 'No text.',
    unknownText: 'Text unknown.',
    anonymous: 'Author unknown',
    open: 'See the review',
    report: 'Report the review',
    about: (name) => `author: ${name}`,
    reply: "The owner's reply",
    signals: 'Signals',
    newAccount: (written) =>
      `Perhaps a new account: ${count(written, { one: 'review by the author', many: 'reviews by the author' })}`,
    guide: (level) => (level === null ? 'Local guide' : `Local guide, level ${number(level)}`),
    photos: (value) => count(value, { one: 'photo', many: 'photos' }),
    likes: (value) => count(value, { one: 'like', many: 'likes' }),
    replied: 'The owner replied',
    sheet: 'Reviews',
    fileName: 'reviews',
  },
  months: {
    title: 'Stars over time',
    counts: 'Reviews a month',
    averages: 'Average rating a month',
    month: 'Month',
    count: 'Reviews',
    average: 'Average',
    countRead: 'Reviews read',
    older: 'older',
    covers: (read, total) =>
      total === null
        ? `The chart covers only the reviews read (${number(read)}); the list is not complete.`
        : `The chart covers only ${number(read)} of ${number(total)} reviews.`,
    unknown:
      'Months older than the oldest review read, and those without a review read (grey in the chart), are unknown.',
    summary: (months, first, last, all) =>
      `${first} – ${last} (${count(months, { one: 'month', many: 'months' })}): ${reviews(all)}.`,
    point: (month, value, average) =>
      `${month}: ${value === null ? 'unknown' : reviews(value)}${average === null ? '' : `, average ${decimal(average)}`}`,
    scroll: 'Chart of stars over time, scrolls sideways',
  },
};
