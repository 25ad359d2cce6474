import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseRules, type RulesReading } from './parse-rules.js';
import { LONGEST_FILE } from './rules-file.js';

/** Why a rules file could not be read at all. */
export type FileProblem =
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'not_regular' }
  | { readonly kind: 'too_large'; readonly most: number };

/** Reads and checks a rules file. Never rejects, and never waits for a pipe or a device. */
export async function readRulesFile(path: string): Promise<RulesReading | FileProblem> {
  try {
    // Opening a pipe would wait for its other end.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return { kind: 'not_regular' };
      // One byte more than allowed: the file may grow while it is read.
      const bytes = await buffer(file.createReadStream({ start: 0, end: LONGEST_FILE, autoClose: false }));
      if (bytes.length > LONGEST_FILE) return { kind: 'too_large', most: LONGEST_FILE };
      return parseRules(bytes.toString('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { kind: 'unreadable', code };
  }
}
