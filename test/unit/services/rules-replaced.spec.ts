import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createLogger } from '../../../src/logger.js';
import { createMetrics } from '../../../src/metrics.js';
import type { AnswerShape } from '../../../src/provider/extractors/review-evidence.js';
import type { ReviewPageReading } from '../../../src/provider/pages/review-page.js';
import { currentRules, useRules } from '../../../src/provider/rules/current.js';
import { mergeRules } from '../../../src/provider/rules/merge-rules.js';
import { loadReloadableRules } from '../../../src/provider/rules/reloadable-rules.js';
import { createProviderUrls } from '../../../src/provider/urls.js';
import { startScope } from '../../../src/scope.js';
import { createReviewInspector } from '../../../src/services/inspect-review.js';
import { createNegativeAnswers } from '../../../src/services/negative-answers.js';
import type { PageLoads } from '../../../src/services/page-loads.js';
import { createControlReader } from '../../../src/services/read-control.js';
import type { ReviewReader } from '../../../src/services/review-reader.js';
import { createSingleFlight } from '../../../src/services/single-flight.js';
import { withOperatorRules } from '../../support/operator-rules.js';

const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const LINK = { url: 'https://www.google.com/maps/reviews/x', reviewId: 'x', authorId: null, featureId: null };
const log = createLogger('silent');
const urls = createProviderUrls({ language: 'pl', region: 'pl' });
const unused = () => Promise.reject(new Error('is not used here'));
const loads: PageLoads = { withTab: unused, hasRoomForTwo: () => false };
const absent = (): ReviewPageReading => ({
  kind: 'absent',
  evidence: { reason: 'no_rating_section', shape: SHAPE, saysGone: true, rules: currentRules() },
});
const replace = () => useRules(mergeRules({ frameIds: { reviews: [`moved${Math.random()}`.slice(0, 12)] } }));

test('pages read with the rules before are no evidence beside a control seen with the new ones', async () => {
  await withOperatorRules({}, async () => {
    const ensured: string[] = [];
    const reader: ReviewReader = {
      load: async () => absent(),
      fetch: async () => ({ kind: 'undecided', hint: null }),
    };
    const inspector = createReviewInspector({
      reader,
      loads,
      controls: {
        state: () => 'ok',
        ensure: async () => {
          ensured.push('control');
          if (ensured.length === 1) replace();
          return SHAPE;
        },
        seen: () => undefined,
        remember: () => undefined,
      },
      resolve: async () => LINK,
      urls,
      flights: createSingleFlight(60_000),
      metrics: createMetrics(),
      note: () => undefined,
      negatives: createNegativeAnswers({ drifting: () => [] }),
    });
    const look = () => inspector.visibility(LINK.url, startScope('test', log, 60_000));
    await expect(look()).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringContaining('replaced'),
    });
    expect((await look()).reason).toBe('no_rating_section');
  });
});

test('a control that was being read while the rules were replaced is read again', async () => {
  await withOperatorRules({}, async () => {
    let reads = 0;
    const reader: ReviewReader = {
      load: async () => {
        reads += 1;
        if (reads === 1) replace();
        return absent();
      },
      fetch: unused,
    };
    const controls = createControlReader({ reader, loads, resolve: async () => LINK, urls });
    await controls.load({ link: LINK.url, reviewId: 'x', cid: null }, startScope('test', log, 60_000));
    expect(reads).toBe(2);
  });
});

test('a reload of the same rules replaces nothing: what was proven with them stays', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'place-lookup-')), 'rules.json');
  await writeFile(file, '{"frameIds":{"reviews":["moved1"]}}');
  let replaced = 0;
  const rules = await loadReloadableRules(file, log, () => {
    replaced += 1;
  });
  const before = currentRules();
  await rules.reload?.();
  expect([replaced, currentRules() === before]).toEqual([0, true]);
  await writeFile(file, '{"frameIds":{"reviews":["moved2"]}}');
  await rules.reload?.();
  expect([replaced, currentRules() === before]).toEqual([1, false]);
  rules.close();
});

test('reviews that are gone end a drift of their own form, and links that are odd begin none', async () => {
  const noted: unknown[] = [];
  let shape = SHAPE;
  const reader: ReviewReader = {
    load: async () => ({
      kind: 'absent',
      evidence: { reason: 'no_rating_section', shape, saysGone: false, rules: currentRules() },
    }),
    fetch: async () => ({ kind: 'undecided', hint: null }),
  };
  const inspector = createReviewInspector({
    reader,
    loads,
    controls: {
      state: () => 'ok',
      ensure: async () => SHAPE,
      seen: () => undefined,
      remember: () => undefined,
    },
    resolve: async () => LINK,
    urls,
    flights: createSingleFlight(60_000),
    metrics: createMetrics(),
    note: (source, fields) => noted.push([source, fields]),
    negatives: createNegativeAnswers({ drifting: () => [] }),
  });
  const look = () => inspector.visibility(LINK.url, startScope('test', log, 60_000));
  await look();
  // An id that the document repeats elsewhere than that of the control: the client chooses it.
  shape = { ...SHAPE, documentEchoes: ['3.1'] };
  await expect(look()).rejects.toMatchObject({ code: 'provider_unavailable' });
  shape = { ...SHAPE, slots: 9 };
  await expect(look()).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(noted).toEqual([
    ['form', { review_answer: true }],
    ['form', { review_answer: false }],
  ]);
});
