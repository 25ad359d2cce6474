import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { translatedFile } from './built.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Puts the types of the API and the Bruno collection into a folder, as a release has them. They are made once a run. */
export function makeArtefacts(folder: string): void {
  const made = `${process.env.OPENAPI_FILE}-artefacts`;
  if (!existsSync(made)) {
    const own = `${made}-${process.pid}`;
    // A process of its own: the order of the schemas is the order in which modules are loaded.
    execFileSync(process.execPath, [translatedFile('deploy/artefacts.mjs'), own], {
      cwd: PROJECT,
      stdio: 'pipe',
    });
    // Another worker may have been faster.
    if (!existsSync(made)) renameSync(own, made);
  }
  cpSync(made, folder, { recursive: true });
}
