import { recordAt } from '../../../src/capabilities/reports/record-at.js';
import { createEvents } from '../../../src/capabilities/watch/events.js';
import { readKnown, recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { nominate } from '../../../src/capabilities/watch/nominate.js';
import { presentWatch } from '../../../src/capabilities/watch/present-watches.js';
import type { Database } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { afterEvents, once } from '../../support/after-events.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, look, START, seen } from '../../support/watched.js';

// Numbers and silences say from when they are known.

const localTime = createLocalTime('Europe/Warsaw');
const REVIEWS = [seen('A'), seen('B')];
const BOTH = { reviews: REVIEWS };
/** A deletion of one event of these days. */
const deletionOf = (days: number) => ({
  ...{ watch_id: 'w_1', day: 1, cause: 'retention' as const, events: 1, reviews: 0 },
  ...{ since: START, until: START + days * DAY_MS },
});

type Found = NonNullable<Parameters<typeof look>[1]>;

async function check(db: Database, day: number, found: Found) {
  const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  return recordCheck({ db }, row, look(day, { hours: 9, ...found }));
}

/** How many differences each check left to confirm, by the time of the checks. */
async function pendingOf(db: Database) {
  const checks = await db.selectFrom('watch_check').select('pending').orderBy('at').execute();
  return checks.map(({ pending }) => pending);
}

async function presented(db: Database) {
  const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  return presentWatch({ db, localTime }, row);
}

const [NEW, OLD] = [seen('A', { publishedAt: START / 1_000 - 9 }), seen('B')];
const BARE = { stars: null, text: null, photos: null, reply: undefined } as const;
const WHOLE: Found = { reviews: [NEW, OLD, seen('C')] };
/** Its own page shows the review that the list lacks, so that the next lists without it ask no page. */
const GHOST: Found = { reviews: [NEW, seen('C')], verdicts: { B: 'visible' }, pages: [OLD] };
const BLIND: Found = { stop: null, place: null, trouble: 'provider_blocked' };
const bare: Found = { stop: null, place: null, alone: seen('A', BARE) };
const unread: Found = { reviews: WHOLE.reviews?.map((one) => ({ ...one, text: '' })) ?? [] };

const MISSED: Found = { reviews: [NEW, seen('C')] };
const IN_PART: Found = { ...WHOLE, place: { isWhole: false } };
const CUT = { ...IN_PART, place: { rating: null, isWhole: false } };
const BEFORE_THE_LAST = { 3: WHOLE, 7: GHOST, 8: MISSED };
const onDays = (days: readonly number[], found: Found) => Object.fromEntries(days.map((day) => [day, found]));

/** What the checks of days find, the last of which leaves something open; the period begins on day 3. */
const LEFT_OPEN: Readonly<Record<string, Readonly<Record<number, Found>>>> = {
  'a text that only a disturbed list lacks': {
    ...onDays([3, 8], WHOLE),
    9: { reviews: [seen('A', { ...NEW, text: '' }), OLD], stop: 'interrupted' },
  },
  'a review that a disturbed list lacks': {
    ...onDays([3, 8], WHOLE),
    9: { reviews: [NEW, seen('C', { publishedAt: 1 })], stop: 'interrupted' },
  },
  'a review that the last whole list lacked, before a list that is cut': {
    ...BEFORE_THE_LAST,
    9: { reviews: [NEW], stop: 'provider_limit' },
  },
  'a review that the last whole list lacked, before a check that fails': { ...BEFORE_THE_LAST, 9: BLIND },
  'texts that no check can read any more': onDays([1, 2, 3, 4, 8, 9], unread),
  'one text that the last check could not read': {
    3: WHOLE,
    9: { reviews: [NEW, OLD, seen('C', { text: null })] },
  },
  'a single review without its text': onDays([3, 9], bare),
  'a page of the place without its rating': { 3: WHOLE, 9: CUT },
  'pages of the place that are not whole, with rating and count': onDays([1, 2, 3, 8, 9], IN_PART),
  'a page of the place that is not whole, before a check that fails': { 3: WHOLE, 9: IN_PART, 9.1: BLIND },
  'a review that was told as missing': {
    ...onDays([1, 2, 3], MISSED),
    ...onDays([4, 8, 9], { ...MISSED, verdicts: { B: null } }),
  },
};

const onBoth = testsOnBothDatabases({
  'what the last check left open is no silence': async (db) => {
    const from = { since: 0, limit: 9, order: 'newest', from: '2026-01-04' } as const;
    const known: [string, unknown, unknown][] = [];
    for (const [name, days] of Object.entries(LEFT_OPEN)) {
      await db.deleteFrom('watch').execute();
      const isReview = days[9] === bare;
      await addWatch({ db }, { kind: isReview ? 'review' : 'place' });
      const full = isReview ? { ...bare, alone: seen('A') } : WHOLE;
      for (const [day, found] of Object.entries({ 0: full, ...days })) await check(db, Number(day), found);
      const at = (day: number) => createEvents({ db, localTime, now: () => START + (day + 0.5) * DAY_MS });
      const before = await at(9).events('o', { ...from, to: '2026-01-10' });
      await check(db, 10, full);
      const after = await at(10).events('o', { ...from, to: '2026-01-11' });
      known.push([name, before.cover?.known, after.cover?.known]);
    }
    expect(known).toEqual(Object.keys(LEFT_OPEN).map((name) => [name, 0, 1]));
  },

  'rating and count have the time of their reading, and are unknown after two readings without': async (
    db,
  ) => {
    await addWatch({ db });
    await check(db, 0, { ...BOTH, place: { rating: 4.9, reviewCount: 300 } });
    const limited = { rating: null, reviewCount: null, isWhole: false } as const;
    await check(db, 1, { ...BOTH, place: limited });
    const figures = { rating: 4.9, review_count: 300, at: '2026-01-01 10:00:00' };
    expect(await presented(db)).toMatchObject({ figures, proven_at: '2026-01-02 10:00:00' });
    await check(db, 2, { ...BOTH, place: limited });
    expect(await presented(db)).toMatchObject({ figures: null });
    // A difference to the rating that was told last is told, also after a time without figures.
    const events = await check(db, 3, { ...BOTH, place: { rating: 4.7, reviewCount: 300 } });
    expect(events.map(({ type, before, after }) => [type, before, after])).toEqual([
      ['place.rating_changed', '{"rating":4.9}', '{"rating":4.7}'],
    ]);
    expect(await presented(db)).toMatchObject({ figures: { rating: 4.7, at: '2026-01-04 10:00:00' } });
  },

  'a page with one figure leaves both figures with the time of their reading': async (db) => {
    await addWatch({ db });
    await check(db, 0, { ...BOTH, place: { rating: 4.9, reviewCount: 300 } });
    await check(db, 1, { ...BOTH, place: { rating: 3.1, reviewCount: null, isWhole: false } });
    const { figures } = await presented(db);
    expect(figures).toMatchObject({ rating: 4.9, review_count: 300, at: '2026-01-01 10:00:00' });
    await check(db, 2, { ...BOTH, place: { rating: 3.1, reviewCount: null, isWhole: false } });
    expect(await presented(db)).toMatchObject({
      figures: { rating: 3.1, review_count: null, at: '2026-01-03 10:00:00' },
    });
  },

  'a disturbed check adds nothing to numbers that have the time of an earlier result': async (db) => {
    await addWatch({ db });
    await check(db, 0, BOTH);
    await check(db, 1, { reviews: [...REVIEWS, seen('C')], trouble: 'provider_blocked' });
    const { counts, trouble } = await presented(db);
    expect(trouble).toBe('provider_blocked');
    expect(counts).toMatchObject({ visible: 2, at: '2026-01-01 10:00:00' });
  },

  'where no list was read, it is not known how many reviews are visible': async (db) => {
    await addWatch({ db });
    await check(db, 0, BOTH);
    const gone = { stop: null, place: null, isGone: true } as const;
    for (const day of [1, 2]) await check(db, day, gone);
    const counts = { visible: null, not_visible: 0, unconfirmed: 2, at: '2026-01-03 10:00:00' };
    expect(await presented(db)).toMatchObject({ counts });
    const noted = await db.selectFrom('watch_check').select(['visible', 'unknown']).orderBy('at').execute();
    expect(noted.at(-1)).toEqual({ visible: null, unknown: 2 });
  },

  'a review that is proven not visible leaves no difference to confirm': async (db) => {
    await addWatch({ db });
    const [kept, ...lost] = [seen('A'), seen('B', { text: '' }), seen('C', { text: '' })];
    await check(db, 0, { reviews: [kept, seen('B'), seen('C')] });
    await check(db, 1, { reviews: [kept, ...lost] });
    await check(db, 2, { reviews: [kept], verdicts: { B: 'no_rating_section', C: 'no_rating_section' } });
    expect(await pendingOf(db)).toEqual([0, 2, 0]);
  },

  'a place that is gone leaves no difference of its page to confirm': async (db) => {
    await addWatch({ db });
    const notices = [{ kind: 'reviews_removed', text: 'Usunięto 2', min: 2, max: 2 }] as never;
    const gone = { stop: null, place: null, isGone: true } as const;
    await check(db, 0, { place: { notices } });
    await check(db, 1, { place: { address: 'ul. Inna 2', reviewCount: 9 } });
    for (const day of [2, 3]) await check(db, day, gone);
    expect(await pendingOf(db)).toEqual([0, 3, 4, 0]);
    // The address of the place that is shown again waits for a second reading, as any other.
    const again = await check(db, 4, { place: { address: 'ul. Inna 2' } });
    expect(again.map(({ type }) => type)).toEqual(['place.shown_again']);
  },

  'a review that a whole list lacks and that no check of its own looked at is no silence': async (db) => {
    await addWatch({ db });
    await check(db, 0, BOTH);
    // Its own page shows the review: the next look at it waits for one interval, then for two.
    const own = { verdicts: { B: 'visible' }, pages: [seen('B')] } as const;
    for (const day of [1, 2]) await check(db, day, { reviews: [seen('A')], ...own });
    await check(db, 3, { reviews: [seen('A')] });
    expect(await pendingOf(db)).toEqual([0, 0, 0, 1]);
    await check(db, 4, BOTH);
    expect((await pendingOf(db)).at(-1)).toBe(0);
  },

  'a review that may be the record that was not read is no silence': async (db) => {
    await addWatch({ db });
    const [old, young, lost] = [1, 2, 3].map((at) => seen(`R${at}`, { publishedAt: at * 1_000 }));
    const all = [lost, young, old].flatMap((one) => one ?? []);
    await check(db, 0, { reviews: all });
    await check(db, 1, { reviews: all.slice(1), verdicts: { R3: 'no_rating_section' } });
    const found = { reviews: all.slice(2), stop: 'unreadable', unread: 1 } as const;
    await check(db, 2, { ...found, verdicts: { R2: null } });
    expect(await pendingOf(db)).toEqual([0, 0, 1]);
    const row = await db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
    const nominated = nominate(await readKnown(db, row), { isGone: false, ...look(3, found) });
    expect(nominated.map(({ review }) => review.review_id).toSorted()).toEqual(['R2', 'R3']);
    await check(db, 3, { reviews: all });
    expect((await pendingOf(db)).at(-1)).toBe(0);
  },

  'events that are only open or only done say nothing about a silence': async (db) => {
    await addWatch({ db });
    const { events } = createEvents({ db, localTime, now: () => START + DAY_MS });
    const wanted = { since: 0, limit: 1, order: 'newest' } as const;
    expect((await events('o', wanted)).cover).toMatchObject({ watches: 1 });
    for (const done of ['true', 'false'] as const) {
      const answer = await events('o', { ...wanted, done });
      expect([answer.total, answer.cover]).toEqual([0, undefined]);
    }
  },

  'a loss that is stored while events are read leaves no silence': async (db) => {
    await addWatch({ db });
    await check(db, 0, BOTH);
    await check(db, 7, BOTH);
    const lose = once(() => check(db, 9, { reviews: [seen('A')], verdicts: { B: 'no_rating_section' } }));
    const now = START + 10 * DAY_MS;
    const { events } = createEvents({ db: afterEvents(db, lose), localTime, now: () => now });
    const wanted = { since: 0, limit: 9, order: 'newest', from: '2026-01-01', to: '2026-01-10' } as const;
    expect(await events('o', wanted)).toMatchObject({ events: [], cover: { known: 0 } });
    expect((await events('o', wanted)).events).toHaveLength(1);
  },

  'a deletion while an answer is read leaves no silence, and a watch that is removed is not counted': async (
    db,
  ) => {
    await addWatch({ db });
    for (const day of [0, 7, 9]) await check(db, day, BOTH);
    const now = START + 9.5 * DAY_MS;
    const [from, to] = ['2026-01-01', '2026-01-10'];
    const wanted = { since: 0, limit: 9, order: 'newest', from, to } as const;
    const cover = async (then: () => Promise<unknown>) => {
      const { events } = createEvents({ db: afterEvents(db, once(then)), localTime, now: () => now });
      return (await events('o', wanted)).cover;
    };
    const record = (then: () => Promise<unknown>) => {
      const parts = { db: afterEvents(db, once(then)), localTime, timeZone: 'Europe/Warsaw', now };
      return recordAt(parts, 'o', 'w_1', { from, to, authors: 'names', lang: 'pl' });
    };
    const remember = () => db.insertInto('deletion').values(deletionOf(1)).execute();
    const remove = () => db.deleteFrom('watch').execute();
    expect(await cover(async () => undefined)).toMatchObject({ watches: 1, known: 1 });
    expect(await cover(remember)).toMatchObject({ watches: 1, known: 0 });
    await db.deleteFrom('deletion').execute();
    expect((await record(async () => undefined)).cover.is_known).toBe(true);
    expect((await record(remember)).cover).toMatchObject({ is_known: false, deletions: [{ events: 1 }] });
    await db.deleteFrom('deletion').execute();
    await expect(record(remove)).rejects.toMatchObject({ code: 'watch_not_found' });
    await addWatch({ db });
    for (const day of [0, 9]) await check(db, day, BOTH);
    expect(await cover(remove)).toMatchObject({ watches: 0, known: 0 });
  },

  'a check that is stored while a record is read is in all its parts': async (db) => {
    await addWatch({ db });
    await check(db, 0, BOTH);
    await check(db, 7, BOTH);
    const again = once(() => check(db, 8, { reviews: [seen('A')], verdicts: { B: 'no_rating_section' } }));
    const now = START + 9 * DAY_MS;
    const parts = { db: afterEvents(db, again), localTime, timeZone: 'Europe/Warsaw', now };
    const record = await recordAt(parts, 'o', 'w_1', { authors: 'names', lang: 'pl' });
    expect(record).toMatchObject({ checks: 3, events: [{}], course: [{}, {}, {}] });
  },

  'a list of events says how many watches have results at both ends of its period': async (db) => {
    const days = { from: '2026-01-05', to: '2026-01-10' };
    const read = async (now: number, period: object = days) => {
      const events = createEvents({ db, localTime, now: () => START + now * DAY_MS });
      const wanted = { since: 0, limit: 1, order: 'newest', ...period } as const;
      return (await events.events('o', wanted)).cover;
    };
    await addWatch({ db }, { paused_at: START });
    expect(await read(20)).toEqual({ watches: 1, known: 0, paused: 1 });
    await db.updateTable('watch').set({ paused_at: null }).execute();
    await check(db, 4, BLIND);
    expect(await read(20)).toEqual({ watches: 1, known: 0, paused: 0 });
    await check(db, 5, BOTH);
    expect(await read(20)).toMatchObject({ known: 0 });
    await check(db, 8, BOTH);
    expect(await read(20)).toMatchObject({ known: 1 });
    // A list that was read in part says nothing about the other reviews.
    const complete = (value: 0 | 1 | null) =>
      db.updateTable('watch_check').set({ complete: value }).where('trouble', 'is', null).execute();
    await complete(0);
    expect(await read(20)).toMatchObject({ known: 0 });
    await complete(1);
    // A check that could not read the page of the place says nothing about the place.
    await db.updateTable('watch_check').set({ review_count: null }).execute();
    expect(await read(20)).toMatchObject({ known: 0 });
    await db.updateTable('watch_check').set({ review_count: 2 }).execute();
    // A check that proves that the place is gone reads no list.
    await complete(null);
    expect(await read(20)).toMatchObject({ known: 0 });
    await db.updateTable('watch').set({ kind: 'review' }).execute();
    expect(await read(20)).toMatchObject({ known: 1 });
    await db.updateTable('watch').set({ kind: 'place' }).execute();
    await complete(1);
    expect(await read(9, { from: '2026-01-05' })).toMatchObject({ known: 1 });
    expect(await read(20, { from: '2026-01-05' })).toMatchObject({ known: 0 });
    expect(await read(20, { ...days, from: '2026-01-01' })).toMatchObject({ known: 0 });
    await db.insertInto('deletion').values(deletionOf(6)).execute();
    expect(await read(20)).toMatchObject({ known: 0 });
  },
});
test.describe(onBoth);
