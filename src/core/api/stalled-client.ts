import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type StallLimit = ReturnType<typeof limitStall>;

/**
 * Closes the connection of a client that does not read its answer. Otherwise such a client would keep its answer, and
 * the work behind it, forever. `stallMs`: maximum time without any data sent, in milliseconds. The socket's own timer
 * restarts with every piece that is read. It runs only while data waits: making an answer may take minutes.
 */
export function limitStall(res: ServerResponse, stallMs: number) {
  let armed: Socket | null = null;
  const arm = (socket: Socket) => {
    armed = socket.setTimeout(stallMs);
  };
  const release = () => {
    res.off('socket', arm);
    // After an answer, Node.js uses the same timer for idle connections.
    if (armed?.timeout === stallMs) armed.setTimeout(0);
    armed = null;
  };
  res.once('finish', release);
  res.once('close', release);
  return {
    /** From now on the client must read something within each period of `stallMs`. */
    expect: () => {
      // An answer without a socket waits behind an earlier answer on the same connection.
      if (res.socket === null) res.once('socket', arm);
      else arm(res.socket);
    },
    /** The client has no more data to read for now. */
    release,
  };
}
