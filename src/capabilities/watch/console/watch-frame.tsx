import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../../../kit/ui/context.js';
import { Refusal } from '../../../kit/ui/refusal.js';
import { Skeleton } from '../../../kit/ui/skeleton.js';
import { loadWatchTexts, type WatchTexts as Texts } from './texts.js';
import { WatchTextProvider } from './watch-state.js';

/** Around each view of the watch, and of parts that need it: their texts. */
export function WatchTexts({ children }: { children: ComponentChildren }) {
  const { offers, language } = useConsole();
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
  if (offers.all.value === null || texts === null) return <Skeleton />;
  if (refused !== null) return <Refusal {...refused} />;
  return <WatchTextProvider value={texts}>{children}</WatchTextProvider>;
}
