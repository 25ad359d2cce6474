import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEMO_EXAMPLES } from '../../fixtures/demo-examples.js';
import { startStandIn } from '../../fixtures/provider/server.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built service with invented places, for pictures of it. `env`: further settings. */
export async function startDemoService(
  env: NodeJS.ProcessEnv = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const standIn = await startStandIn();
  const service = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      // The pictures of all views in a row ask for more than a user does in a minute.
      RATE_LIMIT_PER_MINUTE: '0',
      ...DEMO_EXAMPLES,
      ...env,
      EGRESS_OVERRIDE: standIn.address,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Also when the script that started it fails.
  process.once('exit', () => service.kill('SIGTERM'));
  return {
    url: await addressOf(service),
    close: async () => {
      service.kill('SIGTERM');
      await once(service, 'exit');
      await standIn.close();
    },
  };
}

/** The service tells in its log where it listens; the log is read on, for a full pipe would stop the service. */
function addressOf(service: ChildProcess): Promise<string> {
  let log = '';
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error('the service ended before it was ready')));
    service.stdout?.on('data', (part) => {
      log = (log + part).slice(-10_000);
      const url = /serves on (http:\/\/127\.0\.0\.1:\d+)/.exec(log)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
