import type { Logger } from './logger.js';

/** npm and the terminal both hand on one Ctrl-C: a repeat this soon is the same wish, not a second one. */
const SAME_WISH_MS = 1_000;

/** What the signals act on. */
export interface SignalTarget {
  readonly log: Logger;
  /** Ends the service in order. */
  close(): Promise<void>;
  /** Switches the API off, or on again; the new state. */
  toggleApi(): boolean;
}

/** The signals of this process, heard from before there is anything to act on. */
export interface Signals {
  /** Called once, when the service runs: what was switched until now is switched at once. */
  actOn(target: SignalTarget): void;
}

/**
 * Hears SIGINT, SIGTERM and SIGUSR2 from now on. The first two end the service in order, with exit code 0; a
 * second one ends it at once, with exit code 1. During the start there is no order to keep: no request is under
 * way and Chromium comes last, so the process ends at once, with exit code 0. SIGUSR2 switches the API.
 */
export function hearSignals(): Signals {
  let target: SignalTarget | null = null;
  const end = endOnce(() => target);
  process.on('SIGINT', end).on('SIGTERM', end);

  let switchesToCome = 0;
  const switchApi = () => {
    if (target === null) switchesToCome += 1;
    else {
      const words = target.toggleApi() ? 'the API is switched on' : 'the API is switched off';
      target.log.warn({ signal: 'SIGUSR2' }, words);
    }
  };
  // Windows has no such signal.
  if (process.platform !== 'win32') process.on('SIGUSR2', switchApi);

  return {
    actOn: (running) => {
      target = running;
      for (; switchesToCome > 0; switchesToCome -= 1) switchApi();
    },
  };
}

function endOnce(running: () => SignalTarget | null): NodeJS.SignalsListener {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  return (signal) => {
    const target = running();
    if (target === null) process.exit(0);
    const at = performance.now();
    if (first !== null) {
      const isEcho = signal === 'SIGINT' && first.signal === 'SIGINT' && at - first.at <= SAME_WISH_MS;
      if (!isEcho) process.exit(1);
      return;
    }
    first = { signal, at };
    target.log.info({ signal }, 'shutting down');
    target.close().then(
      () => {
        target.log.info('ended in order');
        process.exit(0);
      },
      (error) => {
        target.log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
}
