import { Server } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { ResolvedAddress } from './addresses.js';

const IDLE_TIMEOUT_MS = 120_000;

/** The end of a tunnel. The addresses are tried in turn; names are already resolved. */
export interface Destination {
  readonly addresses: readonly ResolvedAddress[];
  readonly port: number;
}

/**
 * Connects to the destination. Rejects with the connection's error, or with `signal.reason` when the signal aborts
 * first, which also closes the socket.
 */
export function dial(destination: Destination, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const target = connect({
      // This name is never resolved: `lookup` answers with the checked addresses.
      host: 'pinned.invalid',
      port: destination.port,
      lookup: pinned(destination.addresses),
      autoSelectFamily: true,
      noDelay: true,
    });
    const onAbort = () => target.destroy(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    target.once('error', reject);
    target.once('connect', () => {
      signal.removeEventListener('abort', onAbort);
      target.off('error', reject);
      // After an error, 'close' follows, and the tunnel listens for 'close'.
      target.on('error', () => undefined);
      resolve(target);
    });
    target.once('close', () => signal.removeEventListener('abort', onAbort));
  });
}

function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) {
      callback(null, [...addresses]);
      return;
    }
    const [first] = addresses;
    if (first === undefined) callback(new Error('No address to connect to'), []);
    else callback(null, first.address, first.family);
  };
}

/**
 * The connected target in the shape of proxy-chain's `customConnectServer`: a "server" that gets the client's socket
 * after proxy-chain has answered the CONNECT with 200. It never listens and speaks no HTTP. It replaces proxy-chain's
 * own direct handler, which has no connect timeout, does not answer the client when connecting fails, and leaves the
 * target's socket open when only the client is gone.
 */
export function tunnelTo(target: Socket, client: Socket): Server {
  client.once('close', () => target.destroy());
  if (client.destroyed) target.destroy();
  const handOver = new Server();
  handOver.removeAllListeners('connection');
  handOver.once('connection', () => join(client, target));
  return handOver;
}

function join(client: Socket, target: Socket): void {
  client.pipe(target);
  target.pipe(client);
  // Tunnels carry TLS, where a half-closed connection is useless: when one end closes, the other is closed, too.
  // `destroySoon` still delivers the last data; the idle limit ends a tunnel whose other end never reads them.
  client.once('end', () => target.destroySoon());
  target.once('close', () => client.destroySoon());
  target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy());
  if (target.destroyed) client.destroySoon();
}
