/** Runs an action at most once per interval. */
export function createThrottle(action: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    /** Requests the action; it runs within the interval. */
    touch: () => {
      timer ??= setTimeout(() => {
        timer = null;
        action();
      }, everyMs);
    },
    /** Cancels a requested run. */
    end: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
