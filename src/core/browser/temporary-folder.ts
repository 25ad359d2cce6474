import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../runtime/logger.js';

const PREFIX = 'place-lookup-chromium-';
/** The socket on which the process of a folder listens: nothing listens there any more when the process has ended. */
const SOCKET = 'used';

/**
 * Makes a temporary folder of this process, where Playwright can make the profiles of Chromium, and removes the folders
 * of processes that were killed. Call it once. Returns the folder, or if there can be none the one of all processes.
 */
export async function ownTemporaryFolder(log: Logger): Promise<string> {
  const parent = tmpdir();
  // Windows has no sockets with a path.
  if (process.platform === 'win32') return parent;
  try {
    for (const name of readdirSync(parent))
      if (name.startsWith(PREFIX) && (await isLeftBehind(join(parent, name)))) remove(join(parent, name));
    const folder = mkdtempSync(join(parent, PREFIX));
    process.once('exit', () => remove(folder));
    await once(createServer().listen(join(folder, SOCKET)).unref(), 'listening');
    return folder;
  } catch (error) {
    log.warn({ err: error }, 'temporary files of this process stay if it is killed');
    return parent;
  }
}

/** A folder without a socket may be about to get one; a socket of another user gives EACCES. */
async function isLeftBehind(folder: string): Promise<boolean> {
  const socket = connect(join(folder, SOCKET));
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Chromium may still write. The next start removes the rest.
  }
}
