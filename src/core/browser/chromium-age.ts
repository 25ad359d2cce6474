import { statSync } from 'node:fs';
import type { Logger } from '../runtime/logger.js';
import { isScript } from './executable.js';

interface ChromiumAgeOptions {
  readonly executablePath: string;
  readonly log: Logger;
  /** The present time in milliseconds. Default `Date.now`. */
  readonly now?: () => number;
}

/** Chromium releases security fixes every few weeks: an older program lacks several of them. */
export const OLD_DAYS = 60;

const DAY_MS = 86_400_000;
/** The first release of Chromium. Earlier times are placeholders, such as 1980 in ZIP files. */
const FIRST_RELEASE = Date.UTC(2008, 8, 2);

/**
 * The age of the program that is launched as Chromium. The modification time of the file counts as the build time. A
 * Debian package keeps it: it is the date of the last changelog entry. A download, such as Playwright's, has the time
 * it was unpacked, so its real age may be greater. The age of a script says nothing about the program it starts.
 */
export function chromiumAge({ executablePath, log, now = Date.now }: ChromiumAgeOptions) {
  const builtAt = buildTime(executablePath, now());
  let warnedOf: number | null = null;
  /** Whole days since the program was built; null = unknown. */
  const days = () => (builtAt === null ? null : Math.floor((now() - builtAt) / DAY_MS));
  return {
    days,
    /** Logs a warning when the program is older than `OLD_DAYS`; once for each day of its age. */
    warnIfOld: () => {
      const age = days();
      if (age === null || age <= OLD_DAYS || age === warnedOf) return;
      warnedOf = age;
      log.warn(
        { age_days: age },
        `chromium is more than ${OLD_DAYS} days old and lacks security fixes: rebuild the image, or update its package`,
      );
    },
  };
}

function buildTime(path: string, now: number): number | null {
  try {
    const { mtimeMs } = statSync(path);
    return mtimeMs < FIRST_RELEASE || mtimeMs > now || isScript(path) ? null : mtimeMs;
  } catch {
    return null;
  }
}
