import { EventEmitter } from 'node:events';
import type { Browser, Page } from 'playwright';

/** The driver calls that can be made to fail or hang. */
export type DriverCall =
  | 'newContext'
  | 'newPage'
  | 'pageSession'
  | 'goto'
  | 'evaluate'
  | 'send'
  | 'clearCookies'
  | 'cookies'
  | 'closeContext'
  | 'browserSession';

export interface FakeContext {
  readonly pages: Page[];
  closed: boolean;
}

/** A browser made of promises: it opens and closes nothing, and misbehaves as told. */
export interface FakeBrowser {
  readonly browser: Browser;
  /** Every context it ever opened, oldest first. */
  readonly contexts: readonly FakeContext[];
  /** What each call waits for before it succeeds; a test sets and removes entries as it goes. */
  readonly trouble: Partial<Record<DriverCall, () => Promise<unknown>>>;
  /** What a killed process looks like from outside. */
  die(): void;
  /** How many wait for its end. */
  awaiters(): number;
}

/** As Playwright words it. */
export const GONE = 'Target page, context or browser has been closed';

export const never = () => new Promise<never>(() => undefined);

export function fakeBrowser(): FakeBrowser {
  const trouble: FakeBrowser['trouble'] = {};
  const contexts: FakeContext[] = [];
  const events = new EventEmitter();
  let connected = true;
  const run = async (call: DriverCall) => {
    await trouble[call]?.();
    if (!connected) throw new Error(GONE);
  };
  /** Opening a page sends two commands of its own; `send` troubles those that clean. */
  const send = async (method: string) => {
    if (!method.startsWith('Network.')) await run('send');
    return {};
  };
  const session = (call: DriverCall) => async () => {
    await run(call);
    return {
      send: call === 'pageSession' ? send : async () => ({ userAgent: 'fake' }),
      detach: async () => undefined,
      on: () => undefined,
    };
  };

  const openPage = (state: FakeContext, context: object): Page => {
    const page = Object.assign(new EventEmitter(), {
      context: () => context,
      goto: () => run('goto'),
      url: () => 'about:blank',
      evaluate: () => run('evaluate'),
      close: async () => {
        state.pages.splice(state.pages.indexOf(page), 1);
        page.emit('close');
      },
    }) as unknown as Page & EventEmitter;
    return page;
  };
  const newContext = async () => {
    await run('newContext');
    const state: FakeContext = { pages: [], closed: false };
    contexts.push(state);
    const context = {
      newPage: async () => {
        await run('newPage');
        const page = openPage(state, context);
        state.pages.push(page);
        return page;
      },
      newCDPSession: session('pageSession'),
      clearCookies: () => run('clearCookies'),
      cookies: async () => {
        const kept = await trouble.cookies?.();
        if (!connected) throw new Error(GONE);
        return Array.isArray(kept) ? kept : [];
      },
      pages: () => state.pages,
      close: async () => {
        await run('closeContext');
        state.closed = true;
      },
    };
    return context;
  };
  const die = () => {
    connected = false;
    for (const page of contexts.flatMap(({ pages }) => pages))
      (page as unknown as EventEmitter).emit('close');
    events.emit('disconnected');
  };
  const browser = Object.assign(events, {
    newContext,
    contexts: () => contexts.filter(({ closed }) => !closed),
    newBrowserCDPSession: session('browserSession'),
    isConnected: () => connected,
    version: () => 'fake',
    close: async () => die(),
  }) as unknown as Browser;
  return { browser, contexts, trouble, die, awaiters: () => events.listenerCount('disconnected') };
}
