import { type Zippable, zipSync } from 'fflate';

/**
 * Replaces fflate's `zip` in the bundle (build.mjs). That one starts a worker from a `blob:` URL, which the page's
 * Content-Security-Policy forbids, and would never end.
 */
export function zip(files: Zippable, done: (error: unknown, archive: Uint8Array | null) => void): void {
  try {
    done(null, zipSync(files));
  } catch (error) {
    done(error, null);
  }
}
