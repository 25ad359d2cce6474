/** Runs an action at most once per interval. */
export interface Throttle {
  /** Requests the action; it runs within the interval. */
  touch(): void;
  /** Cancels a requested run. */
  end(): void;
}

export function createThrottle(action: () => void, everyMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    touch: () => {
      timer ??= setTimeout(() => {
        timer = null;
        action();
      }, everyMs);
    },
    end: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
