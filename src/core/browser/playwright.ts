import { createRequire } from 'node:module';

/**
 * Playwright, loaded as CommonJS. For an `import`, Node.js would search its 7 MB of bundled source for the names of
 * exports, which takes 0.2 s at each start.
 */
export const { chromium, errors } = createRequire(import.meta.url)(
  'playwright',
) as typeof import('playwright');
