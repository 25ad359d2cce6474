import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a port or a socket of this machine that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Lets nothing pass any more, in either direction and without a word, as a network that drops packets. */
  cut(): void;
  mend(): void;
  /** Ends every connection. */
  reset(): void;
  close(): Promise<void>;
}

/** @param target a port, which the test may change, or a path */
export async function startTcpProxy(
  target: number | { readonly path: string } | { port: number },
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far =
      typeof target === 'number' ? connect(target, '127.0.0.1') : connect({ host: '127.0.0.1', ...target });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isCut) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    reset,
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      reset();
      await closed;
    },
  };
}
