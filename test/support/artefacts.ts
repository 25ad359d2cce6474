import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Makes the types of the API and the Bruno collection in a folder, as a release has them. */
export function makeArtefacts(folder: string): void {
  const args = ['--import', 'tsx', 'deploy/artefacts.mjs', folder];
  // A process of its own: the order of the schemas is the order in which modules are loaded.
  execFileSync(process.execPath, args, { cwd: PROJECT, stdio: 'pipe' });
}
