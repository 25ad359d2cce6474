import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * A file of the built service, for tests that start programs: those in src/ would have to be translated at every
 * start. `folder` is the part of src/ it is built from. @throws Error when the build is missing or older than that
 */
export function builtFile(name: string, folder: string): string {
  const path = join(BUILT, name);
  const built = statSync(path, { throwIfNoEntry: false });
  if (built === undefined || newestIn(join(SOURCE, folder)) > built.mtimeMs)
    throw new Error(`dist/${name} is missing or older than ${join('src', folder)}: run "npm run build"`);
  return path;
}

function newestIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs));
}
