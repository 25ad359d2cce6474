import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { reviewId } from '../../../fixtures/provider/reviews/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { createCheckList, NoLoadsLeft, ok } from '../../../src/capabilities/doctor/check-report.js';
import { openRunLookups, type Run } from '../../../src/capabilities/doctor/doctor-lookups.js';
import { checkEnvironment } from '../../../src/capabilities/doctor/machine-checks.js';
import { checkPlace } from '../../../src/capabilities/doctor/place-checks.js';
import { checkReviews } from '../../../src/capabilities/doctor/review-checks.js';
import { WELL_KNOWN_PLACES } from '../../../src/core/config/parsers.js';
import { AppError, DEADLINE_EXCEEDED, providerBlocked } from '../../../src/core/errors.js';
import type { FeatureId } from '../../../src/core/identifiers/feature-id.js';
import { parsePlaceId } from '../../../src/core/identifiers/place-id.js';
import { isReviewId, parseReviewUrl } from '../../../src/core/identifiers/review-url.js';
import type { Place } from '../../../src/core/places/place.js';
import { drifted } from '../../../src/core/provider/faults.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type OwnedScope, startScope } from '../../../src/core/runtime/scope.js';
import type { FastPath } from '../../../src/core/traffic/fast-path.js';
import { madeUp } from '../../support/made-up.js';
import { placeWith, readingOf } from '../../support/place-reading.js';
import { readConfig } from '../../support/read-config.js';
import { expect, test } from '../../support/test.js';

const UPSTREAM = { UPSTREAM_PROXY: 'http://proxy.example:3128' };
const OVERRIDE = { EGRESS_OVERRIDE: '127.0.0.1:8443' };

const newScope = (): OwnedScope => startScope('a', createLogger('silent'), null);

const WELL: Pick<Run, 'config' | 'chromium'> = {
  config: readConfig({}),
  chromium: {
    info: () => ({ version: '156.0.1', ageDays: 3 }),
    health: async () => 'ok',
    sandboxed: () => true,
  },
};

async function environmentCodes(chromium: Partial<Run['chromium']>, settings: Record<string, string> = {}) {
  const list = createCheckList(newScope());
  const config = readConfig(settings);
  await checkEnvironment({ ...WELL, list, config, chromium: { ...WELL.chromium, ...chromium } });
  return list.all().map(({ status, finding }) => `${status} ${finding.code}`);
}

test('warns of an old Chromium and a missing sandbox, and fails without Chromium', async () => {
  expect(await environmentCodes({})).toEqual(['ok chromium_version', 'ok sandbox_on', 'ok egress_direct']);
  const old = { info: () => ({ version: '140.0', ageDays: 61 }), sandboxed: () => false };
  expect(await environmentCodes(old, UPSTREAM)).toEqual([
    'warn chromium_old',
    'warn sandbox_off',
    'ok egress_upstream',
  ]);
  expect(await environmentCodes({}, OVERRIDE)).toContain('ok egress_override');
  const gone = { health: async () => 'unavailable' as const };
  expect(await environmentCodes(gone, { CHROMIUM_SANDBOX: 'off' })).toContain('fail chromium_unavailable');
});

test('a failed check becomes a finding; after a block page the other checks are skipped', async () => {
  const scope = newScope();
  const list = createCheckList(scope);
  await list.check('search', null, () => Promise.reject(drifted('search_answer', 'slot 64')));
  await list.check('cid', null, () => Promise.reject(new NoLoadsLeft('none')));
  await list.check('place_fields', null, () => Promise.reject(new Error('a bug')), 'fail');
  await list.check('fast_path', null, () => Promise.reject(providerBlocked({ retryAfterSeconds: 40 })));
  let wasTried = false;
  await list.check('reviews_batches', null, () => {
    wasTried = true;
    return ok({ code: 'view_full' });
  });
  expect(wasTried).toBe(false);
  expect(list.blocked()).toEqual({ seconds: 40 });
  expect(list.all().map(({ status, finding }) => [status, finding])).toEqual([
    ['warn', { code: 'failed', error: 'provider_unavailable', drift: 'search_answer' }],
    ['skipped', { code: 'skipped_no_loads_left' }],
    ['fail', { code: 'failed', error: 'unexpected', drift: null }],
    ['skipped', { code: 'skipped_blocked' }],
    ['skipped', { code: 'skipped_blocked' }],
  ]);
});

test('skips checks that have not begun when the run reaches its time limit', async () => {
  const scope = newScope();
  const list = createCheckList(scope);
  scope.abort(new AppError(DEADLINE_EXCEEDED, madeUp('over')));
  await list.check('search', null, () => ok({ code: 'search_found' }));
  expect(list.all()[0]).toMatchObject({ status: 'skipped', finding: { code: 'skipped_no_time_left' } });
});

test('a run makes at most its maximum number of loads', async () => {
  const scope = newScope();
  const parts = {
    log: createLogger('silent'),
    fastPathWith: () => ({ read: async () => null }),
    lookupsWith: ({ fastPath }: { fastPath: FastPath }) => ({
      fast: { read: () => fastPath.read('place', scope, async () => 'undecided') },
    }),
  } as unknown as Run['parts'];
  const { lookups, met } = openRunLookups(parts, 2);
  const page = { kind: 'place', url: '', cid: null } as const;
  await lookups.fast.read(page, scope);
  await lookups.fast.read(page, scope);
  await expect(lookups.fast.read(page, scope)).rejects.toThrow(NoLoadsLeft);
  expect(met.loads).toBe(2);
});

