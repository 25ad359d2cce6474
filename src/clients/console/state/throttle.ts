/** Something done at most every so often, however often it is asked for. */
export interface Throttle {
  /** Asks for it; it is done within the time. */
  touch(): void;
  /** Forgets what was asked for and not done yet. */
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
