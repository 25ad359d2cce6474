import { en as outcomes } from '../../contract/texts/en.js';
import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const formats = createFormats('en');
const { count, number, decimal, percent } = formats;
const reviewsOf = (value: number) => count(value, { one: 'review', many: 'reviews' });
const placesOf = (value: number) => count(value, { one: 'place', many: 'places' });
const starsOf = (value: number) => count(value, { one: 'star', many: 'stars' });
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

/** The texts of the view "review links". */
const links: Texts['links'] = {
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

/** The texts about the data that the browser keeps. */
const library: Texts['library'] = {
  lists: (value) => `Saved lists (${number(value)})`,
  about: (most) =>
    `Lists, their results and recent places are kept in this browser only. The service does not keep them. Up to ${number(most)} lists are kept: a further one replaces the one checked longest ago.`,
  unusedFor: (days) =>
    days === null
      ? 'Lists and places that are not used stay.'
      : `Lists and places that have not been used for ${days} days are deleted while the console is open.`,
  deleteUnused: 'Delete lists and places that are not used:',
  afterDays: (days) => (days === 365 ? 'after a year' : `after ${days} days`),
  neverDeleted: 'never',
  keep: 'Keep lists, results and places in this browser',
  isOn: 'Keeping is on.',
  isOff: 'Keeping is off. Everything that was kept has been deleted.',
  offTitle: 'Turn keeping off?',
  offWhat: 'All kept lists, results and places will be deleted from this browser.',
  turnOff: 'Turn off and delete',
  keepOn: 'Leave it on',
  failed: 'The browser could not keep or read the data. Download the results to a file.',
  unnamed: (at) => `List of ${at}`,
  came: ({ visible, hidden, failed, waiting }) =>
    [
      `visible: ${number(visible)}`,
      `not visible: ${number(hidden)}`,
      failed > 0 && `no result: ${number(failed)}`,
      waiting > 0 && `not checked: ${number(waiting)}`,
    ]
      .filter(Boolean)
      .join(', '),
  open: 'Open',
  openNamed: (name) => `Open: ${name}`,
  opened: (name) => `Opened: ${name}`,
  rename: 'Rename',
  renameNamed: (name) => `Rename: ${name}`,
  renamed: (name) => `New name: ${name}`,
  title: 'Name of the list',
  saveTitle: 'Save the name',
  keepTitle: 'Cancel',
  remove: 'Delete',
  removeNamed: (name) => `Delete: ${name}`,
  removed: (name) => `Deleted: ${name}`,
  missing: 'This list no longer exists.',
  places: (value) => `Recent places (${number(value)})`,
  onlyHere: 'Kept in this browser only. Keeping can be turned off in the view “Review links”.',
  removePlaces: 'Delete recent places',
  placesRemoved: 'The recent places have been deleted.',
};

/** The view "Many places". */
const places: Texts['places'] = {
  intro: 'Paste names, links, Place IDs or CIDs, one place a line. The result is one table to download.',
  label: 'Places, one a line',
  counted: (found, repeated) =>
    `${placesOf(found)}${repeated === 0 ? '' : `, of these repeated: ${number(repeated)}`}.`,
  none: 'There is no place yet.',
  tooMany: (most) => `At most ${number(most)} places can be read at once.`,
  read: 'Read places',
  reading: 'Reading…',
  resume: (open) => `Read the others (${number(open)})`,
  progress: (done, all) => `${number(done)} of ${number(all)}`,
  finished: (found, failed) => `Done. Found: ${number(found)}, no result: ${number(failed)}.`,
  paused: (seconds) => `Reading goes on by itself in ${inSeconds(seconds)}.`,
  query: 'Query',
  place: 'Place',
  rating: 'Average',
  reviews: 'Reviews',
  noAddress: 'address: unknown',
  several: (all) => `first of ${number(all)} results`,
  error: 'Error',
  errorCode: 'Error code',
  sheet: 'Places',
  fileName: 'places',
};

/** The texts of the view "jobs". */
const jobs: Texts['jobs'] = {
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
  states: outcomes.jobStates,
  ended: (at) => `Ended ${at}`,
  cancelledAt: (at) => `Cancelled ${at}`,
  expires: (at) => `Results kept until ${at}`,
  estimate: (at) => `Estimated end: ${at}`,
  rate: (perMinute) => `${perMinute} per minute`,
  progress: (done, all) => `Done: ${number(done)} of ${number(all)}`,
  visible: (value) => `Visible: ${number(value)}`,
  hidden: (value) => `Not visible: ${number(value)}`,
  failed: (value) => `No result: ${number(value)}`,
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
  order: 'Results are in the order in which they came. CSV and XLSX files keep the order of the list.',
  noResults: 'There are no results yet.',
  filesLater: 'Files with the results can be downloaded when the job has ended.',
  ndjson: 'Download NDJSON',
  tooLong: 'This file cannot be prepared. An XLSX file holds at most 100,000 rows: download CSV.',
  found: 'Found',
  read: 'Read',
  notAPlace: 'This text does not identify a place.',
  notAPlaceId: 'This is not a Place ID.',
};

/** The texts of the view "doctor", in English. */
const doctor: Texts['doctor'] = {
  intro:
    'A check shows whether the service still reads the data of the map provider correctly. The result holds no texts of reviews and no names of people.',
  check: 'Check now',
  checkQuickly: 'Check quickly',
  costs: 'A check costs 15 points, a quick one 4.',
  running: 'Checking… This may take up to 2 minutes.',
  runningQuick: 'Checking quickly…',
  done: 'The check is complete.',
  invalid: 'The service did not accept this request.',
  lastRun: 'Last check',
  at: (moment) => `Begun ${moment}`,
  fieldsRead: 'Fields read',
  history: 'Fields since the service was started',
  scroll: 'Table of fields, scrolls sideways',
  noHistory: 'There are no data on fields yet.',
  field: 'Field',
  source: 'Source',
  allSources: 'all',
  present: 'Present',
  presentOf: (present, total) => `${number(present)} of ${number(total)}`,
  usual: 'Usually',
  state: 'State',
  drifting: 'less often than usual',
  steady: 'as usual',
};

const help: Texts['help'] = {
  examples: 'Examples:',
  sampleList: 'Insert a sample list',
  provider:
    'The map provider is the service whose places and reviews are read here: Google Maps. They are read as a signed-out visitor sees them.',
  apiDocs: 'API documentation',
  share: 'Share',
  shareReview: 'Share review',
  report: 'Report review',
  copyLink: 'Copy link',
  place: {
    title: 'Where do I find the link of a place, its Place ID and its CID?',
    open: 'Open the place in Google Maps and choose "Share".',
    copy: 'Choose "Copy link" and paste the link here.',
    ids: 'The Place ID (begins with "ChIJ") and the CID (digits only) are permanent identifiers of a place. The result shows them, and one click copies them.',
  },
  review: {
    title: 'Where do I find the link of a review?',
    open: 'Find the review in Google Maps and open the menu with three dots.',
    share: 'Choose "Share review".',
    copy: 'Choose "Copy link" and paste the link here.',
    rows: 'You can paste many links at once, also whole rows of a sheet: the links in them are found. The view "Reviews of a place" also gives the links of all reviews of a place (CSV or XLSX).',
  },
  reasons: {
    title: 'What do the results and reasons mean?',
    basis:
      '"Not visible" is said only when the map provider answered properly in two independent visits and showed no review in either. If anything was missing, the link has no result. A result holds for the moment of the check.',
    means: 'What it means',
    next: 'What to do next',
    notProven: 'What it does not prove',
    neverProven: 'What no result proves:',
    failed:
      'It could not be found out whether the review is visible, or this is no link to a review. It does not mean that the review is not visible. Look at the reason and try again.',
    each: {
      visible: {
        means: 'A signed-out visitor who opens the link sees the review.',
        next: 'If the review breaks the rules, report it. The link for that stands beside the review in the view "Reviews of a place".',
        notProven: 'Not that it stays visible, nor that it counts in the average rating.',
      },
      no_rating_section: {
        means: 'The place card opens, but the review of the link is not below it.',
        next: 'Save the result with its date and check again in a few days. The author can look whether their own account shows the review.',
        notProven:
          'Not that the review was removed, nor why it is not shown: it may also wait for approval. It may be shown again.',
      },
      no_business_card: {
        means: 'The data of the place is there, but the card with the review is not shown.',
        next: 'Save the result with its date (CSV or XLSX). To be sure, check again in a few days.',
        notProven:
          'Not that the review was removed, nor since when and why it is not shown: it may also wait for approval. It may be shown again.',
      },
      no_business_data: {
        means: 'The page of the link opens properly, but without the data of the place.',
        next: 'Compare the link with its source: it may be incomplete. Look also at the place itself in the view "Place": it may be closed or merged with another one.',
        notProven:
          'Not that this one review was removed: the link may be incomplete, or the whole place is not shown.',
      },
      no_rating: {
        means: 'The page has the part for the review, but no stars in it.',
        next: 'Check again later. If the result is the same, treat the review as not visible.',
        notProven: 'Not that the review was removed: its stars may be shown again.',
      },
    },
  },
};

const NOTHING_READ = 'No review was read. It is unknown whether the place has reviews, and how many.';
const isNothing = (read: number, total: number | null) => read === 0 && total === null;
const readOf = (read: number, total: number | null) =>
  total === null ? reviewsOf(read) : `${number(read)} of ${number(total)}`;

/** The view "Reviews of a place". */
const reviews: Texts['reviews'] = {
  intro:
    'Paste the name of a place, a map link, a Place ID or a CID. Search, sort and download the reviews that were read.',
  pages: 'Maximum',
  pagesOf: (pages) => `${number(pages * 200)} reviews`,
  read: 'Read reviews',
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
  starsShort: starsOf,
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
const months: Texts['months'] = {
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
const periods: Texts['periods'] = {
  title: 'Last 30 and 90 days',
  period: 'Period',
  last: (days) => `Last ${number(days)} days`,
  before: (days) => `${number(days)} days before`,
  count: 'Reviews',
  average: 'Average',
  unknown: 'No data for periods that the list does not fully cover.',
};

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
  stop: 'Stop',
  loading: 'Loading…',
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
    row: (value, reviewCount, share) => `${starsOf(value)}: ${number(reviewCount)} (${percent(share)})`,
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
