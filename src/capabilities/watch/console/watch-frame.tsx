import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Shown, useConsole, useTexts } from '../../../kit/ui/context.js';
import { Modes } from '../../../kit/ui/modes.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { loadWatchTexts, type WatchTexts } from './texts.js';
import { WatchTextProvider } from './watch-state.js';

const MODES = ['watch', 'events', 'channels'] as const;

/** Around each view of the watch, and of parts that need it: their texts, and the links between them. */
export function WatchFrame({ Page }: { Page: Shown }) {
  const { offers, language, parts } = useConsole();
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
  const modes = MODES.filter((mode) => parts.some(({ views }) => views?.[mode] !== undefined));
  return (
    <WatchTextProvider value={texts}>
      <Modes label={texts.t('watch.modes')} views={modes.map((view) => [view, t(`titles.${view}`)])} />
      <Page />
    </WatchTextProvider>
  );
}
