import { startApp } from './app.js';
import { findChromium } from './browser/executable.js';
import { type Config, readConfig } from './config.js';
import { createLogger } from './logger.js';

const config = readOrExit();
const log = createLogger(config.LOG_LEVEL);
const browser = findChromium({
  chromiumPath: config.CHROMIUM_PATH,
  playwrightBrowsersPath: config.PLAYWRIGHT_BROWSERS_PATH,
});
if (browser === null) {
  log.fatal('No Chromium was found. Run "npm run setup", or set CHROMIUM_PATH to a Chromium binary.');
  process.exit(1);
}

try {
  const app = await startApp({ config, log, executablePath: browser.path });
  log.info({ chromium: browser.path }, `place-lookup serves on ${app.url}/api/`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'shutting down');
      // A second signal ends the process at once: `once` has removed this handler.
      app.close().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  log.fatal({ err: error }, 'the service could not start');
  process.exit(1);
}

function readOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
