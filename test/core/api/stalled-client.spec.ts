import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { limitStall } from '../../../src/core/api/stalled-client.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../support/virtual-time.js';

// The minimum rate of a client that reads: 64 KB/s, averaged over 30 s in which data waits for it.

const STALL_MS = 60_000;
const SECOND = 1_000;

/** An answer over a connection whose system takes as many bytes as a test says. */
function connection() {
  const socket = {
    ...{ bytesWritten: 0, writableLength: 0, timeout: 0, destroyed: false },
    destroy: () => {
      socket.destroyed = true;
    },
    setTimeout: (ms: number) => {
      socket.timeout = ms;
      return socket;
    },
  };
  const res = Object.assign(new EventEmitter(), { socket });
  return { res: res as unknown as ServerResponse, socket };
}

async function read(
  time: VirtualTime,
  socket: { bytesWritten: number },
  bytesPerSecond: number,
  seconds: number,
) {
  for (let second = 0; second < seconds; second += 1) {
    await time.sleep(SECOND);
    socket.bytesWritten += bytesPerSecond;
  }
}

test('a client that reads 16 KB/s is closed after 30 s; a client that reads 70 KB/s is not', () =>
  inVirtualTime(async (time) => {
    for (const [rate, isClosed] of [
      [16_384, true],
      [70_000, false],
    ] as const) {
      const { res, socket } = connection();
      const client = limitStall(res, STALL_MS);
      client.expect();
      await read(time, socket, rate, 29);
      expect(socket.destroyed).toBe(false);
      await read(time, socket, rate, 120);
      expect(socket.destroyed, `${rate} bytes a second`).toBe(isClosed);
      client.release();
    }
  }));

test('the waits for single parts add up, so that many slow parts are as slow as one', () =>
  inVirtualTime(async (time) => {
    const { res, socket } = connection();
    const client = limitStall(res, STALL_MS);
    for (let part = 0; part < 20 && !socket.destroyed; part += 1) {
      client.expect();
      await read(time, socket, 16_384, 4);
      client.release();
    }
    expect(socket.destroyed).toBe(true);
  }));

test('time in which nothing waits for the client does not count', () =>
  inVirtualTime(async (time) => {
    const { res, socket } = connection();
    const client = limitStall(res, STALL_MS);
    for (let line = 0; line < 100; line += 1) {
      client.expect();
      await time.sleep(1);
      socket.bytesWritten += 100;
      client.release();
      await time.sleep(60 * SECOND);
    }
    expect(socket.destroyed).toBe(false);
  }));
