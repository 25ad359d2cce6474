/** A run whose results are shown only while it is the latest run. */
interface Run {
  readonly signal: AbortSignal;
  isLatest(): boolean;
}

/** Creates runs of one action. A new run aborts the run before, so that only the latest run shows its results. */
export function createRuns() {
  let latest = new AbortController();
  return {
    begin: (): Run => {
      latest.abort();
      const run = new AbortController();
      latest = run;
      return { signal: run.signal, isLatest: () => latest === run };
    },
    /** Aborts the latest run. That run may still show the results it has found. */
    stop: () => latest.abort(),
  };
}

/** The signal of a request that nobody stops. */
export const UNSTOPPED = new AbortController().signal;

/** Runs an action at most once per interval. */
export function createThrottle(action: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const end = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const run = () => {
    end();
    action();
  };
  return {
    /** Requests the action; it runs within the interval. */
    touch: () => {
      timer ??= setTimeout(run, everyMs);
    },
    /** Runs the action now if it was requested. */
    flush: () => void (timer !== null && run()),
    end,
  };
}
