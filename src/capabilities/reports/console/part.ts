import type { WatchPart } from '../../watch/console/watch-actions.js';

/** The files of watches. */
export const reportsPart: WatchPart = {
  offer: 'watch',
  watchFiles: () => import('./watch-reports.js'),
};
