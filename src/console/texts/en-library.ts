import { createFormats } from '../../contract/texts/formats.js';
import type { Texts } from './pl.js';

const { number } = createFormats('en');

/** The texts about what the browser keeps. */
export const library: Texts['library'] = {
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
