import { deflateRawSync } from 'node:zlib';
import { packResult, unpackResult } from '../../../src/jobs/packed-result.js';
import { expect, test } from '../../support/test.js';

// Results as they are stored.

const DAMAGED = { error: { code: 'internal_error', message: expect.stringContaining('damaged') } };
const packed = (text: string) => Buffer.concat([Buffer.from('z'), deflateRawSync(text)]);

test('a result is read as it was stored, short or long', async () => {
  for (const data of [{ a: 1 }, { text: 'żółć '.repeat(10_000) }]) {
    expect(await unpackResult(await packResult(data))).toEqual(data);
  }
  expect((await packResult({ text: 'żółć '.repeat(10_000) })).length).toBeLessThan(1_000);
});

test('a damaged result is read as an error', async () => {
  for (const stored of ['', '{', 'x', 'null', '[]', '7', '"a"', 'z', 'z!', packed('{'), packed('[1]')])
    expect(await unpackResult(Buffer.from(stored)), String(stored)).toEqual(DAMAGED);
});

test('a result of more than 32 MiB is neither inflated nor stored', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(33 * 1_048_576) });
  const before = process.memoryUsage();
  expect(await unpackResult(packed(text))).toEqual(DAMAGED);
  expect(await unpackResult(Buffer.from(text))).toEqual(DAMAGED);
  expect(process.memoryUsage().heapTotal - before.heapTotal).toBeLessThan(100_000_000);
  await expect(packResult(JSON.parse(text))).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('max_pages'),
  });
});
