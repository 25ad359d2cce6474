import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { readBody } from '../../../src/capabilities/jobs/read-body.js';
import type { AppContext } from '../../../src/core/api/state.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { expect, test } from '../../support/test.js';

test('an upload that does not say its length is refused above 64 MiB', async () => {
  const part = Buffer.alloc(1_048_576, 'x');
  async function* parts() {
    for (let count = 0; count < 64; count += 1) yield part;
    yield Buffer.from('x');
  }
  const scope = startScope('upload', createLogger('silent'), null);
  const ctx = {
    get: () => '',
    res: new EventEmitter(),
    req: Readable.from(parts()),
    state: { scope },
  } as unknown as AppContext;
  let size = 0;
  const read = async () => {
    for await (const some of readBody(ctx, createHash('sha256'))) size += some.length;
  };
  await expect(read()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('64 MiB'),
  });
  expect(size).toBe(64 * 1_048_576);
});
