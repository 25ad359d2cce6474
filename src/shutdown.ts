import type { Logger } from './logger.js';

/** npm and the terminal both hand on one Ctrl-C: a repeat this soon is the same wish, not a second one. */
const SAME_WISH_MS = 1_000;

/** SIGINT and SIGTERM end the service in order; a second signal ends it at once. */
export function shutDownOnSignals(close: () => Promise<void>, log: Logger): void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > SAME_WISH_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    log.info({ signal }, 'shutting down');
    close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
