import { useConsole } from '../../../kit/ui/context.js';
import { ComparePage } from './compare-page.js';
import { WatchPage } from './one-watch.js';
import { WatchTexts } from './watch-frame.js';
import { Overview } from './watch-overview.js';

/** The views of the watch: all watches, one watch, watches beside each other. */
export const WatchView = () => (
  <WatchTexts>
    <Page />
  </WatchTexts>
);

function Page() {
  const shown = useConsole().route.value;
  if (shown.view === 'compare') return <ComparePage key={shown.ids} route={shown} />;
  if (shown.view !== 'watch') return null;
  return shown.id === '' ? <Overview route={shown} /> : <WatchPage key={shown.id} route={shown} />;
}
