import { readFileSync } from 'node:fs';

/** Loading the modules of the service opens about 200 files at once. With fewer, Node.js reports missing packages. */
export const MIN_OPEN_FILES = 256;

const HOW_TO_RAISE = 'raise it (ulimit -n in a shell, LimitNOFILE= of systemd, --ulimit nofile= of Docker)';

/**
 * How many files and connections this process may have open. Node.js has raised it to the hard limit of the system.
 * Null = unknown, as on systems other than Linux.
 */
export function maxOpenFiles(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

/** Why a limit is too small, and how to raise it. */
export function tooFewFiles(limit: number, needed: number): string {
  return `The limit of open files is ${limit}, and the service needs at least ${needed}: ${HOW_TO_RAISE}.`;
}

/** How Node.js and Playwright word the failure where they give no code. Other texts may quote strangers. */
const WORDS = /E([MN])FILE: |\bspawn \S+ E([MN])FILE\b/;

/** Names the limit that was reached, in words, if an error says so; otherwise null. */
export function reachedFileLimit(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const named = 'code' in error ? /^E([MN])FILE$/.exec(String(error.code)) : null;
  const [, ...letters] = named ?? WORDS.exec(error.message) ?? [];
  if (letters.includes('N')) return 'The limit of open files of the whole machine is reached (fs.file-max).';
  if (!letters.includes('M')) return null;
  const limit = maxOpenFiles();
  return `The limit of open files${limit === null ? '' : `, ${limit},`} is reached: ${HOW_TO_RAISE}.`;
}
