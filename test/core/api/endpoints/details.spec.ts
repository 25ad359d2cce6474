import { createLocalTime } from '../../../../src/core/api/local-time.js';
import { presentDetails } from '../../../../src/core/api/presenters/present-place.js';
import type { FoundDetails } from '../../../../src/core/places/find-place.js';
import { READY_SERVICES, startHttp } from '../../../support/http-only.js';
import { readingOf } from '../../../support/place-reading.js';
import { expect, test } from '../../../support/test.js';

// The text of an answer of /api/details, which is kept beside the reading.

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const LOCAL_TIME = createLocalTime('Europe/Warsaw');

/** Every call shows the place with the next of these readings, as from a cache of this age. */
function finderOf(found: readonly FoundDetails[]) {
  let calls = 0;
  return {
    ...READY_SERVICES.finder,
    detailsOf: async () => {
      const one = found[calls % found.length];
      calls += 1;
      if (one === undefined) throw new Error('no reading');
      return one;
    },
  };
}

const of = (name: string, ageSeconds: number | null): FoundDetails => ({
  ...{ placeId: PLACE_ID, featureId: FEATURE_ID, source: 'place_id', candidates: [] },
  cache: { outcome: ageSeconds === null ? 'miss' : 'hit', ageSeconds: ageSeconds ?? 0 },
  reading: {
    ...readingOf({ featureId: FEATURE_ID, name, rating: 4.6 }),
    notices: [
      { ...{ kind: 'reviews_suspicious', text: '„Fałsz”', min: null, max: null }, seenAt: 1_789_000_000_000 },
    ],
  },
});
const again = (found: FoundDetails, ageSeconds: number): FoundDetails => ({
  ...found,
  cache: { outcome: 'hit', ageSeconds },
});

const FIRST = of('Żurkownia <b>"U Łucji"</b> \u2028🎉', null);
const NEWER = of('Żurkownia', null);
const SHOWN = [FIRST, again(FIRST, 7), again(FIRST, 8), NEWER, again(NEWER, 1), again(FIRST, 9)];

test('an answer from the cache is the text of the first answer, and each reading has a text of its own', async () => {
  await using http = await startHttp({ finder: finderOf(SHOWN) });
  for (const found of SHOWN) {
    const { status, headers, text } = await http.ask(`/api/details?placeid=${PLACE_ID}`);
    expect(status).toBe(200);
    const data = presentDetails(found, LOCAL_TIME);
    expect(text).toBe(JSON.stringify({ status: 'success', data }));
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json; charset=utf-8', age: String(found.cache.ageSeconds) },
      ...{ 'x-cache': found.cache.outcome, 'content-length': String(Buffer.byteLength(text)) },
    });
  }
  const head = await http.ask(`/api/details?placeid=${PLACE_ID}`, { method: 'HEAD' });
  const whole = await http.ask(`/api/details?placeid=${PLACE_ID}`);
  expect(head.text).toBe('');
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  expect(head.headers['content-type']).toBe(whole.headers['content-type']);
});
