import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a port of this machine whose connections can be ended. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection. */
  reset(): void;
  close(): Promise<void>;
}

/** @param target a port, which the test may change */
export async function startTcpProxy(target: { port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
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
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      reset();
      await closed;
    },
  };
}
