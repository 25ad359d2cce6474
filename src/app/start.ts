import { url as inspectorUrl } from 'node:inspector';
import { findChromium } from '../core/browser/executable.js';
import { ownTemporaryFolder } from '../core/browser/temporary-folder.js';
import { readConfig, setTemporaryFolder } from '../core/config/config.js';
import { StartupError } from '../core/errors.js';
import { createLogger } from '../core/runtime/logger.js';
import { createMetrics } from '../core/runtime/metrics.js';
import type { AppOptions } from './app.js';
import type { Signals } from './signals.js';
import { startWatchdog } from './watchdog.js';

/** A process whose event loop is silent answers neither requests nor SIGTERM. */
const MAX_SILENCE_MS = 30_000;

/** Options that no setting gives; only tests and the bench set them. */
interface Tuning extends Partial<Omit<AppOptions, 'config' | 'log' | 'executablePath' | 'metrics'>> {
  /** The process ends when its event loop is silent for this long, in milliseconds. */
  readonly maxSilenceMs?: number;
}

/**
 * Starts the service with the settings of the environment and connects it to the signals. If it cannot start, it prints
 * the reason on standard error and ends the process with exit code 1.
 */
export async function start(
  signals: Signals,
  { maxSilenceMs = MAX_SILENCE_MS, ...tuning }: Tuning = {},
): Promise<void> {
  const { ADDED_SETTINGS } = await import('../installed.js');
  const config = orExit(() => readConfig(ADDED_SETTINGS), 'The configuration could not be read.');
  const log = createLogger(config.LOG_LEVEL);
  const chromium = orExit(
    () => findChromium({ chromiumPath: config.CHROMIUM_PATH }),
    'No Chromium was found. Run "npm run setup", or set CHROMIUM_PATH to a Chromium binary.',
  );
  try {
    const metrics = createMetrics({ ofProcess: true });
    // Loading the service takes a second: wrong settings are reported without it.
    const { startApp } = await import('./app.js');
    setTemporaryFolder(await ownTemporaryFolder(log));
    const app = await startApp({ ...tuning, config, log, executablePath: chromium, metrics });
    // The start may take long: a database may be far away.
    // A debugger may hold the event loop.
    if (inspectorUrl() === undefined) startWatchdog(maxSilenceMs, log.isLevelEnabled('fatal'));
    log.info({ chromium }, `place-lookup serves on ${app.url}/api/`);
    signals.actOn({
      log,
      close: () => app.close({ graceMs: config.SHUTDOWN_GRACE_MS }),
      toggleApi: app.toggleApi,
      reload: app.reload,
    });
  } catch (error) {
    // Always print to standard error: the log may be silent.
    if (error instanceof StartupError) console.error(error.message);
    else {
      log.fatal({ err: error }, 'the service could not start');
      console.error(`The service could not start: ${error instanceof Error ? error.message : String(error)}`);
    }
    process.exit(1);
  }
}

/** Problems that the operator can fix are printed as one line, without a stack. */
function orExit<T>(step: () => T | null, otherwise: string): T {
  try {
    const value = step();
    if (value !== null) return value;
    console.error(otherwise);
  } catch (error) {
    console.error(error instanceof Error ? error.message : otherwise);
  }
  process.exit(1);
}
