import { useConsole } from '../../../kit/ui/context.js';
import { EventsPage } from './events-list.js';
import { WatchPage } from './one-watch.js';
import { WatchFrame } from './watch-frame.js';
import { Overview } from './watch-overview.js';

/** The views of the watch: all watches, one watch, events. */
export function WatchView() {
  const shown = useConsole().route.value;
  return (
    <WatchFrame>
      {shown.view === 'watch' && shown.id === '' && <Overview route={shown} />}
      {shown.view === 'watch' && shown.id !== '' && <WatchPage key={shown.id} route={shown} />}
      {shown.view === 'events' && <EventsPage type={shown.type} />}
    </WatchFrame>
  );
}
