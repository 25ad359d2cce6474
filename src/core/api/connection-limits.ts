import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Logger } from '../runtime/logger.js';
import { tooFewFiles } from '../runtime/open-files.js';
import { clientAddress } from './client-address.js';

/** Files for modules, databases, packs, and the pipes of Chromium. */
const OWN_FILES = 256;
/** Chromium opens up to 32 connections to the egress proxy from one context; each of them has one to the provider. */
const FILES_PER_CONTEXT = 64;
/** With fewer connections for clients, the start warns. */
const MIN_CONNECTIONS = 256;
/** A few addresses together reach the limit of all connections; one address does not. */
const SHARE_OF_ADDRESS = 1 / 4;
const LOG_EVERY_MS = 60_000;

/** Maximum numbers of connections that clients have open. */
interface ConnectionLimits {
  readonly all: number;
  /** Of one address, or one IPv6 /64 network; null = no limit. */
  readonly ofAddress: number | null;
}

interface FileUse {
  /** How many files and connections the process may have open. */
  readonly maxOpenFiles: number;
  readonly contexts: number;
  /** Whether reverse proxies are in front: all connections then come from a few addresses. */
  readonly isProxied: boolean;
}

/** The part of the open files that clients may use; at least a quarter of them. */
export function connectionLimits({ maxOpenFiles, contexts, isProxied }: FileUse): ConnectionLimits {
  const all = Math.max(maxOpenFiles - filesOfService(contexts), Math.floor(maxOpenFiles / 4));
  return { all, ofAddress: isProxied ? null : Math.ceil(all * SHARE_OF_ADDRESS) };
}

/** Warns when so few files may be open that clients get few connections. */
export function warnOfFewFiles(
  { maxOpenFiles, contexts }: Omit<FileUse, 'isProxied'>,
  log: Pick<Logger, 'warn'>,
): void {
  const needed = filesOfService(contexts) + MIN_CONNECTIONS;
  if (maxOpenFiles < needed) log.warn({ maxOpenFiles }, tooFewFiles(maxOpenFiles, needed));
}

function filesOfService(contexts: number): number {
  return OWN_FILES + contexts * FILES_PER_CONTEXT;
}

/**
 * Closes connections beyond the limits at once, and says so in the log. When no more files may be open, the system
 * closes connections without a word, and neither requests nor page loads are possible.
 */
export function limitConnections(server: Server, { all, ofAddress }: ConnectionLimits, log: Logger): void {
  const closed = (limit: number, why: string) =>
    counted(server, (connections) => log.warn({ connections, limit }, `new connections were closed: ${why}`));
  server.maxConnections = all;
  server.on('drop', closed(all, 'clients have as many open as the limit of open files allows'));
  if (ofAddress === null) return;
  const noteShare = closed(ofAddress, 'their address has as many open as one address may have');
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // The service's connections to itself use no file.
    if (!(socket instanceof Socket)) return;
    const address = clientAddress('', socket.remoteAddress ?? '');
    const others = open.get(address) ?? 0;
    if (others >= ofAddress) {
      noteShare();
      socket.destroy();
      return;
    }
    open.set(address, others + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** Reports the first call at once, and how many calls followed at most once a minute, until the server closes. */
function counted(server: Server, report: (count: number) => void): () => void {
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  server.once('close', () => clearTimeout(timer ?? undefined));
  const write = () => {
    timer = null;
    if (count === 0) return;
    report(count);
    count = 0;
    timer = setTimeout(write, LOG_EVERY_MS);
    timer.unref();
  };
  return () => {
    count += 1;
    if (timer === null) write();
  };
}
