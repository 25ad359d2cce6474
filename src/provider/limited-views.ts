/**
 * Remembers for a short time that the provider gives this address only limited views (places.md §9): another attempt
 * then costs loads and contexts and changes nothing.
 */
export interface LimitedViews {
  /** True while the provider gives only limited views: one load is enough. False also once a probe is due. */
  isLimited(): boolean;
  /**
   * Call after a lookup: `true` when a reload and a fresh context were limited as well, `false` when a rendered
   * page was shown in full.
   */
  note(limited: boolean): void;
}

/**
 * `limited`: the state is remembered from now on. `over`: a page was shown in full. `probing`: the time is over, and
 * the next lookup makes all attempts again.
 */
export type LimitedViewsChange = 'limited' | 'over' | 'probing';

interface LimitedViewsOptions {
  /** How long the state is remembered, in milliseconds; 0 = the state is not remembered. */
  readonly rememberMs: number;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Called at each change. */
  readonly onChange?: (change: LimitedViewsChange) => void;
}

export function createLimitedViews({
  rememberMs,
  now = () => performance.now(),
  onChange = () => undefined,
}: LimitedViewsOptions): LimitedViews {
  /** The end of the state; null = no limited view is known. */
  let until: number | null = null;
  return {
    isLimited: () => {
      if (until === null) return false;
      if (now() < until) return true;
      until = null;
      onChange('probing');
      return false;
    },
    note: (limited) => {
      if (limited && rememberMs > 0) {
        const before = until;
        until = now() + rememberMs;
        if (before === null) onChange('limited');
      } else if (until !== null) {
        until = null;
        onChange('over');
      }
    },
  };
}
