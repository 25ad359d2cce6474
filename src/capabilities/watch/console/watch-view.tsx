import { useConsole } from '../../../kit/ui/context.js';
import { ComparePage } from './compare-page.js';
import { EventsPage } from './events-page.js';
import { WatchPage } from './one-watch.js';
import { WatchTexts } from './watch-frame.js';
import { Overview } from './watch-overview.js';

/** The views of the watch: all watches, one watch, watches beside each other, events. */
export const WatchView = () => <WatchTexts Page={Page} />;

function Page() {
  const shown = useConsole().route.value;
  if (shown.view === 'events') return <EventsPage route={shown} />;
  if (shown.view === 'compare') return <ComparePage key={shown.ids} route={shown} />;
  if (shown.view !== 'watch') return null;
  return shown.id === '' ? <Overview route={shown} /> : <WatchPage key={shown.id} route={shown} />;
}
