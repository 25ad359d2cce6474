import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import { PagePool } from '../../src/core/browser/pool.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { type Limits, poolOptions } from './fake-pool.js';
import { chromiumForTests } from './stand-in-browser.js';

type Reply =
  | string
  | { readonly headers: Readonly<Record<string, string | string[]>>; readonly body: string };

/** What http://pages.test serves: path → HTML. */
export type Pages = Readonly<Record<string, Reply>>;

/** Longer than a test may take: what waits for a limit fails its test. */
const GENEROUS = { startMs: 600_000, launchMs: 600_000, openMs: 600_000, answerMs: 600_000 };

/** A pool on a real Chromium whose only way out is a proxy that answers everything itself. */
export async function realPool(options: { pages?: Pages; size?: number; limits?: Limits } = {}) {
  const { pages = {}, size = 1 } = options;
  const limits = { ...GENEROUS, ...options.limits };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://pages.test').pathname;
    asked.push(path);
    const reply = pages[path];
    const { headers, body } =
      typeof reply === 'object' ? reply : { headers: {}, body: reply ?? '<!doctype html>' };
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const chromium = new ChromiumSupervisor({
    executablePath: chromiumForTests(),
    proxyUrl: `http://127.0.0.1:${port}`,
    log: createLogger('silent'),
    limits,
  });
  const pool = new PagePool({
    chromium,
    size,
    ...poolOptions(),
    limits,
  });
  const close = async () => {
    await pool.close();
    await chromium.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    pool,
    chromium,
    /** Paths that were asked for, in order. */
    asked,
    close,
    [Symbol.asyncDispose]: close,
  };
}
