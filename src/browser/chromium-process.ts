import type { Browser } from 'playwright';
import { z } from 'zod';

const processList = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/** The browser's own process id, to end it by when it no longer answers; null when it does not say. */
export async function processId(browser: Browser): Promise<{ readonly pid: number | null }> {
  try {
    const session = await browser.newBrowserCDPSession();
    const answer = processList.safeParse(await session.send('SystemInfo.getProcessInfo'));
    await session.detach();
    return { pid: answer.data?.processInfo.find((entry) => entry.type === 'browser')?.id ?? null };
  } catch {
    return { pid: null };
  }
}

/** Asks the running browser for its version: the smallest sign of life. Never ends when it is frozen. */
export async function askVersion(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  await session.detach();
  return product;
}

/** Resolves when the browser has gone away. */
export function disconnection(browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    browser.once('disconnected', () => resolve());
    if (!browser.isConnected()) resolve();
  });
}

/** Ends a process for good; one that is gone already is fine. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
