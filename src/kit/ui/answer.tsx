import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Failure, failureOf } from '../../core/published/failure.js';
import { useConsole, useTexts } from './context.js';
import { FailureNotice } from './failure-notice.js';
import { Skeleton } from './skeleton.js';
import { setter } from './state/ui-signals.js';

/** A shorter absence makes no answer old. */
const ABSENCE_MS = 60_000;

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
 * Reads an answer when the component appears, when `question`, `version` or the key changes, when the user comes back to
 * the page, and by `again`. The answer to another question, or with another key, is not shown.
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
  useEffect(() => {
    let leftAt = Number.POSITIVE_INFINITY;
    const look = () => {
      if (document.hidden) leftAt = Date.now();
      else if (Date.now() - leftAt > ABSENCE_MS) again();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return { ...current, again, put };
}

type Read = Pick<Answer<unknown>, 'data' | 'failure' | 'again'>;

/** Says that an answer is being read, or why it could not be read. `notFound`: what is said if the service has no such thing. */
export function Reading({ of: { data, failure, again }, notFound }: { of: Read; notFound?: string }) {
  const { t } = useTexts();
  if (failure === null) return data === null ? <Skeleton /> : null;
  if (failure.status !== 404 || failure.serviceCode === null || notFound === undefined)
    return <FailureNotice failure={failure} invalid={t('invalid')} again={again} />;
  return <p class="notice bad" role="alert" children={notFound} />;
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
