import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Closes the connection of a client that does not read what is waiting for it. */
export interface ReaderWatch {
  /** From now on the client must read something within each period of `stallMs`. */
  expect(): void;
  /** Nothing waits for the client any more. */
  release(): void;
}

/**
 * A client that stops reading would keep its answer, and the work behind it, forever. `stallMs`: the longest time in
 * which none of the waiting data may be sent, in milliseconds. The timer is the socket's own: it also notices a large
 * answer that is read piece by piece. It runs only while data waits: making an answer may take minutes.
 */
export function watchReader(res: ServerResponse, stallMs: number): ReaderWatch {
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
  return {
    expect: () => {
      // Without a socket, the answer waits behind an earlier one on the same connection.
      if (res.socket === null) res.once('socket', arm);
      else arm(res.socket);
    },
    release,
  };
}
