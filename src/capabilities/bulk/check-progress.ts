/** What remains of a bulk check. */
export interface CheckProgress {
  /** Entries of the list, and those without a result. */
  readonly total: number;
  readonly remaining: number;
  /** Estimated seconds until the last result; null = not known yet. */
  readonly secondsLeft: number | null;
}

/** Loads that a removed review costs in a list: two of its own, and its part of the shared controls. */
const PROOF_LOADS = 2.3;
/** Loads of a removed review that the checker sees. */
const OWN_LOADS = 2;
/** A first stage that ends sooner, in milliseconds, made no request: the HTTP fast path is off. */
const MIN_REQUEST_MS = 2;
/** The pace is measured over the loads of this many milliseconds. */
const WINDOW_MS = 30_000;
/** Fewer loads do not show a pace. */
const MIN_LOADS = 5;

/**
 * Tracks what remains of a bulk check. The estimate is the loads that the remaining links need, at the pace of the
 * latest loads; as many of the links that have not been tried are expected to need a proof as of those that have.
 * `entries`: length of the list; `links`: different links in it.
 */
export function createCheckProgress(entries: number, links: number) {
  const startedAt = performance.now();
  /** When loads ended. */
  const loads: number[] = [];
  let requests = 0;
  let tried = 0;
  let undecided = 0;
  let proven = 0;
  /** Loads of the proofs under way. */
  let proofLoads = 0;
  let remaining = entries;

  const addLoads = (count: number) => {
    for (let added = 0; added < count; added += 1) loads.push(performance.now());
  };
  const secondsLeft = (): number | null => {
    const since = Math.max(startedAt, performance.now() - WINDOW_MS);
    const recent = loads.filter((at) => at >= since).length;
    loads.splice(0, loads.length - recent);
    if (recent < MIN_LOADS) return null;
    const proofs = undecided - proven + (links - tried) * (undecided / tried);
    const left = (links - tried) * (requests / tried) + Math.max(0, PROOF_LOADS * proofs - proofLoads);
    return Math.ceil((left * (performance.now() - since)) / recent / 1_000);
  };

  return {
    now: (): CheckProgress => ({
      total: entries,
      remaining,
      secondsLeft: remaining === 0 ? 0 : secondsLeft(),
    }),
    /** A link begins its first stage. */
    begin: () => {
      const begunAt = performance.now();
      let isTried = false;
      let isUndecided = false;
      let isOver = false;
      let own = 0;
      const endFirstStage = () => {
        if (isTried) return;
        isTried = true;
        tried += 1;
        if (performance.now() - begunAt < MIN_REQUEST_MS) return;
        requests += 1;
        addLoads(1);
      };
      return {
        /** The first stage did not decide the link. */
        undecided: () => {
          endFirstStage();
          isUndecided = true;
          undecided += 1;
        },
        /** A page of its proof was loaded. */
        loaded: () => {
          if (isOver) return;
          own += 1;
          proofLoads += 1;
          addLoads(1);
        },
        /** The link has its result, for this many entries of the list. */
        end: (results: number) => {
          endFirstStage();
          isOver = true;
          remaining -= results;
          if (!isUndecided) return;
          proven += 1;
          proofLoads -= own;
          addLoads(Math.max(0, (own === 0 ? 1 : OWN_LOADS) - own));
        },
      };
    },
  };
}
