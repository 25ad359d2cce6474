import type { WatchPart } from '../../watch/console/watch-actions.js';

/** The files of watches, the list of stored evidence packs, and the page that shows and forgets an author. */
export const reportsPart: WatchPart = {
  offer: 'watch',
  watchFiles: () => import('./watch-reports.js'),
  packs: async () => (await import('./kept-packs.js')).KeptPacks,
  settings: async () => (await import('./author-data.js')).AuthorView,
};
