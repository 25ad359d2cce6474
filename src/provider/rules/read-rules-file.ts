import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseRules, type RulesFault, type RulesReading } from './parse-rules.js';
import { MAX_FILE_BYTES } from './rules-file.js';

/** Reads and checks a rules file. It never rejects and never waits for a pipe or a device. */
export async function readRulesFile(path: string): Promise<RulesReading> {
  try {
    // Opening a pipe would wait for its other end.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return unread({ line: null, kind: 'not_regular' });
      // Reads one byte more than allowed: the file may grow while it is read.
      const bytes = await buffer(file.createReadStream({ start: 0, end: MAX_FILE_BYTES, autoClose: false }));
      if (bytes.length > MAX_FILE_BYTES)
        return unread({ line: null, kind: 'too_large', most: MAX_FILE_BYTES });
      return parseRules(bytes.toString('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return unread({ line: null, kind: 'unreadable', code });
  }
}

function unread(fault: RulesFault): RulesReading {
  return { kind: 'faults', faults: [fault] };
}
