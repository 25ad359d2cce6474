import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useTexts } from '../../kit/ui/context.js';
import { Progress } from '../../kit/ui/progress-bar.js';
import type { Texts } from '../../kit/ui/texts.js';
import { useConsole } from '../shell.js';
import type { LinkCheck } from './links-store.js';

/** The progress or the end of a check, as one sentence. */
function progressText({ t, links: texts }: Texts, { phase, counts, secondsLeft }: LinkCheck): string {
  const { all, visible, hidden, unclear, failed, waiting } = counts.value;
  const done = all - waiting;
  if (phase.value === 'finished') return texts.finished(visible, hidden, unclear, failed);
  if (phase.value === 'stopped' || phase.value === 'broken') return texts.ended(phase.value, done, all);
  const seconds = secondsLeft.value;
  const progress = t('links.progress', { done, all });
  return seconds === null ? progress : `${progress}. ${texts.estimated(waiting, seconds)}`;
}

export function LinkProgress() {
  const { links } = useConsole();
  const texts = useTexts();
  const { all, waiting } = links.counts.value;
  const done = all - waiting;
  const text = progressText(texts, links);
  if (links.phase.value === 'finished') return <p class="progress">{text}</p>;
  return <Progress label={texts.t('links.progress', { done, all })} done={done} all={all} text={text} />;
}

/** Works in every view: announces the end of a check, and asks before the page is left during a check. */
export function EndWatch() {
  const { links, announce } = useConsole();
  const texts = useTexts();
  const phase = links.phase.value;
  const before = useSignal(phase);
  useEffect(() => {
    if (before.value === 'checking' && phase !== 'checking') {
      const text = progressText(texts, links);
      announce(text);
    }
    before.value = phase;
    if (phase !== 'checking') return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [phase]);
  return null;
}
