import { useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { clientFailure, RequestFailed } from '../../../core/published/failure.js';
import { Reading, useAnswer } from '../../../kit/ui/answer.js';
import { useConsole } from '../../../kit/ui/context.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
import { loadWatchTexts, type WatchTexts as Texts } from './texts.js';

export const isWatch = hasKey<WatchData>('state');

const TextContext = createContext<Texts | null>(null);

export function useWatchTexts(): Texts {
  const texts = useContext(TextContext);
  if (texts === null) throw new Error('useWatchTexts was called outside of the views of the watch');
  return texts;
}

/** Reads the pages of a list in which each page names the next page. Another `question` starts with the first page. */
export function usePages<T extends { readonly next: string | null; readonly total: number }>(
  question: string,
  read: (after: string | undefined, signal: AbortSignal) => Promise<T>,
  version: string | null,
) {
  const first = { question, page: 0, total: 0, after: [] as (string | undefined)[] };
  /** The `after` of each page that was reached, and the length of the list while a page is read. */
  const reached = useSignal(first);
  const at = reached.value.question === question ? reached.value : first;
  const readPage = async (signal: AbortSignal) => {
    const found = await read(at.after[at.page], signal);
    const after = [...at.after.slice(0, at.page + 1), found.next ?? undefined];
    if (!signal.aborted) reached.value = { ...at, total: found.total, after };
    return found;
  };
  const answer = useAnswer(`${question} ${at.page}`, readPage, version);
  const turn = (page: number) => setter(reached)({ ...at, page });
  return { ...answer, page: at.page, total: at.total, turn };
}

/** Around each view of the watch, and of parts that need it: their texts. */
export function WatchTexts({ children }: { children: ComponentChildren }) {
  const { value: language } = useConsole().language;
  const away = () => Promise.reject(new RequestFailed(clientFailure('offline')));
  const answer = useAnswer('', () => loadWatchTexts(language).catch(away), language);
  if (answer.data === null) return <Reading of={answer} />;
  return <TextContext.Provider value={answer.data}>{children}</TextContext.Provider>;
}
