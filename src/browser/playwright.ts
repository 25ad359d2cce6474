import { createRequire } from 'node:module';

/**
 * Playwright, loaded as CommonJS. Before an `import` of it, Node.js would search its 7 MB of bundled source for the
 * names of exports, which takes 0.2 s of each start.
 */
export const { chromium, errors } = createRequire(import.meta.url)(
  'playwright',
) as typeof import('playwright');
