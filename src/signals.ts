import type { Logger } from './logger.js';

/** npm and the terminal both hand on one Ctrl-C: a repeat this soon is the same wish, not a second one. */
const SAME_WISH_MS = 1_000;

/** SIGINT and SIGTERM end the service in order; a second signal ends it at once, with exit code 1. */
export function endOnSignals(close: () => Promise<void>, log: Logger): void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    const at = performance.now();
    if (first !== null) {
      const isEcho = signal === 'SIGINT' && first.signal === 'SIGINT' && at - first.at <= SAME_WISH_MS;
      if (!isEcho) process.exit(1);
      return;
    }
    first = { signal, at };
    log.info({ signal }, 'shutting down');
    close().then(
      () => {
        log.info('ended in order');
        process.exit(0);
      },
      (error) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

/** SIGUSR2 switches the API off and on again; `toggle` returns the new state. Windows has no such signal. */
export function switchOnSignal(toggle: () => boolean, log: Logger): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => {
    log.warn({ signal: 'SIGUSR2' }, toggle() ? 'the API is switched on' : 'the API is switched off');
  });
}
