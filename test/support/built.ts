import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * A file of the built service, for tests that start programs: those in src/ would have to be translated at every
 * start. `build-first.ts` has built dist/ from src/ as it is. @throws Error when the file is missing
 */
export function builtFile(name: string): string {
  const path = join(BUILT, name);
  if (!existsSync(path)) throw new Error(`dist/${name} is missing: run "npm run build"`);
  return path;
}

/**
 * A program of deploy/ or fixtures/ as translate.mjs has written it, for tests that start it: the loader of `npm run`
 * would translate all that it imports once more. `name`: with the ending that it has there, .js or .mjs.
 */
export function translatedFile(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/.cache/tests/${name}`, import.meta.url));
}

/** The built service with options that no setting gives, as JSON in the variable TUNING. */
export function tunedMain(): string {
  builtFile('main.js');
  return fileURLToPath(new URL('./tuned-main.mjs', import.meta.url));
}
