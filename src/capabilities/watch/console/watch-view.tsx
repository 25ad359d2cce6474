import { useComputed } from '@preact/signals';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Modes } from '../../../kit/ui/modes.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { ChannelsPage } from '../../notify/console/channels-view.js';
import { EventsPage } from './events-list.js';
import { WatchPage } from './one-watch.js';
import { createWatchTexts } from './texts.js';
import { Overview } from './watch-overview.js';
import { WatchTextProvider } from './watch-state.js';

const MODES = ['watch', 'events', 'channels'] as const;

/** The views of the watch: all watches, one watch, events, channels. */
export function WatchView() {
  const { offers, route, language } = useConsole();
  const { loading, titles } = useTexts();
  const texts = useComputed(() => createWatchTexts(language.value)).value;
  if (offers.all.value === null) return <p class="busy">{loading}</p>;
  const refused = offers.refusal('watch');
  if (refused !== null) return <Refusal {...refused} />;
  const shown = route.value;
  return (
    <WatchTextProvider value={texts}>
      <Modes label={texts.modes} views={MODES.map((view) => [view, titles[view]])} />
      {shown.view === 'watch' && shown.id === '' && <Overview route={shown} />}
      {shown.view === 'watch' && shown.id !== '' && <WatchPage key={shown.id} route={shown} />}
      {shown.view === 'events' && <EventsPage type={shown.type} />}
      {shown.view === 'channels' && <ChannelsPage id={shown.id} />}
    </WatchTextProvider>
  );
}