test('a load that is made once more after its page was lost is counted, and takes no load from the next check', async () => {
  let isLost = true;
  const tab = {
    load: async (_: unknown, open: () => Promise<string>) => {
      if (isLost) await open();
      isLost = false;
      return open();
    },
  };
  const parts = {
    log: createLogger('silent'),
    fastPathWith: () => ({ read: async () => null }),
    loads: { take: async () => tab },
    lookupsWith: ({ loads }: { loads: unknown }) => ({ loads }),
  } as unknown as Run['parts'];
  const { lookups, met } = openRunLookups(parts, 2);
  const opened = await lookups.loads.take(newScope());
  await opened.load(newScope(), async () => 'opened');
  await opened.load(newScope(), async () => 'opened');
  expect(met.loads).toBe(3);
  await expect(opened.load(newScope(), async () => 'opened')).rejects.toThrow(NoLoadsLeft);
});

const PLACE = placeWith({
  name: 'A',
  address: 'B',
  category: 'C',
  rating: 4.5,
  reviewCount: 10,
  stars: [1, 1, 1, 1, 6],
});

/** What a run finds of a place whose rendered page and data give these facts. */
async function placeFindings(rendered: Partial<Place>, fetched: Partial<Place> = rendered) {
  const scope = newScope();
  const list = createCheckList(scope);
  const lookups = {
    rendered: { read: async () => readingOf({ ...PLACE, ...rendered }) },
    fast: { read: async () => readingOf({ ...PLACE, ...fetched }) },
  };
  const page = { kind: 'place', url: '', cid: null } as const;
  await checkPlace({ list, scope, lookups } as unknown as Run, { subject: 'x', page, featureId: null });
  return Object.fromEntries(list.all().map(({ id, finding }) => [id, finding]));
}

test('names the fields that a place lacks', async () => {
  const fieldsOf = async (rendered: Partial<Place>) => (await placeFindings(rendered)).place_fields;
  expect(await fieldsOf({})).toEqual({ code: 'fields_all', found: 11, all: 11 });
  expect(await fieldsOf({ address: null })).toMatchObject({ code: 'fields_missing', missing: ['address'] });
  expect(await fieldsOf({ stars: null })).toMatchObject({ found: 6, missing: { length: 5 } });
});

test('two readings are compared only in fields that both have', async () => {
  const comparedWith = async (fetched: Partial<Place>) => (await placeFindings({}, fetched)).fast_path;
  expect(await comparedWith({})).toEqual({ code: 'fast_path_equal' });
  const differing = (...fields: string[]) => ({ code: 'fast_path_differs', differing: fields });
  expect(await comparedWith({ reviewCount: null, rating: 4.6 })).toEqual(differing('rating'));
  expect(await comparedWith({ featureId: '0x1:0x3' })).toEqual(differing('cid'));
});

test('a made-up review has another id than the real review, of the same shape', async () => {
  const { place } = loadReviewsCase('reviews--seven');
  const reviews = reviewList(place, reviewsPlan.parse({ seed: 'doctor', count: 3 }));
  const real = reviewId(reviews.reviews[0]?.inner ?? '');
  const scope = newScope();
  /** The links that a run asks for: of a review of the list, whose link `change` changes, and of a made-up one. */
  const askedWith = async (change = (link: string) => link) => {
    const asked: string[] = [];
    const tab = {
      load: async () => ({ reviewsTab: 0 }),
      ...{ page: () => undefined, retire: () => undefined, [Symbol.dispose]: () => undefined },
      during: async (reading: Promise<unknown>) => {
        await reading.catch(() => undefined);
        const records = JSON.parse(
          JSON.stringify(reviews.reviews.map((review) => reviews.record(review))),
          (_, value) => (typeof value === 'string' && value.startsWith('https:') ? change(value) : value),
        );
        return { batches: [{ records }], end: null };
      },
    };
    const take = (link: string) => void asked.push(link);
    const lookups = {
      loads: { take: async () => tab },
      reader: { load: async ({ url }: { url: string }) => ({ kind: take(url) }) },
      inspector: { visibility: async (link: string) => ({ reason: take(link) }) },
    };
    const urls = { place: () => '', review: (url: string) => url };
    const run = { list: createCheckList(scope), scope, lookups, parts: { urls, settleMs: 0 } };
    await checkReviews(
      readingOf({ featureId: place.featureId as FeatureId }),
      run as unknown as Parameters<typeof checkReviews>[1],
    );
    return asked;
  };
  const [link = '', madeUp = ''] = await askedWith();
  expect(link).toContain(real);
  const { reviewId: id } = parseReviewUrl(new URL(madeUp)) ?? {};
  expect(id).not.toBe(real);
  expect(id).toHaveLength(real.length);
  expect(isReviewId(id ?? '')).toBe(true);
  expect(madeUp).toBe(link.replaceAll(real, id ?? ''));
  // The id stands in the link in another form, so it cannot be replaced.
  const encoded = real.replace('C', '%43');
  expect(await askedWith((one) => one.replaceAll(real, encoded))).toEqual([link.replaceAll(real, encoded)]);
});

test('the well-known places are Place IDs that name a feature', () => {
  expect(WELL_KNOWN_PLACES.length).toBe(3);
  for (const place of WELL_KNOWN_PLACES) expect(parsePlaceId(place)?.featureId).toBeTruthy();
});
