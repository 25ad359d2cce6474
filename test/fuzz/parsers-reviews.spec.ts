import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { batchAnswer, frames } from '../../fixtures/provider/reviews/batch.js';
import { reviewList } from '../../fixtures/provider/reviews/list.js';
import { timelineBody } from '../../fixtures/provider/reviews/single.js';
import { createLocalTime } from '../../src/core/api/local-time.js';
import { presentReview, presentReviewDetails } from '../../src/core/api/presenters/present-review.js';
import { cidOfFeature } from '../../src/core/identifiers/cid.js';
import type { RawReviewPart, RawReviewView } from '../../src/core/provider/raw-state.js';
import { RULES } from '../../src/core/provider/rules/built-in.js';
import { dataAnswer, parseGuarded } from '../../src/core/provider/wire/envelope.js';
import { reviewDetailsData } from '../../src/core/published/review-answer.js';
import { reviewRecord } from '../../src/core/published/review-lines.js';
import { extractReview } from '../../src/core/reviews/extractors/extract-review.js';
import {
  isOwnRecord,
  judgeAbsence,
  readVisible,
  showsInFull,
  showsReview,
} from '../../src/core/reviews/extractors/visibility.js';
import type { Review } from '../../src/core/reviews/review.js';
import { readReviewPageData } from '../../src/core/reviews/wire/review-page-data.js';
import { readReviewRecord } from '../../src/core/reviews/wire/review-record.js';
import { readReviewsBatch } from '../../src/core/reviews/wire/reviews-batch.js';
import type { Json } from '../support/damage.js';
import { test } from '../support/test.js';
import { type JsonWound, jsonWound, slim, subjectOf, woundedJson } from './json-wounds.js';
import { properties } from './plan.js';
import { anyText, textWound, wounded } from './text-wounds.js';
import { assertCount, assertFeature, assertText } from './wire-invariants.js';

const { fuzz, all } = properties();

const [JSON_GUARD = ''] = RULES.marks.jsonGuard;

// Records, cards and pages of reviews: a true review or none, and no verdict without evidence.

const lists = ['seven', 'hotel', 'partners', 'eleven'].map((id) => {
  const { place, reviews } = loadReviewsCase(`reviews--${id}`);
  return reviewList(place, reviews);
});
const RECORD = [[], [1], [1, 4, 5], [2], [3], [3, 14, 0], [4], [4, 6, 1, 0], [2, 2]] as const;
const records = lists
  .flatMap((list) => list.reviews.slice(0, 7).map((review) => list.record(review)))
  .map((record) => subjectOf(slim(record as Json), RECORD));
const recordOf = (index: number, wounds: readonly JsonWound[]) =>
  parseGuarded(woundedJson(records[index] ?? subjectOf(null, []), wounds));

const jsonWounds = fc.array(jsonWound, { maxLength: 5 });
const textWounds = fc.array(textWound, { maxLength: 2 });
const anyRecord = fc.record({ record: fc.nat(records.length - 1), wounds: jsonWounds });

fuzz('reviews: records', 2000, ['review', 'none'], anyRecord, ({ record, wounds }) => {
  const raw = recordOf(record, wounds);
  const review = extractReview(raw);
  assert.equal(review === null, readReviewRecord(raw) === null);
  if (review === null) return 'none';
  assertText(review.id);
  assertPublished(review);
  assert.equal(isOwnRecord(raw, { reviewId: review.id, authorId: null, cid: null }), true);
  assert.equal(isOwnRecord(raw, { reviewId: `${review.id}x`, authorId: null, cid: null }), false);
  return 'review';
});

const batches = lists.map((list) => {
  const answer = batchAnswer(list, 2, 0);
  const payload = answer.kind === 'payload' ? answer.payload : null;
  return {
    outer: subjectOf(JSON.parse(frames([], list.plan.seed).split('\n').at(3) ?? '[]') as Json, [
      [0],
      [0, 1],
      [0, 2],
    ]),
    inner: subjectOf(slim(payload as Json), [[], [1], [2], [2, 0]]),
  };
});
const batch = fc.record({
  batch: fc.nat(batches.length - 1),
  inner: jsonWounds,
  outer: fc.oneof(fc.constant([]), jsonWounds, fc.array(jsonWound, { minLength: 1, maxLength: 1 })),
  text: textWounds,
  twice: fc.boolean(),
});

