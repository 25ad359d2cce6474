import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Jobs } from '../../clients/jobs.js';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { Job } from '../../contract/lines.js';
import type { Keys } from '../state/keys.js';

export interface JobBoard {
  /** False when the service has no jobs, and before it is known. */
  readonly isOffered: ReadonlySignal<boolean>;
  /** Newest first; null until they were read. */
  readonly jobs: ReadonlySignal<readonly Job[] | null>;
  /** Why they could not be read the last time. */
  readonly failure: ReadonlySignal<Failure | null>;
  /** Reads the jobs now, and again while one of them goes on. Returns what ends it. */
  watch(): () => void;
  refresh(): Promise<void>;
  /** Takes over a job that the service has just answered with. */
  put(job: Job): void;
  /** Leaves out a job that was deleted. */
  remove(id: string): void;
}

const REFRESH_MS = 5_000;
/** Until the service is asked again whether it has jobs, where its answer did not say. */
const ASK_AGAIN_MS = 30_000;

/** True for a job that may get more results. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Whether the service has jobs, by the answer to a request for them; null when that does not say. */
function offersJobs(ended: Failure | null): boolean | null {
  if (ended === null) return true;
  // Without a key it is not known: the view then asks for one.
  if (ended.code === 'unauthorized') return true;
  return ended.code === 'jobs_unavailable' || ended.code === 'unknown_endpoint' ? false : null;
}

export function createJobBoard(api: Jobs, keys: Keys): JobBoard {
  const isOffered = signal(false);
  const jobs = signal<readonly Job[] | null>(null);
  const failure = signal<Failure | null>(null);
  let reading = new AbortController();
  let watchers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async (asksForKey: boolean) => {
    reading.abort();
    clearTimeout(timer);
    const current = new AbortController();
    reading = current;
    let ended: Failure | null = null;
    try {
      const found = await api.list(current.signal, { asksForKey });
      if (reading === current) jobs.value = found;
    } catch (error) {
      ended = failureOf(error, current.signal);
    }
    if (reading !== current) return;
    // Nobody has asked for jobs yet, so that a failure is not shown.
    failure.value = watchers > 0 || asksForKey ? ended : null;
    const offers = offersJobs(ended);
    if (offers !== null) isOffered.value = offers;
    const isOver = ended === null ? jobs.value?.every((job) => !isOpen(job)) : ended.status !== null;
    if (watchers > 0 && isOver !== true) timer = setTimeout(() => void read(true), REFRESH_MS);
    else if (offers === null) timer = setTimeout(() => void read(watchers > 0), ASK_AGAIN_MS);
  };

  effect(() => {
    // Another key has other jobs.
    void keys.current.value;
    jobs.value = null;
    void read(watchers > 0);
  });

  return {
    isOffered,
    jobs,
    failure,
    watch: () => {
      watchers += 1;
      void read(true);
      return () => {
        watchers -= 1;
        if (watchers === 0) clearTimeout(timer);
      };
    },
    refresh: () => read(true),
    remove: (id) => {
      jobs.value = (jobs.value ?? []).filter((job) => job.id !== id);
    },
    put: (job) => {
      const others = (jobs.value ?? []).filter(({ id }) => id !== job.id);
      const isNew = others.length === (jobs.value ?? []).length;
      jobs.value = isNew
        ? [job, ...others]
        : (jobs.value ?? []).map((known) => (known.id === job.id ? job : known));
      if (watchers > 0) {
        clearTimeout(timer);
        timer = setTimeout(() => void read(true), REFRESH_MS);
      }
    },
  };
}
