import type { Logger } from '../core/runtime/logger.js';
import type { App } from './app.js';

/** npm, the shell and the terminal each pass on the same Ctrl-C or hang-up: a repeat this soon is the same signal. */
const REPEATED: ReadonlySet<string> = new Set(['SIGINT', 'SIGHUP']);
const SAME_SIGNAL_MS = 1_000;

/** The service on which the signals act; `close` ends it in order. */
interface SignalTarget extends Pick<App, 'toggleApi' | 'reload'> {
  readonly log: Logger;
  close(): Promise<void>;
}

/** The signals of this process, handled even before the service runs. */
export interface Signals {
  /** Call once when the service runs: SIGUSR2 and SIGHUP signals received earlier are applied at once. */
  actOn(target: SignalTarget): void;
}

/**
 * Handles SIGINT, SIGTERM, SIGUSR2 and SIGHUP from now on. SIGINT and SIGTERM end the service in order, with exit code
 * 0; a second signal ends it at once, with exit code 1. During startup no request is running and Chromium starts last,
 * so the process ends at once, with exit code 0. SIGUSR2 switches the API off or on. SIGHUP reloads the API keys;
 * without a file of keys it means that the terminal was closed, and ends the service like SIGTERM.
 */
export function hearSignals(): Signals {
  let target: SignalTarget | null = null;
  const end = endOnce(() => target);
  process.on('SIGINT', end).on('SIGTERM', end);

  let pendingSwitches = 0;
  const switchApi = () => {
    if (target === null) pendingSwitches += 1;
    else {
      const words = target.toggleApi() ? 'the API is switched on' : 'the API is switched off';
      target.log.warn({ signal: 'SIGUSR2' }, words);
    }
  };
  let hasHungUp = false;
  const hangUp = () => {
    if (target === null) hasHungUp = true;
    else if (target.reload === null) end('SIGHUP');
    else void target.reload();
  };
  // Windows has neither SIGUSR2 nor SIGHUP.
  if (process.platform !== 'win32') process.on('SIGUSR2', switchApi).on('SIGHUP', hangUp);

  return {
    actOn: (running) => {
      target = running;
      for (; pendingSwitches > 0; pendingSwitches -= 1) switchApi();
      if (hasHungUp) hangUp();
    },
  };
}

function endOnce(running: () => SignalTarget | null): (signal: NodeJS.Signals) => void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  return (signal) => {
    const target = running();
    if (target === null) process.exit(0);
    const at = performance.now();
    if (first !== null) {
      const isEcho = REPEATED.has(signal) && first.signal === signal && at - first.at <= SAME_SIGNAL_MS;
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
