// The thread in which the services of a test worker run; the other end is service-worker.ts, and the messages are in
// service-messages.ts. It runs dist/: what is loaded here passes no loader of TypeScript, whose changes to functions
// would reach the browser with them.
import { parentPort } from 'node:worker_threads';
import { startApp } from '../../dist/app/app.js';
import { readConfig } from '../../dist/core/config/config.js';
import { createLogger } from '../../dist/core/runtime/logger.js';
import { createMetrics } from '../../dist/core/runtime/metrics.js';
import { ADDED_SETTINGS } from '../../dist/installed.js';

// Without this variable Playwright itself sends loopback through the proxy; the service must not depend on that.
process.env.PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK = '1';

/** Starts one service and serves its port until it is closed. */
async function run({ env, tuned, port, hasBrowser, ...options }) {
  try {
    const config = { ...readConfig(ADDED_SETTINGS, env), ...tuned };
    const log = createLogger(config.LOG_LEVEL, {
      write: (line) => port.postMessage({ kind: 'log', line }),
    });
    const { metrics, launched } = watchLaunch();
    const app = await startApp({ config, log, metrics, ...options });
    // Lookups wait for a launch for three seconds at most, which a busy machine may exceed.
    if (hasBrowser) await launched;
    port.on('message', async ({ kind }) => {
      if (kind === 'flush') port.postMessage({ kind: 'flushed' });
      if (kind === 'close') await close(app, port);
    });
    port.postMessage({ kind: 'started', url: app.url });
  } catch (error) {
    port.postMessage({ kind: 'failed', error });
    port.close();
  }
}

/** Metrics, and a promise of the first launch of Chromium. */
function watchLaunch() {
  const metrics = createMetrics();
  let onLaunched;
  const launched = new Promise((resolve) => {
    onLaunched = resolve;
  });
  const browserLaunched = () => {
    metrics.browserLaunched();
    onLaunched();
  };
  return { metrics: { ...metrics, browserLaunched }, launched };
}

async function close(app, port) {
  try {
    await app.close();
    port.postMessage({ kind: 'closed' });
  } catch (error) {
    port.postMessage({ kind: 'failed', error });
  }
  port.close();
}

parentPort.on('message', run);
