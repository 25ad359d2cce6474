import { statSync } from 'node:fs';
import { isScript } from './executable.js';

/** Chromium releases security fixes every few weeks: a program older than so many days lacks several of them. */
export const OLD_DAYS = 60;

const DAY_MS = 86_400_000;
/** The first release of Chromium. Earlier times are placeholders, such as 1980 in ZIP files. */
const FIRST_RELEASE = Date.UTC(2008, 8, 2);

/**
 * Gives the age of the program that is launched as Chromium, in whole days; null = unknown. The modification time of
 * the file counts as the build time. A Debian package keeps it: it is the date of the last changelog entry. A download,
 * such as Playwright's, has the time it was unpacked, so its real age may be greater. The age of a script says nothing
 * about the program it starts. `now`: milliseconds since 1970.
 */
export function chromiumAge(executablePath: string, now: () => number = Date.now): () => number | null {
  const builtAt = buildTime(executablePath, now());
  return () => (builtAt === null ? null : Math.floor((now() - builtAt) / DAY_MS));
}

function buildTime(path: string, now: number): number | null {
  try {
    const { mtimeMs } = statSync(path);
    return mtimeMs < FIRST_RELEASE || mtimeMs > now || isScript(path) ? null : mtimeMs;
  } catch {
    return null;
  }
}
