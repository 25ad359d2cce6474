import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { featureIdOf } from '../../../fixtures/provider/ids.js';
import { innerId, reviewId } from '../../../fixtures/provider/reviews/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { type Checking, checkSubject } from '../../../src/capabilities/watch/check-subject.js';
import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { AppError, NO_RESULTS } from '../../../src/core/errors.js';
import { parseReviewUrl } from '../../../src/core/identifiers/review-url.js';
import type { FoundDetails } from '../../../src/core/places/find-place.js';
import type { VisibilityReason } from '../../../src/core/published/lines.js';
import { extractReview } from '../../../src/core/reviews/extractors/extract-review.js';
import type { Inspection } from '../../../src/core/reviews/inspect-review.js';
import type { Review } from '../../../src/core/reviews/review.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { type Json, replace } from '../../support/damage.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { NO_FACTS } from '../../support/made-up.js';
import { message } from '../../support/messages.js';
import { READ_REVIEW } from '../../support/read-review.js';
import { expect, test } from '../../support/test.js';
import { addWatch, look, memoryDatabase, PLACES, START, seen, seenPlace } from '../../support/watched.js';
import { REVIEW } from '../../support/watching.js';

let database: WatchDatabase;
const byAuthor = `https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s${READ_REVIEW.author.id}!2s0x0:0x${BigInt(READ_REVIEW.placeCid ?? 0).toString(16)}`;
const LOST = { reason: 'no_rating_section' } as const;
test.beforeEach(async () => {
  database = await memoryDatabase();
});
test.afterEach(() => database.close());

interface Answers {
  /** The reviews of the list, which is complete, and the review of the watched link. */
  readonly reviews?: readonly (Review | null)[];
  /** Replaces parts of the reading of the place, from the first verdict on a missing review. */
  readonly place?: object;
  /** Replaces parts of the reading of the place. */
  readonly reading?: object;
  /** The verdict on every missing review. */
  readonly verdict?: VisibilityReason;
  /** Replaces parts of the inspection of the watched review, which is visible. */
  readonly inspection?: Partial<Inspection>;
  /** The Place ID that the finder finds; by default the one that is asked for. */
  readonly foundId?: string;
  /** The finder, and the list, find no such place. */
  readonly isGone?: { readonly list: boolean; readonly details: boolean };
  /** Receives the own id that the check of a watched review asks with. */
  readonly asked?: (ownId: string | null | undefined) => void;
}

const factsOf = (reviewCount: number | null) => ({
  ...{ featureId: featureIdOf(PLACES.here), name: 'Pierogarnia', address: null, rating: 4.5, reviewCount },
});

/** Checks the only watch of the database; the provider gives these answers. */
async function check({
  reviews = [],
  place = {},
  verdict = 'visible',
  inspection,
  asked,
  isGone,
  foundId,
  ...given
}: Answers) {
  const noPlace = () => new AppError(NO_RESULTS, message('noSuchPlace'));
  const watch = await database.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  const quality = { notices: [], degraded: false, limitedView: false, fromPayload: true, reviewIds: [] };
  let reading = { ...quality, place: factsOf(1), ...given.reading };
  const checking: Checking = {
    ...{ db: database.db, hashKey: await hashKeyOf(database.db), proofs: 1, now: () => START },
    ...{ timeoutMs: 30_000, listTimeoutMs: 30_000 },
    finder: {
      findDetails: async (placeId) => {
        if (isGone?.details === true) throw noPlace();
        return { placeId: foundId ?? placeId, reading } as unknown as FoundDetails;
      },
    },
    reviews: {
      list: async (request, scope, emit) => {
        if (isGone?.list === true) throw noPlace();
        for (const review of reviews) if (review !== null) await emit({ kind: 'review', review });
        return READY_SERVICES.reviews.list(request, scope, emit);
      },
    },
    inspector: {
      details: async (_link, _scope, ownId) => {
        asked?.(ownId);
        return { ...NO_FACTS, reason: 'visible', review: reviews[0] ?? null, ...inspection };
      },
    },
    bulk: async (urls, _scope, emit) => {
      reading = { ...reading, ...place };
      for (const [index, url] of urls.entries())
        await emit({ url, indexes: [index], inspection: { ...NO_FACTS, reason: verdict }, at: 0 });
    },
  };
  return checkSubject(checking, watch, startScope('test', createLogger('silent'), null, 'background'));
}

