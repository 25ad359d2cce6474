import { type Zippable, zipSync } from 'fflate';

/**
 * Stands in for fflate's `zip` when bundled (build.mjs): that one works in a worker from a `blob:` address, which
 * the page's Content-Security-Policy forbids, and it would wait for it for ever.
 */
export function zip(files: Zippable, done: (error: unknown, archive: Uint8Array | null) => void): void {
  try {
    done(null, zipSync(files));
  } catch (error) {
    done(error, null);
  }
}
