import { readFileSync } from 'node:fs';

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

/** Files for modules, databases, packs, and the pipes of Chromium. */
const OWN_FILES = 256;
/** Chromium opens up to 32 connections to the egress proxy from one context; each of them has one to the provider. */
const FILES_PER_CONTEXT = 64;

/** How many connections clients may have open: the service keeps the files that it needs for lookups. */
export function maxConnections(openFiles: number, contexts: number): number {
  return Math.max(openFiles - OWN_FILES - contexts * FILES_PER_CONTEXT, Math.floor(openFiles / 4));
}