test('a missing review is not visible only if its page and the whole page of its place say so', async () => {
  const withheld = { kind: 'reviews_withheld', text: '', min: null, max: null, seenAt: START };
  for (const [name, answers, verdict] of [
    ['its page does not show it', { verdict: 'no_rating_section' }, 'no_rating_section'],
    ['its page shows it', { verdict: 'visible' }, 'visible'],
    ['the place withholds its reviews', { place: { notices: [withheld] } }, null],
    ['a limited view does not say whether reviews are withheld', { place: { limitedView: true } }, null],
    ['the page of the place is cut', { place: { degraded: true } }, null],
    ['the page of the place shows it', { place: { reviewIds: ['A'] } }, null],
    ['the page of the place shows another', { place: { reviewIds: ['B'] } }, 'no_rating_section'],
  ] as const) {
    await database.db.deleteFrom('watch').execute();
    const watch = await addWatch(database);
    await recordCheck(database, watch, look(0, { reviews: [seen('A')] }));
    const { verdicts } = await check({ verdict: 'no_rating_section', ...answers });
    expect([...verdicts], name).toEqual([['A', verdict]]);
  }
});

test('a place that list and page prove to be gone is a result, and its reviews are checked separately', async () => {
  const watch = await addWatch(database);
  await recordCheck(database, watch, look(0, { reviews: [seen('A')] }));
  const gone = await check({ isGone: { list: true, details: true }, verdict: 'no_business_card' });
  expect(gone).toMatchObject({ isGone: true, trouble: null, place: null, list: null });
  expect([...gone.verdicts]).toEqual([['A', 'no_business_card']]);
  // The two ways to read the place contradict each other.
  for (const [list, details, trouble] of [
    [true, false, 'provider_unavailable'],
    [false, true, 'no_results'],
  ] as const) {
    const found = await check({ isGone: { list, details }, verdict: 'no_business_card' });
    expect(found).toMatchObject({ trouble });
    expect(found.isGone).toBeUndefined();
    expect([...found.verdicts.values()].filter(Boolean)).toEqual([]);
  }
});

test('another place counts only when two checks in a row find it', async () => {
  await addWatch(database, { place: JSON.stringify(seenPlace({ placeId: PLACES.there })) });
  expect(await check({})).toMatchObject({ trouble: 'other_place', place: null, list: null });
  await database.db.updateTable('watch').set({ trouble: 'other_place' }).execute();
  expect(await check({})).toMatchObject({ trouble: null, place: { placeId: PLACES.here } });
});

test('a single review whose place moved is told so, together with its verdict, when two checks in a row find it', async () => {
  const place = JSON.stringify(seenPlace({ placeId: PLACES.there }));
  await addWatch(database, { kind: 'review', subject: REVIEW, place });
  const first = await check({ inspection: LOST, foundId: PLACES.here });
  expect(first).toMatchObject({ trouble: 'other_place', place: null, verdicts: new Map() });
  const rows = database.db.updateTable('watch').set({ trouble: 'other_place' }).returningAll();
  const watch = await rows.executeTakeFirstOrThrow();
  const second = await check({ inspection: LOST, foundId: PLACES.here });
  expect([...second.verdicts.values()]).toEqual(['no_rating_section']);
  const events = await recordCheck(database, watch, second);
  expect(events.map(({ type }) => type)).toEqual(['place.moved']);
});

/** The record of a review with a reply; `part` replaces its part of the reply. */
function repliedRecord(part: Json): Review | null {
  const { place } = loadReviewsCase('reviews--seven');
  const list = reviewList(place, reviewsPlan.parse({ seed: 'replies', count: 20 }));
  const replied = list.reviews.find(({ reply }) => reply !== null);
  if (replied === undefined) throw new Error('no reply');
  const record = structuredClone(list.record(replied)) as Json;
  replace(record, [3], part);
  return extractReview(record);
}

