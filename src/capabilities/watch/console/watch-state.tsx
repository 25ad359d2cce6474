import { useSignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import type { Api } from '../../../kit/client/api.js';
import { useConsole } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Choice } from '../../../kit/ui/fields.js';
import { Skeleton } from '../../../kit/ui/skeleton.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import type { EventData, EventsData, WatchData } from '../published.js';
import { MAX_EVENTS } from '../values.js';
import type { WatchTexts } from './texts.js';

export const isWatch = hasKey<WatchData>('state');

const TextContext = createContext<WatchTexts | null>(null);
export const WatchTextProvider = TextContext.Provider;

export function useWatchTexts(): WatchTexts {
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
 * Reads an answer when the component appears, when `question` or the key changes, and by `again`.
 * @param question names all values that `read` depends on
 */
export function useAnswer<T>(question: string, read: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const { keys } = useConsole();
  const key = keys.current.value;
  const data = useSignal<{ readonly key: string | null; readonly value: T } | null>(null);
  const failure = useSignal<Failure | null>(null);
  const turn = useSignal(0);
  const put = (value: T) => {
    data.value = { key, value };
  };
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const ask = async () => {
      try {
        const value = await read(signal);
        if (!signal.aborted) put(value);
        if (!signal.aborted) failure.value = null;
      } catch (error) {
        const found = failureOf(error, signal);
        if (!signal.aborted) failure.value = found;
      }
    };
    void ask();
    return () => stopping.abort();
  }, [question, key, turn.value]);
  const again = () => {
    turn.value += 1;
  };
  // An answer that was read with another key is not shown.
  return { data: data.value?.key === key ? data.value.value : null, failure: failure.value, again, put };
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
export function usePages<T extends { readonly next: string | null }>(
  question: string,
  read: (after: string | undefined, signal: AbortSignal) => Promise<T>,
) {
  const at = useSignal({ question, page: 0 });
  const page = at.value.question === question ? at.value.page : 0;
  /** The `after` of each page that was reached. */
  const reached = useRef<{ question: string; after: (string | undefined)[] }>({ question, after: [] });
  if (reached.current.question !== question) reached.current = { question, after: [] };
  const { after } = reached.current;
  const answer = useAnswer(`${question} ${page}`, async (signal) => {
    const found = await read(after[page], signal);
    after[page + 1] = found.next ?? undefined;
    return found;
  });
  const turn = (next: number) => {
    at.value = { question, page: next };
  };
  return { ...answer, page, turn };
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

export interface Events {
  /** The newest first, at most 1,000. */
  readonly events: readonly EventData[];
  /** The number of all events. */
  readonly count: number;
  readonly cover?: EventsData['cover'];
}

/** Reads the newest events that fit a filter. @throws RequestFailed */
export async function readEvents(
  api: Api,
  path: string,
  signal: AbortSignal,
  filter: Readonly<Record<string, string | undefined>> = {},
): Promise<Events> {
  const query = { order: 'newest', limit: String(MAX_EVENTS), ...filter };
  const answer = await api.data({ path, query, signal }, hasKey<EventsData>('events'));
  return { ...answer, count: answer.total ?? answer.events.length };
}

/** The choice of a client; nothing while no watch has a client. */
export function ClientChoice(props: {
  id: string;
  clients: readonly string[];
  client: string;
  choose: (client: string) => void;
}) {
  const { id, clients, client, choose } = props;
  const { t } = useWatchTexts();
  if (clients.length === 0) return null;
  return (
    <Choice
      id={id}
      label={t('watch.client')}
      value={client}
      options={[['', t('watch.all')], ...clients.map((one) => [one, one] as const)]}
      choose={choose}
    />
  );
}
