import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { readBody } from '../../../src/capabilities/jobs/read-body.js';
import type { AppContext } from '../../../src/core/api/state.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

/** Reads an upload that does not say its length. `take`: gets the bytes of each part. */
async function read(parts: AsyncIterable<Buffer>, take: (bytes: number) => void = () => undefined) {
  const scope = startScope('upload', createLogger('silent'), null);
  const req = Readable.from(parts);
  const ctx = { get: () => '', res: new EventEmitter(), req, state: { scope } } as unknown as AppContext;
  for await (const some of readBody(ctx, createHash('sha256'))) take(some.length);
}

test('an upload that does not say its length is refused above 64 MiB', async () => {
  const part = Buffer.alloc(1_048_576, 'x');
  async function* parts() {
    for (let count = 0; count < 64; count += 1) yield part;
    yield Buffer.from('x');
  }
  let size = 0;
  const reading = read(parts(), (bytes) => {
    size += bytes;
  });
  await expect(reading).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('64 MiB'),
  });
  expect(size).toBe(64 * 1_048_576);
});

test('an upload that sends nothing for 30 seconds ends, so that it holds no place of its client', async () => {
  await inVirtualTime(async ({ now, sleep }) => {
    async function* parts() {
      await sleep(31_000);
      yield Buffer.from('a');
    }
    await expect(read(parts())).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The upload stopped before the end of the list. Send it again.',
    });
    expect(now()).toBe(30_000);
  });
});
