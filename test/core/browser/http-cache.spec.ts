import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright';
import { keepFresh } from '../../../src/core/browser/http-cache.js';
import { expect, test } from '../../support/test.js';

const DATE = 'Sat, 21 Nov 2026 12:00:00 GMT';
const LATER = 'Sat, 21 Nov 2026 13:00:00 GMT';

const CASES: readonly (readonly [headers: Record<string, string>, status: number, mayBeReused: boolean])[] = [
  [{}, 200, false],
  [{ 'cache-control': 'no-store, max-age=600' }, 200, false],
  [{ 'Cache-Control': 'private, max-age=0', expires: LATER, date: DATE }, 200, false],
  [{ 'cache-control': 'no-cache', 'last-modified': DATE }, 200, false],
  [{ pragma: 'no-cache', expires: LATER, date: DATE }, 200, false],
  [{ 'cache-control': 's-maxage=600' }, 200, false],
  [{ expires: '-1', date: DATE }, 200, false],
  [{ expires: DATE, date: DATE }, 200, false],
  [{}, 302, false],
  [{ 'cache-control': 'no-cache' }, 301, false],
  [{ 'cache-control': 'public, max-age=31536000' }, 200, true],
  [{ 'Cache-Control': 'MAX-AGE=1' }, 200, true],
  [{ 'cache-control': 'max-age=0, stale-while-revalidate=60' }, 200, true],
  [{ expires: LATER, date: DATE }, 200, true],
  [{ expires: LATER }, 200, true],
  [{ 'last-modified': DATE }, 200, true],
  [{}, 301, true],
  [{}, 308, true],
];

/** Whether later requests ask the server anew after a document with this answer. */
function isAskedAnew(status: number, headers: Record<string, string>): boolean {
  const sent: string[] = [];
  const session = Object.assign(new EventEmitter(), { send: async (method: string) => sent.push(method) });
  keepFresh(session as unknown as CDPSession);
  session.emit('Network.responseReceived', { type: 'Document', response: { status, headers } });
  return sent.includes('Fetch.enable');
}

test('tells which answers Chromium may reuse without asking', () => {
  for (const [headers, status, expected] of CASES)
    expect(isAskedAnew(status, headers), `${status} ${JSON.stringify(headers)}`).toBe(expected);
});
