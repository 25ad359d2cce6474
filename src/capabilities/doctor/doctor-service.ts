import { shuttingDown } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { type OwnedScope, race, type Scope, startScope } from '../../core/runtime/scope.js';
import type { DoctorReport } from './check-report.js';
import type { DoctorData } from './published.js';

export type Doctor = ReturnType<typeof createDoctor> & {
  /** What the running service says of itself. */
  readonly service: () => Promise<DoctorData['service']>;
};

interface DoctorOptions {
  /** Makes one run within its scope; never rejects. */
  readonly run: (quick: boolean, scope: Scope) => Promise<DoctorReport>;
  readonly log: Logger;
}

/** Maximum time of a run. Checks that have not begun by then are skipped. */
const RUN_LIMIT_MS = 115_000;

interface Running {
  readonly quick: boolean;
  readonly ended: Promise<DoctorReport>;
  readonly scope: OwnedScope;
}

/** Examines the service and the provider, one run at a time. */
export function createDoctor({ run, log }: DoctorOptions) {
  let running: Running | null = null;
  let last: DoctorReport | null = null;
  let isClosed = false;

  const start = (quick: boolean): Running => {
    const scope = startRun(log);
    const work = async (): Promise<DoctorReport> => {
      try {
        const report = await run(quick, scope);
        if (!isClosed) last = report;
        return report;
      } finally {
        scope[Symbol.dispose]();
        running = null;
      }
    };
    const started = { quick, ended: work(), scope };
    started.ended.catch(() => undefined);
    running = started;
    return started;
  };
  /**
   * Waits for the current run, or for a new run. A full run also answers requests for a quick run. If `scope` ends, the
   * wait ends and the run goes on.
   */
  const examine = async (quick: boolean, scope: Scope): Promise<DoctorReport> => {
    for (;;) {
      if (isClosed) throw shuttingDown();
      const current = running ?? start(quick);
      const report = await race(scope.signal, current.ended);
      if (quick || !current.quick) return report;
    }
  };

  return {
    examine,
    /** The last finished run, full or quick; null = no run has finished since the start. */
    last: () => last,
    /** Ends the current run. */
    close: () => {
      isClosed = true;
      running?.scope.abort(shuttingDown());
    },
  };
}

/**
 * Makes the scope for one run, with the service as client, at the lowest priority except review lists. Its time limit
 * includes waits in the load queue, unlike the time limit of a bulk link.
 */
export function startRun(log: Logger): OwnedScope {
  return { ...startScope('doctor', log, RUN_LIMIT_MS, 'bulk'), pauseDeadline: () => () => undefined };
}
