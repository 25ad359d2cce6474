import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SETUP = fileURLToPath(new URL('../../setup.mjs', import.meta.url));

/** Runs once before all tests: builds dist/, which tests start programs from, unless it is built from src/ as it is now. */
export default function buildFirst(): void {
  const { status, stderr } = spawnSync(process.execPath, [SETUP, '--no-install', '--no-browser'], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`dist/ could not be built:\n${stderr}`);
}
