import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../shared/captures/', import.meta.url));

/** Real recordings stand beside the repository, never in it. */
export const CAPTURES_ABSENT = existsSync(FOLDER) ? false : `SKIPPED: no recordings at ${FOLDER}`;

/** The recordings of one kind, each with its ground truth. */
export function capturesOf<T>(kind: string): readonly { name: string; body: string; expected: T }[] {
  if (CAPTURES_ABSENT) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(`${kind}--`) && !file.endsWith('.expected.json'))
    .map((file) => ({
      name: file,
      body: readFileSync(FOLDER + file, 'utf8'),
      expected: JSON.parse(readFileSync(FOLDER + file.replace(/\.\w+$/, '.expected.json'), 'utf8')) as T,
    }));
}
