import { expect, test } from '@playwright/test';
import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';

const { featureId } = loadPlaceCase('place--full-polish').place;
const DOCUMENT = `https://www.google.com/maps/place/?q=place_id:${placeIdOf(featureId)}`;

let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startStandIn();
});
test.afterAll(() => standIn.close());

test('faults hit what they match, as often as configured, until removed', async () => {
  const match = (host: string, path: string) => host === 'www.google.com' && path.startsWith('/maps/place');
  standIn.fault({ match, times: 1, kind: 'status', code: 503, headers: { 'retry-after': '3' } });
  const failed = await askStandIn(standIn, DOCUMENT);
  expect([failed.status, failed.headers['retry-after']]).toEqual([503, '3']);
  expect((await askStandIn(standIn, DOCUMENT)).status).toBe(200);

  const removeBlockPage = standIn.fault({ match, kind: 'block_page' });
  const blocked = await askStandIn(standIn, DOCUMENT);
  const blockPage = await askStandIn(standIn, blocked.headers.location ?? '');
  expect(blockPage.status).toBe(429);
  expect(blockPage.body).toContain('id="captcha-form"');
  expect(blockPage.body).toContain(`<title>${DOCUMENT}</title>`);
  removeBlockPage();
  expect((await askStandIn(standIn, DOCUMENT)).status).toBe(200);

  standIn.fault({ match, times: 1, kind: 'reset' });
  await expect(askStandIn(standIn, DOCUMENT)).rejects.toThrow();
  standIn.fault({ match, times: 1, kind: 'empty_204' });
  expect((await askStandIn(standIn, DOCUMENT)).status).toBe(204);
  standIn.fault({ match, times: 1, kind: 'download' });
  expect((await askStandIn(standIn, DOCUMENT)).headers['content-disposition']).toContain('attachment');
});

test('close ends hanging and dripping answers', async () => {
  const own = await startStandIn();
  own.fault({ match: (_host, path) => path === '/maps/hang', kind: 'hang' });
  own.fault({ match: (_host, path) => path === '/maps/drip', kind: 'drip' });
  const open = ['hang', 'drip'].map((name) => askStandIn(own, `https://www.google.com/maps/${name}`));
  const settled = Promise.allSettled(open);
  await expect.poll(() => own.requests.length).toBe(2);
  await own.close();
  expect((await settled).map((one) => one.status)).toEqual(['rejected', 'rejected']);
});

test('hosts: bare ones redirect, plain search is a script page, unknown ones are 421 and recorded', async () => {
  const bare = await askStandIn(standIn, 'https://maps.google.com/?cid=7');
  expect(bare.headers.location).toBe('https://www.google.com/maps?cid=7');
  const plain = await askStandIn(standIn, 'https://www.google.com/search?q=Tartak&kgmid=/g/1');
  expect(plain.body).toContain('/httpservice/retry/enablejs');
  const unknown = await askStandIn(standIn, 'https://evil.example/x?y=1', {
    headers: { 'user-agent': 'probe' },
  });
  expect(unknown.status).toBe(421);
  expect(standIn.requests.at(-1)).toMatchObject({
    host: 'evil.example',
    path: '/x?y=1',
    method: 'GET',
    userAgent: 'probe',
  });
});
