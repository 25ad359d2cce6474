import { useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import { useConsole } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Skeleton } from '../../../kit/ui/skeleton.js';
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

/** An answer of the service. `data` is null until it was read; a later reading that fails keeps it. */
export interface Answer<T> {
  readonly data: T | null;
  readonly failure: Failure | null;
  /** Reads again. */
  again(): void;
  /** Takes an answer that another request brought. */
  put(data: T): void;
}

/**
 * Reads an answer when the component appears, when `question`, `version` or the key changes, and by `again`. The answer to
 * another question, or with another key, is not shown.
 * @param question names all values that `read` depends on
 * @param version another version of the same answer; the former one is shown until it is read
 */
export function useAnswer<T>(
  question: string,
  read: (signal: AbortSignal) => Promise<T>,
  version?: string | null,
): Answer<T> {
  const asked = `${useConsole().keys.current.value} ${question}`;
  const unread = { asked, data: null, failure: null };
  const state = useSignal<{ readonly asked: string } & Pick<Answer<T>, 'data' | 'failure'>>(unread);
  const turn = useSignal(0);
  const current = state.value.asked === asked ? state.value : unread;
  const put = (data: T) => setter(state)({ asked, data, failure: null });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const ask = async () => {
      try {
        const data = await read(signal);
        if (!signal.aborted) put(data);
      } catch (error) {
        const failure = failureOf(error, signal);
        const { data } = state.value.asked === asked ? state.value : unread;
        if (!signal.aborted) state.value = { asked, data, failure };
      }
    };
    void ask();
    return () => stopping.abort();
  }, [asked, version, turn.value]);
  const again = () => {
    turn.value += 1;
  };
  return { ...current, again, put };
}

/** Says that an answer is being read, or why it could not be read. */
export function Reading({ of }: { of: Pick<Answer<unknown>, 'data' | 'failure' | 'again'> }) {
  const { t } = useWatchTexts();
  const { data, failure, again } = of;
  if (failure === null) return data === null ? <Skeleton /> : null;
  if (failure.serviceCode !== 'watch_not_found')
    return <FailureNotice failure={failure} invalid={t('watch.invalid')} again={again} />;
  return (
    <p class="notice bad" role="alert">
      {t('watch.notFound')}
    </p>
  );
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

const REFRESH_MS = 10_000;

/** Calls `action` every ten seconds while `isOn`. */
export function useRefresh(isOn: boolean, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const timer = isOn ? setInterval(() => latest.current(), REFRESH_MS) : undefined;
    return () => clearInterval(timer);
  }, [isOn]);
}

/** Around each view of the watch, and of parts that need it: their texts. */
export function WatchTexts({ children }: { children: ComponentChildren }) {
  const { language } = useConsole();
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
  if (texts === null) return <Skeleton />;
  return <TextContext.Provider value={texts}>{children}</TextContext.Provider>;
}
