import type { Browser, BrowserContext, Page } from 'playwright';
import { openCompositor } from '../../../src/capabilities/evidence/make/compositor.js';
import { expect, test } from '../../support/test.js';

// A frozen Chromium stays connected and never answers (docs/architecture.md#traps): no step may wait for ever.

const never = () => new Promise<never>(() => undefined);
const STEP_MS = 20;

function browserWith(newContext: () => Promise<BrowserContext>): Browser {
  return { newContext } as Partial<Browser> as Browser;
}

/** A context that opens a page and closes; the page answers nothing. */
function frozenPage() {
  let closed = 0;
  const page = { setViewportSize: never, setContent: never, screenshot: never } as Partial<Page> as Page;
  const context = {
    newPage: async () => page,
    close: async () => {
      closed += 1;
    },
  } as Partial<BrowserContext> as BrowserContext;
  return { context, closed: () => closed };
}

test('a browser that opens no page is an error after the time limit', async () => {
  await expect(openCompositor(browserWith(never), STEP_MS)).rejects.toMatchObject({
    code: 'browser_unavailable',
  });
});

test('a page that freezes is an error after the time limit, and its context is closed', async () => {
  const { context, closed } = frozenPage();
  const compositor = await openCompositor(
    browserWith(async () => context),
    STEP_MS,
  );
  const bar = { address: 'https://www.google.com/maps', utc: '', local: '', isCut: false };
  await expect(compositor.withBar(Buffer.alloc(1), bar, 'pl')).rejects.toMatchObject({
    code: 'browser_unavailable',
  });
  await expect(compositor.thumbnail(Buffer.alloc(1))).rejects.toMatchObject({ code: 'browser_unavailable' });
  await compositor.close();
  expect(closed()).toBe(1);
});

test('closing never waits for a browser that does not answer', async () => {
  const { context } = frozenPage();
  const stuck = { ...context, close: never } as BrowserContext;
  const compositor = await openCompositor(
    browserWith(async () => stuck),
    STEP_MS,
  );
  await compositor.close();
});
