import { open } from 'node:fs/promises';
import { parseRules, type RulesReading } from './parse-rules.js';
import { LONGEST_FILE } from './rules-file.js';

/** Why a rules file could not be read at all. */
export type FileProblem =
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'too_large'; readonly most: number };

/** Reads and checks a rules file. Never rejects. */
export async function readRulesFile(path: string): Promise<RulesReading | FileProblem> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > LONGEST_FILE) return { kind: 'too_large', most: LONGEST_FILE };
      return parseRules(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { kind: 'unreadable', code };
  }
}
