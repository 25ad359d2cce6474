import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** Makes a folder for the data of one service (DATA_DIR). It is removed when this process ends. */
export function makeDataFolder(): string {
  if (folders.length === 0)
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  folders.push(folder);
  return folder;
}

/**
 * Where a service of a test keeps its data: as `env` says, or in a folder of its own. Without this, it would be `data`
 * of the checkout.
 */
export const dataOf = (env: Readonly<Record<string, string>>) =>
  'DATABASE_URL' in env || 'DATA_DIR' in env ? {} : { DATA_DIR: makeDataFolder() };
