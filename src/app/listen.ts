import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartupError } from '../core/errors.js';

/** Reasons, by error code, why the service cannot listen on an address. The operator can fix all of them. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process already listens there; choose another PORT',
  EACCES: 'permission denied; choose a PORT above 1023',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  EINVAL: 'HOST is not an address to listen on',
  EAFNOSUPPORT: 'this machine does not support the address family of HOST',
  ENOTFOUND: 'HOST cannot be resolved',
  EAI_AGAIN: 'HOST cannot be resolved',
};

/** Starts listening. @throws StartupError when the address is in use, forbidden or not available on this machine */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new StartupError(`Cannot listen on ${host}:${port}: ${reason}.`);
  }
}
