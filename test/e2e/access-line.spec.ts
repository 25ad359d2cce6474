import { expect } from '@playwright/test';
import { pathOf } from '../../fixtures/provider/cases.js';
import { type Service, test } from '../support/service.js';

// What the access line says of the way an answer was read.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const VISIBLE = 'https://maps.app.goo.gl/RevVisible';
const REMOVED = 'https://maps.app.goo.gl/RevRemoved';
const details = ({ get }: Service) => get(`/api/details?placeid=${PLACE_ID}`);
const withoutData = ({ get }: Service) => get(pathOf('place--panel-only'));
const convert = ({ post }: Service) => post('/api/convert', { place_id: PLACE_ID });
const bulk =
  (...urls: string[]) =>
  ({ post }: Service) =>
    post('/api/review-visibility', { urls }, { Accept: 'application/json' });

test('the access line says whether plain requests or rendered pages gave the answer', async ({ start }) => {
  const paths: unknown[] = [];
  const write = (line: string) => {
    const { msg, lookupPath } = JSON.parse(line);
    if (msg === 'request') paths.push(lookupPath);
  };
  const env = { LOG_LEVEL: 'info', BROWSER_CONTEXTS: '1', DETAILS_CACHE_SECONDS: '300' };
  const service = await start(env, { write }, { usesFastPath: true });
  for (const [what, request, path] of [
    ['plain requests', details, 'fast'],
    ['the cache', details, null],
    ['arithmetic', convert, null],
    ['plain requests, in bulk', bulk(VISIBLE), 'fast'],
    ['rendered pages', withoutData, 'rendered'],
    ['both ways', bulk(VISIBLE, REMOVED), 'mixed'],
  ] as const) {
    const before = paths.length;
    expect(await request(service), what).toMatchObject({ status: 200 });
    // Written when the answer has been sent.
    await expect.poll(() => paths.length).toBe(before + 1);
    expect(paths.at(-1), what).toBe(path);
  }
});
