import { loadReviewsCase } from '../../../fixtures/provider/cases.js';
import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { reviewList } from '../../../fixtures/provider/reviews/list.js';
import { reviewsPlan } from '../../../fixtures/provider/reviews/plan.js';
import { createBulkChecker } from '../../../src/reviews/check-reviews.js';
import { extractReview } from '../../../src/reviews/extractors/review.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { startScope } from '../../../src/runtime/scope.js';
import { createSubjectChecker } from '../../../src/watch/check-subject.js';
import { recordCheck } from '../../../src/watch/ledger.js';
import { type Json, replace } from '../../support/damage.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, memoryDatabase, START } from '../../support/watched.js';
import { createWorld, type World, type WorldPlace } from '../../support/watched-world.js';
import { REVIEW } from '../../support/watching.js';

/** A place without faults: one of its reviews is gone since the baseline. `before` the details of the place are read. */
async function verdictsWhen(before: (place: WorldPlace, clock: { at: number }) => void) {
  // Between the bursts of the world; its own faults are left out by trying again.
  const clock = { at: START + DAY_MS / 2 };
  const world: World = createWorld('one', clock, 1);
  const [place] = world.places;
  const database = await memoryDatabase();
  if (place === undefined) throw new Error('no place');
  const watch = await addWatch(database, { subject: placeIdOf(place.featureId) });
  let isChanging = false;
  const reasons: (string | null)[] = [];
  const inspector = {
    ...world.inspector,
    visibility: async (link: string) => {
      reasons.push(null);
      const inspection = await world.inspector.visibility(link);
      reasons.push(inspection.reason);
      return inspection;
    },
  };
  const check = createSubjectChecker({
    ...{ database, reviews: world.lister, inspector: world.inspector, now: () => clock.at },
    finder: {
      findDetails: (query) => {
        if (isChanging) before(place, clock);
        return world.finder.findDetails(query);
      },
    },
    bulk: createBulkChecker({ inspector, concurrency: 1, timeoutMs: 30_000 }),
    ...{ confirmations: 10, timeoutMs: 30_000, listTimeoutMs: 300_000 },
  });
  const row = () => database.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  const sound = async () => {
    for (;;) {
      const result = await check(await row(), startScope('test', createLogger('silent'), null, 'watch'));
      if (result.list?.complete === true && (isChanging || result.place?.isWhole)) return result;
    }
  };
  await recordCheck(database, watch, await sound());
  const [gone] = place.reviews;
  if (gone === undefined) throw new Error('no review');
  gone.isShown = false;
  isChanging = true;
  for (;;) {
    const result = await sound();
    // Answers that failed by chance say nothing here.
    if (result.trouble !== null || result.verdicts.get(gone.id) === undefined) continue;
    if (reasons.at(-1) !== 'no_rating_section') continue;
    await database.close();
    return { verdict: result.verdicts.get(gone.id), isWhole: result.place?.isWhole };
  }
}

test('a missing review that its own page does not show either is not visible', async () => {
  expect(await verdictsWhen(() => undefined)).toMatchObject({ verdict: 'no_rating_section' });
});

test('reviews that are withheld when the place is read after the verdicts are not gone', async () => {
  const { verdict } = await verdictsWhen((place, clock) => {
    place.withheld = [clock.at, Number.POSITIVE_INFINITY];
    // The next check reads a whole list again.
    queueMicrotask(() => {
      place.withheld = [0, 0];
    });
  });
  expect(verdict).toBeNull();
});

test('a limited view of the place does not say whether its reviews are withheld: the verdict waits', async () => {
  const { verdict, isWhole } = await verdictsWhen((place, clock) => {
    place.limited = [clock.at, Number.POSITIVE_INFINITY];
    queueMicrotask(() => {
      place.limited = [0, 0];
    });
  });
  expect({ verdict, isWhole }).toEqual({ verdict: null, isWhole: false });
});

/** The record of a review with a reply. `part`: its part of the reply is replaced by this value. */
function repliedRecord(part?: Json): unknown {
  const { place } = loadReviewsCase('reviews--seven');
  const list = reviewList(place, reviewsPlan.parse({ seed: 'replies', count: 20 }));
  const replied = list.reviews.find(({ reply }) => reply !== null);
  if (replied === undefined) throw new Error('no reply');
  const record = structuredClone(list.record(replied)) as Json;
  if (part !== undefined) replace(record, [3], part);
  return record;
}

/** The events of a watch whose review has a reply at first, and then this part of the reply in two checks. */
async function eventsAfter(kind: 'place' | 'review', part: Json): Promise<string[]> {
  const database = await memoryDatabase();
  await addWatch(database, kind === 'review' ? { kind, subject: REVIEW } : {});
  const row = () => database.db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  let record = repliedRecord();
  let at = START;
  const { reviews, bulk, finder } = READY_SERVICES;
  const check = createSubjectChecker({
    ...{ database, bulk, finder, confirmations: 1, timeoutMs: 30_000, listTimeoutMs: 30_000, now: () => at },
    reviews: {
      list: async (request, scope, emit) => {
        const review = extractReview(record);
        if (review !== null) await emit({ kind: 'review', review });
        return { ...(await reviews.list(request, scope, emit)), placeId: request.placeRef };
      },
    },
    inspector: {
      details: async () => ({
        ...{ reason: 'visible', review: extractReview(record), shown: null, placeName: null },
        ...{ featureId: null, notices: [] },
      }),
    },
  });
  const types: string[] = [];
  for (const _ of [0, 1, 2]) {
    const result = await check(await row(), startScope('test', createLogger('silent'), null, 'watch'));
    const events = await recordCheck(database, await row(), result);
    types.push(...events.map(({ type }) => type).filter((type) => type.startsWith('reply.')));
    record = repliedRecord(part);
    at += DAY_MS;
  }
  await database.close();
  return types;
}

const LINK = 'https://business.google.com/local/business/1/customers/reviews/reply';
for (const kind of ['place', 'review'] as const) {
  for (const [what, part] of [
    ['is empty', []],
    ['has only links', [null, null, null, null, null, LINK, [null, null, null, LINK]]],
  ] as const)
    test(`a reply of a watched ${kind} is withdrawn when its part of the record ${what}`, async () => {
      expect(await eventsAfter(kind, part as unknown as Json)).toEqual(['reply.withdrawn']);
    });

  for (const [what, part] of [
    ['is missing', null],
    ['has another shape', { text: 'Dziękujemy' }],
    ['has its mark elsewhere', [null, null, null, 'rok temu', null, null, null, 1_700_000_000]],
    ['has a text of another shape', [...Array(14).fill(null), 'Dziękujemy']],
  ] as const)
    test(`a reply of a watched ${kind} is unknown when its part of the record ${what}`, async () => {
      expect(await eventsAfter(kind, part as unknown as Json)).toEqual([]);
    });
}