test('a review has no reply where its part of the record is empty; a part of another shape is unknown', async () => {
  const link = 'https://business.google.com/local/business/1/customers/reviews/reply';
  const parts: readonly (readonly [string, unknown, null | undefined])[] = [
    ['empty', [], null],
    ['only links', [null, null, null, null, null, link, [null, null, null, link]], null],
    ['missing', null, undefined],
    ['another shape', { text: 'Dziękujemy' }, undefined],
    ['its mark elsewhere', [null, null, null, 'rok temu', null, null, null, 1_700_000_000], undefined],
    ['a text of another shape', [...Array(14).fill(null), 'Dziękujemy'], undefined],
  ];
  for (const kind of ['place', 'review'] as const) {
    await database.db.deleteFrom('watch').execute();
    await addWatch(database, kind === 'review' ? { kind, subject: REVIEW } : {});
    for (const [name, part, reply] of parts) {
      const { reviews } = await check({ reviews: [repliedRecord(part as Json)] });
      expect(
        reviews.map((one) => one.reply),
        `${kind}: ${name}`,
      ).toEqual([reply]);
    }
  }
});

test('the watch of a link by author keeps the own id of the review as soon as it is seen', async () => {
  const watch = await addWatch(database, { kind: 'review', subject: byAuthor });
  const ids: (string | null | undefined)[] = [];
  const checkAndRecord = async (answers: Answers) => {
    const result = await check({ ...answers, asked: (ownId) => void ids.push(ownId) });
    await recordCheck(database, watch, result);
  };
  const id = reviewId(innerId('ownOwnOwnOwnOwnOwnOw00'));
  await checkAndRecord({ reviews: [{ ...READ_REVIEW, id }] });
  // Its card came without its record: the id stays known.
  await checkAndRecord({});
  await checkAndRecord({ inspection: LOST });
  await checkAndRecord({});
  expect(ids).toEqual([null, id, id, id]);
});

test('a single review whose record did not come has the author of its card', async () => {
  await addWatch(database, { kind: 'review', subject: REVIEW });
  for (const [shown, author] of [
    [{ author: 'Anna Zmyślona' } as never, 'Anna Zmyślona'],
    [null, null],
  ] as const)
    expect([...(await check({ inspection: { shown } })).reviews]).toMatchObject([{ author, stars: null }]);
});

test('a single review that the page of its place shows is not lost', async () => {
  for (const [subject, id] of [
    [REVIEW, parseReviewUrl(new URL(REVIEW))?.reviewId],
    [byAuthor, READ_REVIEW.author.id],
  ] as const) {
    await database.db.deleteFrom('watch').execute();
    await addWatch(database, { kind: 'review', subject });
    const shown = await check({ inspection: LOST, reading: { reviewIds: ['another', id] } });
    expect(shown, subject).toMatchObject({ trouble: 'provider_unavailable', verdicts: new Map() });
    const lacking = await check({ inspection: LOST, reading: { reviewIds: ['another'] } });
    expect([...lacking.verdicts.values()], subject).toEqual(['no_rating_section']);
  }
});

test('a single review is not lost at a place whose notice has unknown words and whose count is 0, unknown or fallen by half', async () => {
  const notice = { kind: 'other', text: 'Nieznane słowa.', min: null, max: null, seenAt: START };
  const paused = { ...notice, kind: 'reviews_paused' };
  const place = JSON.stringify(seenPlace({ reviewCount: 8 }));
  await addWatch(database, { kind: 'review', subject: REVIEW, place });
  for (const reviewCount of [0, null, 4]) {
    const reading = { notices: [notice], place: factsOf(reviewCount) };
    const found = await check({ inspection: LOST, reading });
    expect(found, `${reviewCount}`).toMatchObject({ trouble: 'withheld', verdicts: new Map() });
  }
  for (const [notices, reviewCount] of [
    [[notice], 7],
    [[paused], 4],
  ] as const) {
    const found = await check({ inspection: LOST, reading: { notices, place: factsOf(reviewCount) } });
    // The notices stand beside the verdict: they may explain it.
    expect(found, `${reviewCount}`).toMatchObject({ trouble: null, notices });
    expect([...found.verdicts.values()], `${reviewCount}`).toEqual(['no_rating_section']);
  }
});
