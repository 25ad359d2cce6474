import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type StallLimit = ReturnType<typeof limitStall>;

/** The minimum rate of a client that reads, averaged over `RATE_MS` in which data waited for it. */
const MIN_BYTES_PER_SECOND = 65_536;
const RATE_MS = 30_000;

/** Bytes that the system has taken from a socket. */
const sentBy = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/**
 * Closes the connection of a client that does not read its answer. Otherwise such a client would keep its answer, and
 * the work behind it, forever. `stallMs`: maximum time without any data sent, in milliseconds. The socket's own timer
 * restarts with every piece that is read. It runs only while data waits: making an answer may take minutes.
 * A client that reads too slowly is closed as well (`rateMs`: the time over which its rate is averaged).
 */
export function limitStall(res: ServerResponse, stallMs: number, rateMs: number = RATE_MS) {
  let armed: Socket | null = null;
  /** Waiting time since the last look at the rate, and the bytes that were sent at that look. */
  let waitedMs = 0;
  let sentBefore: number | null = null;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = (socket: Socket) => {
    const sent = sentBy(socket);
    const isTooSlow = sent - (sentBefore ?? sent) < MIN_BYTES_PER_SECOND * (rateMs / 1_000);
    if (isTooSlow) return void socket.destroy();
    [waitedMs, since, sentBefore] = [0, performance.now(), sent];
    arm(socket);
  };
  const pause = () => {
    if (armed !== null) waitedMs += performance.now() - since;
    clearTimeout(timer);
  };
  const arm = (socket: Socket) => {
    pause();
    armed = socket.setTimeout(stallMs);
    since = performance.now();
    sentBefore ??= sentBy(socket);
    timer = setTimeout(() => look(socket), Math.max(0, rateMs - waitedMs));
  };
  const release = () => {
    res.off('socket', arm);
    pause();
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
