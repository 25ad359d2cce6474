import { ChromiumSupervisor } from '../../src/core/browser/chromium.js';
import { PagePool } from '../../src/core/browser/pool.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { type Limits, poolOptions } from './fake-pool.js';
import { localServer } from './local-server.js';
import { chromiumForTests } from './stand-in-browser.js';

type Reply =
  | string
  | { readonly headers: Readonly<Record<string, string | string[]>>; readonly body: string };

/** What http://pages.test serves: path → HTML. */
export type Pages = Readonly<Record<string, Reply>>;

/** Longer than a test may take: what waits for a limit fails its test. */
const GENEROUS = { startMs: 600_000, launchMs: 600_000, openMs: 600_000, answerMs: 600_000 };

interface PoolSetup {
  readonly pages?: Pages;
  readonly size?: number;
  readonly limits?: Limits;
}

/** A real Chromium whose only way out is a proxy that answers everything itself, for pools that follow each other. */
export async function realChromium(limitsOfBrowser: Limits = {}) {
  let pages: Pages = {};
  const asked: string[] = [];
  const server = await localServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://pages.test').pathname;
    asked.push(path);
    const reply = pages[path];
    const { headers, body } =
      typeof reply === 'object' ? reply : { headers: {}, body: reply ?? '<!doctype html>' };
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  });
  const chromium = new ChromiumSupervisor({
    executablePath: chromiumForTests(),
    proxyUrl: server.url,
    log: createLogger('silent'),
    limits: { ...GENEROUS, ...limitsOfBrowser },
  });
  return {
    /** A pool with pages of its own; `asked` has the paths that were asked for, in order. */
    pool: (options: PoolSetup = {}) => {
      pages = options.pages ?? {};
      asked.length = 0;
      const limits = { ...GENEROUS, ...options.limits };
      const pool = new PagePool({ chromium, size: options.size ?? 1, ...poolOptions(), limits });
      const close = () => pool.close();
      return { pool, asked, close, [Symbol.asyncDispose]: close };
    },
    close: async () => {
      await chromium.close();
      await server.close();
    },
  };
}

/** A pool on a real Chromium of its own. */
export async function realPool(options: PoolSetup = {}) {
  const chromium = await realChromium(options.limits);
  const { pool, asked, close: closePool } = chromium.pool(options);
  const close = async () => {
    await closePool();
    await chromium.close();
  };
  return { pool, asked, close, [Symbol.asyncDispose]: close };
}
