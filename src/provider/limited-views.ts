/**
 * Remembers for a short while that the provider gives this address nothing but limited views (places.md §9):
 * trying again then costs loads and contexts and changes nothing.
 */
export interface LimitedViews {
  /** True while limited views are all there is to be had: one load is enough. False also once a probe is due. */
  isLimited(): boolean;
  /**
   * Call after a lookup: `true` when a reload and a fresh context were limited as well, `false` when a rendered
   * page was shown in full.
   */
  note(limited: boolean): void;
}

/** `limited`: remembered from now on. `over`: a page was shown in full. `probing`: the time is over, the next lookup tries everything again. */
export type LimitedViewsChange = 'limited' | 'over' | 'probing';

interface LimitedViewsOptions {
  /** How long the state is remembered, in milliseconds; 0 = not at all. */
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
  /** Null = not limited as far as is known. */
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
