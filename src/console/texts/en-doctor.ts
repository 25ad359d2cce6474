import { createFormats } from '../../contract/texts/formats.js';
import type { doctor as inPolish } from './pl-doctor.js';

const { number } = createFormats('en');

/** The texts of the view "doctor", in English. */
export const doctor: typeof inPolish = {
  intro:
    'A check shows whether the service still reads the data of the map provider correctly. The result holds no texts of reviews and no names of people.',
  check: 'Check now',
  checkQuickly: 'Check quickly',
  costs: 'A check costs 15 points, a quick one 4.',
  running: 'Checking… This may take up to 2 minutes.',
  runningQuick: 'Checking quickly…',
  loading: 'Loading…',
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
