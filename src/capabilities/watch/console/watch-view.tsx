import { useConsole } from '../../../kit/ui/context.js';
import { EventsPage } from './events-list.js';
import { WatchPage } from './one-watch.js';
import { WatchFrame } from './watch-frame.js';
import { Overview } from './watch-overview.js';

/** The views of the watch: all watches, one watch, events. */
export const WatchView = () => <WatchFrame Page={Page} />;

function Page() {
  const shown = useConsole().route.value;
  if (shown.view === 'events') return <EventsPage route={shown} />;
  if (shown.view !== 'watch') return null;
  return shown.id === '' ? <Overview route={shown} /> : <WatchPage key={shown.id} route={shown} />;
}
