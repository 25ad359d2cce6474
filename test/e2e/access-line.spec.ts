import { expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Service, startService, test } from '../support/service.js';

// What the access line says of the way an answer was read.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const VISIBLE = 'https://maps.app.goo.gl/RevVisible';
const REMOVED = 'https://maps.app.goo.gl/RevRemoved';
const CACHE = { DETAILS_CACHE_SECONDS: '300' };

const details = ({ get }: Service) => get(`/api/details?placeid=${PLACE_ID}`);
const convert = ({ post }: Service) => post('/api/convert', { place_id: PLACE_ID });
const bulk =
  (...urls: string[]) =>
  ({ post }: Service) =>
    post('/api/review-visibility', { urls }, { Accept: 'application/json' });

/** The `lane` of the last of some requests, which are made one after another. */
async function laneOf(
  standIn: StandIn,
  env: Record<string, string>,
  requests: readonly ((service: Service) => Promise<unknown>)[],
): Promise<unknown> {
  const lines: { msg: string; lane: unknown }[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const service = await startService(standIn, { LIGHT_LANE: 'auto', LOG_LEVEL: 'info', ...env }, logTo);
  const accessLines = () => lines.filter(({ msg }) => msg === 'request');
  try {
    for (const request of requests) expect(await request(service)).toMatchObject({ status: 200 });
    // Written when the answer has been sent.
    await expect.poll(() => accessLines().length).toBe(requests.length);
    return accessLines().at(-1)?.lane;
  } finally {
    await service.close();
  }
}

for (const [title, env, requests, lane] of [
  ['by plain requests', {}, [details], 'light'],
  ['off a rendered page', { LIGHT_LANE: 'off' }, [details], 'rendered'],
  ['off the cache', CACHE, [details, details], null],
  ['by arithmetic', {}, [convert], null],
  ['by plain requests, in bulk', {}, [bulk(VISIBLE)], 'light'],
  ['off rendered pages, in bulk', {}, [bulk(REMOVED)], 'rendered'],
  ['both ways, in bulk, the rendered one last', { BROWSER_CONTEXTS: '1' }, [bulk(VISIBLE, REMOVED)], 'mixed'],
  [
    'both ways, in bulk, the rendered one first',
    { BROWSER_CONTEXTS: '1' },
    [bulk(REMOVED, VISIBLE)],
    'mixed',
  ],
] as const) {
  test(`read ${title}: "lane" says ${lane}`, async ({ standIn }) => {
    expect(await laneOf(standIn, env, requests)).toBe(lane);
  });
}
