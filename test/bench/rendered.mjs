// The built service as dist/main.js starts it, but every page is rendered.
import { startApp } from '../../dist/app/app.js';
import { findChromium } from '../../dist/core/browser/executable.js';
import { readConfig } from '../../dist/core/config/config.js';
import { createLogger } from '../../dist/core/runtime/logger.js';
import { createMetrics } from '../../dist/core/runtime/metrics.js';
import { ADDED_SETTINGS } from '../../dist/installed.js';

const config = readConfig(ADDED_SETTINGS);
const app = await startApp({
  config,
  log: createLogger(config.LOG_LEVEL),
  executablePath: findChromium({ chromiumPath: config.CHROMIUM_PATH }),
  metrics: createMetrics({ ofProcess: true }),
  usesFastPath: false,
});
process.once('SIGTERM', async () => {
  await app.close();
  process.exit(0);
});
