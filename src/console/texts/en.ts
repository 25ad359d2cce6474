import { en as outcomes } from '../../contract/texts/en.js';
import { createFormats } from '../../contract/texts/formats.js';
import { doctor } from './en-doctor.js';
import { help } from './en-help.js';
import { jobs } from './en-jobs.js';
import { library } from './en-library.js';
import { links } from './en-links.js';
import { places } from './en-places.js';
import { months, periods, reviews } from './en-reviews.js';
import type { Texts } from './pl.js';

const formats = createFormats('en');
const { count, number, percent } = formats;
const reviewsOf = (value: number) => count(value, { one: 'review', many: 'reviews' });
const stars = (value: number) => count(value, { one: 'star', many: 'stars' });
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

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
    places: 'Many places',
    links: 'Review links',
    reviews: 'Reviews of a place',
    jobs: 'Jobs',
    doctor: 'State',
  },
  shortTitles: {
    place: 'Place',
    places: 'Places',
    links: 'Links',
    reviews: 'Reviews',
    jobs: 'Jobs',
    doctor: 'State',
  },
  failures: outcomes.failures,
  retryAfter: (seconds) => `Try again in ${inSeconds(seconds)}.`,
  retryNow: 'You can try again now.',
  requestId: 'Request number',
  details: 'Details',
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
    intro:
      'See the average rating, the number of reviews and the identifiers of a place. Paste its name, a map link (also a short one), a Place ID or a CID.',
    label: 'Name, link, Place ID or CID',
    example: 'e.g. pierogarnia kraków',
    search: 'Find the place',
    searching: 'Looking for the place…',
    invalid: 'This text does not identify a place. Paste a full name, map link, Place ID or CID.',
    found: (name) => `Found: ${name}`,
    nameless: 'A place without a name',
    rating: 'Average rating',
    reviewCount: 'Number of reviews',
    identifiers: 'Identifiers',
    links: 'Links',
    byPlaceId: 'Map by Place ID',
    byCid: 'Map by CID',
    modes: 'How many places',
    one: 'One place',
    many: 'Many places',
    firstOf: (all) => `First of ${number(all)} search results. The others:`,
    toLinks: 'Check as a review link',
    isReview: 'This is a review link. The view “Review links” is open.',
    readReviews: 'Read the reviews of this place',
    reviews: reviewsOf,
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
  places,
  jobs,
  doctor,
  help,
  reviews,
  months,
  periods,
};
