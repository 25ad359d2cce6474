import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Modes } from '../../../kit/ui/modes.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { ChannelsPage } from '../../notify/console/channels-view.js';
import { EventsPage } from './events-list.js';
import { WatchPage } from './one-watch.js';
import { loadWatchTexts, type WatchTexts } from './texts.js';
import { Overview } from './watch-overview.js';
import { WatchTextProvider } from './watch-state.js';

const MODES = ['watch', 'events', 'channels'] as const;

/** The views of the watch: all watches, one watch, events, channels. */
export function WatchView() {
  const { offers, route, language } = useConsole();
  const { t } = useTexts();
  const loaded = useSignal<WatchTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadWatchTexts(language.value).then((texts) => {
      if (isCurrent) loaded.value = texts;
    });
    return () => {
      isCurrent = false;
    };
  }, [language.value]);
  const texts = loaded.value;
  if (offers.all.value === null || texts === null) return <p class="busy">{t('loading')}</p>;
  const refused = offers.refusal('watch');
  if (refused !== null) return <Refusal {...refused} />;
  const shown = route.value;
  return (
    <WatchTextProvider value={texts}>
      <Modes label={texts.t('watch.modes')} views={MODES.map((view) => [view, t(`titles.${view}`)])} />
      {shown.view === 'watch' && shown.id === '' && <Overview route={shown} />}
      {shown.view === 'watch' && shown.id !== '' && <WatchPage key={shown.id} route={shown} />}
      {shown.view === 'events' && <EventsPage route={shown} />}
      {shown.view === 'channels' && <ChannelsPage id={shown.id} />}
    </WatchTextProvider>
  );
}
