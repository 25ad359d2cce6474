import { once } from 'node:events';
import type { Server } from 'node:http';
import { StartupError } from '../errors.js';

/** Why the service cannot listen on an address, for causes that the operator can fix. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there already; choose another PORT',
  EACCES: 'this user may not; choose a PORT above 1023',
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  EINVAL: 'HOST is no address that can be listened on',
  EAFNOSUPPORT: 'this machine has no addresses of the kind of HOST',
  ENOTFOUND: 'HOST cannot be resolved',
  EAI_AGAIN: 'HOST cannot be resolved',
};

/** Begins to listen. @throws StartupError when the address is taken, forbidden, or none to listen on here */
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
