import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A plain passage to a server whose connections can be cut. */
export interface Gate {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  /** Ends every connection: what its users keep open for later is no leak, and would be counted as one. */
  cut(): void;
  close(): Promise<void>;
}

export async function startGate(target: string): Promise<Gate> {
  const [host, port] = target.split(':');
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const server = createServer((client) => {
    const inner = keep(connect(Number(port), host));
    keep(client).pipe(inner).pipe(client);
    client.once('close', () => inner.destroy());
    inner.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
