import assert from 'node:assert/strict';
import fc from 'fast-check';
import { z } from 'zod';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeLinks } from '../../fixtures/provider/maps-host.js';
import { placeDocument } from '../../fixtures/provider/place-document.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { createLocalTime } from '../../src/core/api/local-time.js';
import { presentDetails } from '../../src/core/api/presenters/present-place.js';
import { cidOfFeature } from '../../src/core/identifiers/cid.js';
import { placeIdOfFeature } from '../../src/core/identifiers/place-id.js';
import { extractPlace } from '../../src/core/places/extractors/extract-place.js';
import { readPanel } from '../../src/core/places/extractors/panel.js';
import type { RawPanel, RawPlacePage } from '../../src/core/provider/raw-state.js';
import { RULES } from '../../src/core/provider/rules/built-in.js';
import { readEmbeddedState } from '../../src/core/provider/wire/embedded-state.js';
import { type DataAnswer, dataAnswer } from '../../src/core/provider/wire/envelope.js';
import { notice } from '../../src/core/published/notices.js';
import { placeDetails } from '../../src/core/published/place-answer.js';
import type { Json } from '../support/damage.js';
import { EMPTY_PANEL, EMPTY_STATE } from '../support/page-states.js';
import { test } from '../support/test.js';
import { jsonWound, slim, subjectOf, woundedJson } from './json-wounds.js';
import { properties } from './plan.js';
import { anyText, textWound, wounded } from './text-wounds.js';
import { assertCount, assertNumbers, assertPlace, assertText } from './wire-invariants.js';

const { fuzz, all } = properties();

const [JSON_GUARD = ''] = RULES.marks.jsonGuard;

// Pages as shown and as sent: every number is the page's own, or unknown.

const textWounds = fc.array(textWound, { maxLength: 2 });
const amount = fc.oneof(
  fc.nat(1200),
  fc.nat(50_000_000),
  fc.constantFrom(0, 1, 999, 1000, 999_999, 1_000_000),
);
const SEPARATORS = ['\u00a0', '\u202f', ' ', '.', ',', '’', "'", ''] as const;
const grouped = (value: number, separator: string) =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, () => separator);

/** The words a label is made of hold no digits; a number with its separators is the number. */
const label = fc.record({
  value: amount,
  separator: fc.constantFrom(...SEPARATORS),
  before: fc.constantFrom('', '(', 'Opinie: ', ' ', '\u200e'),
  after: fc.constantFrom('', ' opinii', ' opinia', '\u00a0opinii', ')', ' reviews', ' ★'),
});
const panelWith = (changes: Partial<RawPanel>): RawPanel => ({ ...EMPTY_PANEL, name: 'Bar', ...changes });

fuzz(
  'pages: labels',
  1200,
  ['read', 'unknown'],
  fc.record({ label, wounds: textWounds, stars: fc.array(amount, { minLength: 5, maxLength: 5 }) }),
  ({ label: { value, separator, before, after }, wounds, stars }) => {
    const text = before + grouped(value, separator) + after;
    assert.equal(readPanel(panelWith({ reviewCountLabel: text })).reviewCount, value, JSON.stringify(text));
    const labels = stars.map((count, index) => `${5 - index} gwiazdek, ${grouped(count, separator)}${after}`);
    assert.deepEqual(readPanel(panelWith({ histogramLabels: labels })).stars, stars.toReversed());
    // Spoiled it may be another number, as the page then says another; never one that is no count.
    const facts = readPanel(
      panelWith({
        reviewCountLabel: wounded(text, wounds),
        histogramLabels: labels.map((one, index) => (index === value % 5 ? wounded(one, wounds) : one)),
        rating: wounded('4,6', wounds),
      }),
    );
    assertNumbers(facts.rating, facts.reviewCount, facts.stars);
    return facts.reviewCount === null ? 'unknown' : 'read';
  },
);

