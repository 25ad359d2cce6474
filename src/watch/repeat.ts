/** Work that is repeated, one run at a time. `failed` is called with the error of a run that `start` began. */
export function repeat<T>(work: () => Promise<T>, everyMs: number, failed: (error: unknown) => void) {
  let running: Promise<T> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const tick = (): Promise<T> => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const attempt = () => void tick().catch(failed);
  return {
    /** Works once. A second call waits for the first. Rejects with the errors of the work. */
    tick,
    /** Works at once, and then every `everyMs` milliseconds. A second call changes nothing. */
    start: () => {
      if (timer !== undefined) return;
      attempt();
      timer = setInterval(attempt, everyMs);
      timer.unref();
    },
    /** Waits for the run under way. */
    close: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
