import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseRules, type RulesReading } from './parse-rules.js';
import { MAX_FILE_BYTES } from './rules-file.js';

/** Why a rules file could not be read at all. */
export type FileProblem =
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'not_regular' }
  | { readonly kind: 'too_large'; readonly most: number };

/** Reads and checks a rules file. It never rejects and never waits for a pipe or a device. */
export async function readRulesFile(path: string): Promise<RulesReading | FileProblem> {
  try {
    // Opening a pipe would wait for its other end.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return { kind: 'not_regular' };
      // Reads one byte more than allowed: the file may grow while it is read.
      const bytes = await buffer(file.createReadStream({ start: 0, end: MAX_FILE_BYTES, autoClose: false }));
      if (bytes.length > MAX_FILE_BYTES) return { kind: 'too_large', most: MAX_FILE_BYTES };
      return parseRules(bytes.toString('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { kind: 'unreadable', code };
  }
}
