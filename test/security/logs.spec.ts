import { request } from 'node:http';
import { expect } from '@playwright/test';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { startService, test } from '../support/service.js';

// Queries and keys are logged at no level.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CID = '4565666864068316694';
const OWN = createApiKey('shop');
const STRANGERS = createApiKey('shop');
const WORD = 'Sekretna';
const ENCODED = encodeURIComponent(`Piekarnia ${WORD}`);
/** Names whose punctuation may end a URL in a message too early. */
const PUNCTUATED = [`Gabinet (Krakow) dr ${WORD}`, `„Pod Różą” <"${WORD}'>`];

test('the log holds no key and no query, not even at trace', async ({ standIn }) => {
  const lines: string[] = [];
  const env = { LOG_LEVEL: 'trace', API_KEYS: OWN.entry };
  const service = await startService(standIn, env, { write: (line) => lines.push(line) });
  try {
    const key = { 'X-API-Key': OWN.key };
    const statuses: number[] = [];
    const get = async (path: string, headers: Record<string, string> = key) => {
      statuses.push((await service.get(path, headers)).status);
    };
    const post = async (path: string, body: unknown) => {
      statuses.push((await service.post(path, body, { ...key, Accept: 'application/json' })).status);
    };

    await get(`/api/info?key=${OWN.key}`, {});
    await get(`/api/info?key=${OWN.key}`);
    await get('/api/info', { Authorization: `Bearer ${STRANGERS.key}` });
    await get('/api/info', {
      Authorization: `Basic ${WORD}`,
      Cookie: `a=${WORD}`,
      Referer: `http://x/${WORD}`,
    });
    expect(statuses.splice(0)).toEqual([401, 400, 401, 401]);

    await get(`/api/search?query=${ENCODED}`);
    await get(`/api/details?placeid=${PLACE_ID}`);
    await get(`/api/place-reviews?placeid=${PLACE_ID}&max_pages=1`);
    expect(statuses.splice(0)).toEqual([404, 200, 200]);

    // Refusals whose message to the client quotes the request.
    await get(`/api/${WORD}`);
    await get(`/${WORD}?query=${OWN.key}`);
    await get(`/api/info?${WORD}=${OWN.key}`);
    await get(`/api/search?query=${WORD}://x`);
    await get(`/api/search?query=https://${WORD}.example/maps`);
    await get(`/api/review-details?url=${WORD}`);
    await get(`/api/review-visibility?url=https://${WORD}.example/`);
    await post('/api/convert', { [WORD]: 1 });
    await post('/api/convert', `{"cid": "${WORD}"`);
    await post('/api/convert', { cid: WORD });
    await post('/api/review-visibility', { urls: [`https://${WORD}.example/`] });
    expect(statuses.splice(0)).toEqual([404, 404, 400, 400, 400, 400, 400, 400, 400, 400, 200]);

    // Failures that are logged with their cause, which may quote addresses.
    standIn.fault({ kind: 'reset', match: () => true });
    for (const query of PUNCTUATED)
      await Promise.all([
        get(`/api/search?query=${encodeURIComponent(query)}`),
        get(`/api/all?url=${encodeURIComponent(`https://www.google.com/maps/search/${query}/`)}`),
      ]);
    expect(statuses.splice(0).filter((status) => status === 503).length).toBeGreaterThan(PUNCTUATED.length);
    await get(`/api/search?query=${ENCODED}`);
    await get(`/api/details?placeid=${PLACE_ID}`);
    await post('/api/convert', { cid: CID });
    await get(`/api/all?url=https://maps.app.goo.gl/${WORD}`);
    await post('/api/review-visibility', { urls: [`https://maps.app.goo.gl/${WORD}`] });
    expect(statuses.splice(0)).toEqual([503, 503, 503, 503, 200]);

    await malformed(service.url, `GET /api/search?query=${WORD} HTTP/1.1\r\nBro ken: ${OWN.key}\r\n\r\n`);
  } finally {
    await service.close();
  }

  const log = lines.join('');
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThanOrEqual(21);
  expect(requests.filter(({ route }) => route === '/api/search').length).toBe(4 + PUNCTUATED.length);
  expect(log).toContain('"code":"unauthorized"');
  expect(log).toContain('"err"');
  for (const secret of [OWN.key, STRANGERS.key, OWN.entry.slice(5), 'plk_', PLACE_ID, CID]) {
    expect(log).not.toContain(secret);
  }
  expect(log.toLowerCase()).not.toContain(WORD.toLowerCase());
});

function malformed(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const sent = request({ hostname, port, agent: false });
    sent.once('socket', (socket) => {
      socket.once('connect', () => socket.end(text));
      socket.once('close', () => resolve());
    });
    sent.once('error', () => undefined);
  });
}
