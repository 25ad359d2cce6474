import type { ConsolePart } from '../../../kit/ui/context.js';
import { NewChanges } from './news.js';
import { WatchButton } from './watch-button.js';

/** All views of the watch are one component, so that its shared state stays. */
const view = async () => (await import('./clients-page.js')).WatchView;

export const watchPart: ConsolePart = {
  offer: 'watch',
  views: { watch: view, compare: view },
  marks: { home: NewChanges },
  start: async () => (await import('./start-page.js')).StartPage,
  ListAction: WatchButton,
};
