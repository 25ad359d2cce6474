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

interface Watched {
  readonly service: Service;
  /** The `lane` of each access line. */
  readonly lanes: readonly unknown[];
}

/** One service for each configuration, by its text. */
const started = new Map<string, Promise<Watched>>();
test.afterAll(async () => {
  for (const one of started.values()) await (await one).service.close();
});

async function startWatched(standIn: StandIn, env: Record<string, string>): Promise<Watched> {
  const lanes: unknown[] = [];
  const write = (line: string) => {
    const { msg, lane } = JSON.parse(line);
    if (msg === 'request') lanes.push(lane);
  };
  const options = { LIGHT_LANE: 'auto', LOG_LEVEL: 'info', BROWSER_CONTEXTS: '1', ...env };
  return { service: await startService(standIn, options, { write }), lanes };
}

/** The `lane` of the last of some requests, which are made one after another. */
async function laneOf(
  standIn: StandIn,
  env: Record<string, string>,
  requests: readonly ((service: Service) => Promise<unknown>)[],
): Promise<unknown> {
  const key = JSON.stringify(env);
  const watched = started.get(key) ?? startWatched(standIn, env);
  started.set(key, watched);
  const { service, lanes } = await watched;
  const before = lanes.length;
  for (const request of requests) expect(await request(service)).toMatchObject({ status: 200 });
  // Written when the answer has been sent.
  await expect.poll(() => lanes.length).toBe(before + requests.length);
  return lanes.at(-1);
}

for (const [title, env, requests, lane] of [
  ['by plain requests', {}, [details], 'light'],
  ['off a rendered page', { LIGHT_LANE: 'off' }, [details], 'rendered'],
  ['off the cache', CACHE, [details, details], null],
  ['by arithmetic', {}, [convert], null],
  ['by plain requests, in bulk', {}, [bulk(VISIBLE)], 'light'],
  ['off rendered pages, in bulk', {}, [bulk(REMOVED)], 'rendered'],
  ['both ways, in bulk, the rendered one last', {}, [bulk(VISIBLE, REMOVED)], 'mixed'],
  ['both ways, in bulk, the rendered one first', {}, [bulk(REMOVED, VISIBLE)], 'mixed'],
] as const) {
  test(`read ${title}: "lane" says ${lane}`, async ({ standIn }) => {
    expect(await laneOf(standIn, env, requests)).toBe(lane);
  });
}