fuzz(
  'reviews: batches',
  1500,
  ['batch', 'empty', 'unframed', 'unknown_form'],
  batch,
  ({ batch: chosen, inner, outer, text, twice }) => {
    const one = batches[chosen];
    assert.ok(one !== undefined);
    const packed = woundedJson(one.inner, inner);
    const frame = woundedJson(one.outer, outer).replace('"[]"', () => JSON.stringify(packed));
    const body = `${JSON_GUARD}\n\n${frame.length}\n${frame}\n${twice ? `25\n${frame}\n` : ''}[["e",4]]`;
    const read = readReviewsBatch(wounded(body, text));
    if (read.kind !== 'batch') return read.kind;
    assert.ok(read.batch.records.length > 0);
    for (const record of read.batch.records) {
      const review = extractReview(record);
      if (review !== null) assertPublished(review);
    }
    return 'batch';
  },
);

const pages = lists.flatMap((list) =>
  (['visible', 'removed', 'no_rating'] as const).map((state) => {
    const [review = null] = list.reviews;
    const body = timelineBody({ list, review, states: [state] }, state, 'pl');
    return {
      subject: subjectOf(slim(JSON.parse(body.slice(JSON_GUARD.length)) as Json), [[5], [7], [7, 1]]),
      cid: cidOfFeature(list.place.featureId),
    };
  }),
);
const page = fc.record({
  page: fc.nat(pages.length - 1),
  inside: jsonWounds,
  outside: textWounds,
  wanted: fc.constantFrom('own', 'other', 'none'),
});

fuzz(
  'reviews: page data',
  1000,
  ['place', 'no place', 'none'],
  page,
  ({ page: chosen, inside, outside, wanted }) => {
    const one = pages[chosen];
    assert.ok(one !== undefined);
    const cid = wanted === 'own' ? one.cid : wanted === 'other' ? '4565666864068316694' : null;
    const body = wounded(JSON_GUARD + woundedJson(one.subject, inside), outside);
    const data = readReviewPageData(dataAnswer(body), cid);
    if (data === null) return 'none';
    const { featureId } = data;
    assert.ok(data.answer.length > 7, 'an answer without a record slot');
    if (data.namesPlace) assert.ok(data.holdsPlace);
    if (featureId === null) return 'no place';
    assertFeature(featureId);
    if (cid !== null) assert.equal(cidOfFeature(featureId), cid, 'another place than the one asked for');
    return 'place';
  },
);

const label = fc.oneof(
  fc.constantFrom(
    null,
    '5 gwiazdek',
    '1 gwiazdka',
    'Ocena: 3 gwiazdki',
    ...'4/5 4,5/5 8/10 0 6 55 5,5'.split(' '),
    '',
  ),
  anyText,
);
const words = fc.option(anyText);
const link = fc.option(
  fc.oneof(anyText, fc.constantFrom('https://www.google.com/maps/contrib/12345678901234567890/reviews', '')),
);
const ids = fc.option(fc.constantFrom('Ci9DQUlRQUNv', 'another'));
const part: fc.Arbitrary<RawReviewPart> = fc.record({
  id: ids,
  authorIds: fc.array(fc.constantFrom('12345678901234567890', '1'), { maxLength: 2 }),
  hasSection: fc.boolean(),
  stars: label,
  starLabels: fc.array(anyText, { maxLength: 1 }),
  author: words,
  text: words,
});
const view: fc.Arbitrary<RawReviewView> = fc.record({
  hasCard: fc.boolean(),
  placeHref: link,
  cardHeading: words,
  cards: fc.array(part, { maxLength: 3 }),
  loose: part,
  saysGone: fc.boolean(),
  mentionsReview: fc.boolean(),
});
/** A page without any sign of a review. */
const bare: fc.Arbitrary<RawReviewView> = fc.record({
  hasCard: fc.boolean(),
  placeHref: fc.option(
    fc.constantFrom('https://www.google.com/maps?cid=9', 'https://www.google.com/maps?cid=77'),
  ),
  cardHeading: words,
  cards: fc.constant([]),
  loose: fc.constant({
    ...{ id: null, authorIds: [], hasSection: false, stars: null, starLabels: [] },
    ...{ author: null, text: null },
  }),
  saysGone: fc.boolean(),
  mentionsReview: fc.constant(false),
});
const seen = fc.record({
  view: fc.option(fc.oneof(view, bare)),
  data: fc.option(anyRecord),
  namesPlace: fc.boolean(),
  holdsPlace: fc.boolean(),
  otherCid: fc.option(fc.constant('77')),
  reviewId: ids,
  authorId: fc.option(fc.constant('12345678901234567890')),
});

