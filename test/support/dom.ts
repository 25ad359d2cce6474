import { createRequire } from 'node:module';
import type { JSDOM } from 'jsdom';

const load: (name: string) => typeof import('jsdom') = createRequire(import.meta.url);

/**
 * Opens a document in JSDOM. JSDOM is loaded with the first document: the test runner loads every spec before the first
 * test begins, and JSDOM takes two seconds.
 */
export function openDom(...options: ConstructorParameters<typeof JSDOM>): JSDOM {
  return new (load('jsdom').JSDOM)(...options);
}
