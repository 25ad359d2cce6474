import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Watches over a client for whom something waits. */
export interface ReaderWatch {
  /** From now on the client must take something every so often, or the connection is closed. */
  expect(): void;
  /** Nothing waits any more; the client may be silent as long as it likes. */
  release(): void;
}

/**
 * A client that stops reading would hold its answer, and what makes it, for ever. `stallMs` is how long none
 * of what waits for it may leave. Node's own socket timer does the watching: it also sees a large answer
 * shrink piece by piece. It must run only while something waits: an answer may be minutes in the making.
 */
export function watchReader(res: ServerResponse, stallMs: number): ReaderWatch {
  let armed: Socket | null = null;
  const arm = (socket: Socket) => {
    armed = socket.setTimeout(stallMs);
  };
  const release = () => {
    res.off('socket', arm);
    // Once an answer is out, the timer may be Node's again, for an idle connection.
    if (armed?.timeout === stallMs) armed.setTimeout(0);
    armed = null;
  };
  res.once('finish', release);
  return {
    expect: () => {
      // Without a socket the answer waits behind an earlier one on the same connection.
      if (res.socket === null) res.once('socket', arm);
      else arm(res.socket);
    },
    release,
  };
}
