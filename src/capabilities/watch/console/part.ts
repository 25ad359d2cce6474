import type { ConsolePart } from '../../../kit/ui/context.js';
import { NewChanges } from './news.js';
import { WatchButton } from './watch-button.js';

/** All views of the watch are one component, so that its shared state stays. */
const view = async () => (await import('./watch-view.js')).WatchView;

export const watchPart: ConsolePart = {
  offer: 'watch',
  views: { watch: view, events: view, compare: view },
  navigation: ['events', 'watch', 'compare'],
  marks: { events: NewChanges },
  start: async () => (await import('./start-view.js')).StartView,
  ListAction: WatchButton,
};
