import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const { count, number } = createFormats('en');
const placesOf = (value: number) => count(value, { one: 'place', many: 'places' });
const inSeconds = (value: number) => count(value, { one: 'second', many: 'seconds' });

/** The view "Many places". */
export const places: Texts['places'] = {
  intro: 'Paste names, links, Place IDs or CIDs, one place a line. The result is one table to download.',
  label: 'Places, one a line',
  example: 'e.g. pierogarnia kraków',
  counted: (found, repeated) =>
    `${placesOf(found)}${repeated === 0 ? '' : `, of these repeated: ${number(repeated)}`}.`,
  none: 'There is no place yet.',
  tooMany: (most) => `At most ${number(most)} places can be read at once.`,
  read: 'Read places',
  reading: 'Reading…',
  stop: 'Stop',
  resume: (open) => `Read the others (${number(open)})`,
  progress: (done, all) => `${number(done)} of ${number(all)}`,
  finished: (found, failed) => `Done. Found: ${number(found)}, no result: ${number(failed)}.`,
  paused: (seconds) => `Reading goes on by itself in ${inSeconds(seconds)}.`,
  table: 'Places',
  number: 'No.',
  query: 'Query',
  place: 'Place',
  rating: 'Average',
  reviews: 'Reviews',
  waiting: 'Waiting',
  noAddress: 'address: unknown',
  several: (all) => `first of ${number(all)} results`,
  error: 'Error',
  errorCode: 'Error code',
  sheet: 'Places',
  fileName: 'places',
};