fuzz(
  'reviews: verdicts',
  1000,
  ['visible', 'not visible', 'elsewhere', 'contradiction'],
  seen,
  ({ view: shown, data: of, namesPlace, holdsPlace, otherCid, reviewId, authorId }) => {
    const record = of === null ? undefined : recordOf(of.record, of.wounds);
    const places = { featureId: null, namesPlace, holdsPlace: holdsPlace || namesPlace, otherCid };
    const data = { answer: [], record, ...places };
    const raw = { identity: { reviewId, authorId, cid: '9' }, view: shown, data };
    const isVisible = showsReview(raw);
    if (showsInFull(raw)) assert.ok(isVisible && shown?.hasCard);
    const said = readVisible(raw).shown;
    for (const text of [said?.author, said?.text]) if (text != null) assertText(text);
    if (said?.stars != null) assert.ok(Number.isInteger(said.stars) && said.stars >= 1 && said.stars <= 5);
    if (isVisible) return 'visible';
    const absence = judgeAbsence(raw);
    if ('contradiction' in absence) return 'contradiction';
    if ('elsewhere' in absence) {
      // A page about another place is no ground for a verdict, whatever it shows.
      assert.ok(!data.namesPlace || record != null || shown?.placeHref != null);
      return 'elsewhere';
    }
    // A rung that is there is never reported as missing, and nothing on the page looks like the review.
    assert.ok(shown !== null);
    assert.equal(absence.reason === 'no_business_data', !data.holdsPlace);
    assert.equal(absence.reason === 'no_rating_section' || absence.reason === 'no_rating', shown.hasCard);
    assert.equal(absence.reason === 'no_rating', shown.hasCard && record != null);
    assert.deepEqual(shown.loose.starLabels, []);
    return 'not visible';
  },
);

/** A review as it is published, in both forms: what the contract says, unknown as null, links that lead out. */
function assertPublished(review: Review): void {
  const published = presentReview(review);
  assert.deepEqual(reviewRecord.parse(published), published);
  for (const [name, value] of Object.entries(published)) {
    if (name !== 'review_text') assert.notEqual(value, '', `${name} is empty, not null`);
    if (typeof value === 'number') assertCount(value);
  }
  const { review_url, report_url, author_profile_url, author_avatar_url, photos } = published;
  const links = [review_url, report_url, author_profile_url, author_avatar_url];
  for (const link of [...links, ...photos.flatMap((photo) => Object.values(photo))]) {
    if (link !== null) assert.match(link, /^https?:\/\/./i);
  }
  if (!published.author_is_local_guide) assert.equal(published.author_local_guide_level, null);
  assertDetails(review);
}

function assertDetails(review: Review): void {
  const unknown = { shown: null, placeName: null, featureId: null, notices: [], controls: [] } as const;
  const inspection = { reason: 'visible', review, ...unknown } as const;
  const moment = { at: Date.UTC(2026, 10, 21), localTime: createLocalTime('Europe/Warsaw') };
  const data = presentReviewDetails('https://maps.app.goo.gl/x', inspection, moment);
  assert.deepEqual(reviewDetailsData.parse(data), data);
  for (const value of Object.values(data.review_details)) assert.notEqual(value, '');
  const { date } = data.review_details;
  if (date !== null) assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
}

test.describe(all);
