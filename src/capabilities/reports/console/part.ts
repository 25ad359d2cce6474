import type { WatchPart } from '../../watch/console/watch-actions.js';

/** The files of a watch. */
export const reportsPart: WatchPart = {
  offer: 'watch',
  watchFiles: async () => (await import('./watch-reports.js')).Reports,
};
