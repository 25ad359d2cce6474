import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Shown, useConsole, useTexts } from '../../../kit/ui/context.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { loadWatchTexts, type WatchTexts as Texts } from './texts.js';
import { WatchTextProvider } from './watch-state.js';

/** Around each view of the watch, and of parts that need it: their texts. `isQuiet`: shows nothing but the view. */
export function WatchTexts({ Page, isQuiet = false }: { Page: Shown; isQuiet?: boolean }) {
  const { offers, language } = useConsole();
  const { t } = useTexts();
  const loaded = useSignal<Texts | null>(null);
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
  const refused = offers.refusal('watch');
  if (offers.all.value === null || texts === null) return isQuiet ? null : <p class="busy">{t('loading')}</p>;
  if (refused !== null) return isQuiet ? null : <Refusal {...refused} />;
  return (
    <WatchTextProvider value={texts}>
      <Page />
    </WatchTextProvider>
  );
}
