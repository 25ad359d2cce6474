import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { progressText } from './progress.js';

/** In every view: says that a check has ended, and asks before the page is left during a check. */
export function EndWatch() {
  const { links, announce, endNotice } = useConsole();
  const texts = useTexts();
  const phase = links.phase.value;
  const before = useSignal(phase);
  useEffect(() => {
    if (before.value === 'checking' && phase !== 'checking') {
      const text = progressText(texts, links);
      announce(text);
      endNotice.show(texts.titles.links, text);
    }
    before.value = phase;
    if (phase !== 'checking') return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [phase]);
  return null;
}