const words = fc.option(fc.oneof(anyText, fc.constantFrom('Adres: ul. Długa 1', 'Restauracja', ': ', 'a: ')));
const rating = fc.oneof(
  words,
  fc.constantFrom('4,6', '4.6', '5', '5,1', '0,9', '1,0', '4,66', '-4', '４,６', ' 4 '),
);
const count = fc.oneof(
  words,
  fc.constantFrom('8 713 opinii', '1,2 tys. opinii', '12 mln', '4,6 (8713)', '1 234,5', '1 2 3', '٣', '-5'),
  fc.nat(400).map((length) => '7'.repeat(length)),
);
const panel: fc.Arbitrary<RawPanel> = fc.record({
  name: anyText,
  category: words,
  addressLabel: words,
  rating,
  reviewCountLabel: count,
  histogramLabels: fc.array(
    fc.tuple(fc.nat(6), count).map(([stars, text]) => `${stars} gwiazdek, ${text}`),
    { maxLength: 6 },
  ),
  saysNoReviews: fc.boolean(),
  reviewsTab: fc.integer({ min: -1, max: 4 }),
});

fuzz('pages: panels', 1200, ['counted', 'unknown'], panel, (raw) => {
  const facts = readPanel(raw);
  for (const text of [facts.name, facts.address, facts.category]) if (text !== null) assertText(text);
  assertNumbers(facts.rating, facts.reviewCount, facts.stars);
  if (raw.saysNoReviews) assert.equal(facts.reviewCount, 0);
  if (/tys|mln/.test(raw.reviewCountLabel ?? '') && !raw.saysNoReviews) assert.equal(facts.reviewCount, null);
  return facts.reviewCount === null ? 'unknown' : 'counted';
});

const subjects = ['full-polish', 'no-reviews', 'stale-id', 'inline-payload'].map((id) => {
  const one = loadPlaceCase(`place--${id}`);
  const state = placeDocument(one);
  const payload = JSON.parse(placePayload(one).slice(JSON_GUARD.length)) as Json;
  return {
    featureId: one.place.featureId,
    url: placeLinks(one).long,
    html: state,
    payload: subjectOf(slim(payload), [[6], [6, 4], [6, 175, 3]]),
  };
});
const wholePage = fc.record({
  subject: fc.nat(subjects.length - 1),
  /** What the tab shows may be another place's page. */
  shown: fc.nat(subjects.length - 1),
  inside: fc.array(jsonWound, { maxLength: 4 }),
  address: textWounds,
  document: fc.option(fc.array(textWound, { maxLength: 1 })),
  payloads: fc.nat(2),
  panel: fc.option(panel),
  notices: fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 12 }),
  expected: fc.boolean(),
});

fuzz('pages: places', 600, ['place', 'none'], wholePage, (input) => {
  const one = subjects[input.subject];
  const shown = subjects[input.shown];
  assert.ok(one !== undefined && shown !== undefined);
  const page: RawPlacePage = {
    readAt: 0,
    url: wounded(shown.url, input.address),
    embedded: input.document === null ? null : readEmbeddedState(wounded(shown.html, input.document)),
    payloads: Array<DataAnswer>(input.payloads).fill(
      dataAnswer(JSON_GUARD + woundedJson(one.payload, input.inside)),
    ),
    state:
      input.panel === null
        ? null
        : {
            ...EMPTY_STATE,
            panel: input.panel,
            notices: input.notices,
          },
  };
  const reading = extractPlace(page, input.expected ? one.featureId : null);
  if (reading === null) return 'none';
  const { place, missing, degraded } = reading;
  assertPlace(place);
  if (input.expected) assert.equal(place.featureId, one.featureId, 'another place than the one expected');
  assert.deepEqual(
    missing,
    Object.entries(place).flatMap(([name, value]) => (value === null ? [name] : [])),
  );
  if (place.stars === null || place.reviewCount === null || place.name === null) assert.equal(degraded, true);
  const placeId = placeIdOfFeature(place.featureId);
  assert.ok(placeId !== null);
  const cache = { outcome: 'miss', ageSeconds: 0 } as const;
  const found = {
    placeId,
    featureId: place.featureId,
    source: 'place_id',
    cache,
    candidates: [],
    reading: { ...reading, notices: reading.notices.map((notice) => ({ ...notice, seenAt: 0 })) },
  } as const;
  const { details, notices = [] } = presentDetails(found, createLocalTime('Europe/Warsaw'));
  assert.deepEqual(z.array(notice).max(10).parse(notices), notices);
  for (const { text } of notices) assert.doesNotMatch(text, /[\n\r\u202a-\u202e]/u);
  assert.deepEqual(placeDetails.parse(details), details);
  assert.equal(details.cid, cidOfFeature(place.featureId));
  for (const value of Object.values(details)) assert.notEqual(value, '');
  if (details.liczba_opinii !== null) assertCount(details.liczba_opinii);
  return 'place';
});

test.describe(all);
