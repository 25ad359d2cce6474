import { reviewOfAuthor } from '../../../src/watch/authors.js';
import { missingReviews } from '../../../src/watch/compare.js';
import { readKnown, recordCheck } from '../../../src/watch/ledger.js';
import type { Row, WatchDatabase } from '../../../src/watch/schema.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, look, memoryDatabase, PLACES, START, seen } from '../../support/watched.js';

const [A, B, C] = [seen('A'), seen('B'), seen('C')];
const ALL = [A, B, C];
const withheld = { kind: 'reviews_withheld', text: 'Opinie są niedostępne', min: null, max: null } as const;
const removed = (min: number | null, max: number | null, text = 'Usunięto opinie') =>
  ({ kind: 'reviews_removed_defamation', text, min, max }) as const;
const closed = { kind: 'permanently_closed', text: 'Zamknięte na stałe', min: null, max: null } as const;

interface Case {
  readonly name: string;
  readonly kind?: 'place' | 'review';
  /** The result of the check of day 0; by default all reviews. */
  readonly first?: Parameters<typeof look>[1];
  /** The results of the checks of the days after it. */
  readonly days: readonly Parameters<typeof look>[1][];
  /** The events: day, type, review, before, after. */
  readonly events: readonly unknown[];
}

const shown = { visibility_reason: 'visible' };
const hidden = { visibility_reason: 'no_rating_section' };
const APPEARED = { stars: 5, text: 'Dobre pierogi', photo_count: 1 };
const LATER = seen('L', { publishedAt: (START + DAY_MS) / 1_000 });
/** The check of a single review reads no list; its place is known if the review is seen. */
const ALONE = { stop: null, place: null };
const sightedAt = (placeId: string) => ({
  ...{ placeId, rating: null, reviewCount: null, address: null, isWhole: false },
});

const CASES: readonly Case[] = [
  { name: 'the same reviews again make no event', days: [{ reviews: ALL }, { reviews: ALL }], events: [] },
  {
    name: 'a new review of a complete list appeared',
    days: [{ reviews: [...ALL, seen('D', { reply: 'Dziękujemy' })] }],
    events: [['1 review.appeared D', null, { ...APPEARED, reply: 'Dziękujemy' }]],
  },
  {
    name: 'a review that is missing twice and confirmed is not visible, once',
    days: [{ reviews: [A, B], verdicts: { C: 'no_rating_section' } }, { reviews: [A, B] }],
    events: [['1 review.not_visible C', shown, hidden]],
  },
  {
    name: 'a missing review whose own page shows it makes no event',
    days: [{ reviews: [A, B], verdicts: { C: 'visible' } }, { reviews: ALL }],
    events: [],
  },
  {
    name: 'a missing review without a verdict waits, and is confirmed by the next check, also without a whole list',
    days: [
      { reviews: [A, B], verdicts: { C: null } },
      { reviews: [A], stop: 'limited_view', verdicts: { C: 'no_business_card' } },
    ],
    events: [['2 review.not_visible C', shown, { visibility_reason: 'no_business_card' }]],
  },
  {
    name: 'an incomplete list makes no review missing, and its reviews are compared',
    days: [
      { reviews: [A], stop: 'limited_view' },
      { reviews: [seen('A', { stars: 1 })], stop: 'interrupted' },
    ],
    events: [['2 review.edited A', { stars: 5 }, { stars: 1 }]],
  },
  {
    name: 'a lower review count and its return make no event',
    days: [
      { reviews: ALL, place: { reviewCount: 2 } },
      { reviews: ALL, place: { reviewCount: 3 } },
    ],
    events: [],
  },
  {
    name: 'a rating with the same first decimal makes no event',
    days: [
      { reviews: ALL, place: { rating: 4.549999 } },
      { reviews: ALL, place: { rating: 4.5, isWhole: false } },
      { reviews: ALL, place: { rating: 4.4 } },
    ],
    events: [
      ['3 place.rating_changed -', { rating: 4.5, review_count: 3 }, { rating: 4.4, review_count: 3 }],
    ],
  },
  {
    name: 'a review that is shown again',
    days: [{ reviews: [A, B], verdicts: { C: 'no_rating_section' } }, { reviews: ALL }],
    events: [
      ['1 review.not_visible C', shown, hidden],
      ['2 review.visible_again C', hidden, shown],
    ],
  },
  {
    name: 'a review that was edited while it was not visible is shown again and edited',
    days: [
      { reviews: [A, B], verdicts: { C: 'no_rating_section' } },
      { reviews: [A, B, seen('C', { stars: 2, text: 'Zimne' })], stop: 'provider_limit' },
    ],
    events: [
      ['1 review.not_visible C', shown, hidden],
      ['2 review.visible_again C', hidden, shown],
      ['2 review.edited C', { stars: 5, text: 'Dobre pierogi' }, { stars: 2, text: 'Zimne' }],
    ],
  },
  {
    name: 'stars, text and photos: one event with the fields that differ',
    days: [{ reviews: [seen('A', { stars: 4, photos: 3 }), B, C] }],
    events: [['1 review.edited A', { stars: 5, photo_count: 1 }, { stars: 4, photo_count: 3 }]],
  },
  {
    name: 'an unknown value never differs from the known value, which stays',
    days: [
      {
        reviews: [seen('A', { stars: null, text: null, photos: null, reply: undefined, author: null }), B, C],
      },
      { reviews: ALL },
      { reviews: ALL, place: { rating: null, reviewCount: null, address: null, name: null } },
      { reviews: ALL },
    ],
    events: [],
  },
  {
    name: 'another name of the author, other words of the date and other line breaks make no event',
    days: [
      { reviews: [seen('A', { author: 'Ania', dateText: '2 lata temu', text: 'Dobre\npierogi ' }), B, C] },
    ],
    events: [],
  },
  {
    name: 'a text that is gone counts when two lists lack it',
    days: [
      { reviews: [seen('A', { text: '' }), B, C] },
      { reviews: [seen('A', { text: null }), B, C] },
      { reviews: [seen('A', { text: '' }), B, C] },
    ],
    events: [['3 review.edited A', { text: 'Dobre pierogi' }, { text: '' }]],
  },
  {
    name: 'a field that is empty in all reviews at once is not read any more',
    days: [
      { reviews: ALL.map((one) => ({ ...one, text: '', photos: 0 })) },
      { reviews: ALL.map((one) => ({ ...one, text: '', photos: 0 })) },
    ],
    events: [],
  },
  {
    name: 'a reply appears, is edited, and is withdrawn when two lists lack it',
    days: [
      { reviews: [seen('A', { reply: 'Dziękujemy' }), B, C] },
      { reviews: [seen('A', { reply: 'Zapraszamy' }), B, C] },
      { reviews: ALL },
      { reviews: [seen('A', { reply: undefined }), B, C] },
      { reviews: ALL },
      { reviews: ALL },
      { reviews: ALL },
    ],
    events: [
      ['1 reply.appeared A', { reply: null }, { reply: 'Dziękujemy' }],
      ['2 reply.edited A', { reply: 'Dziękujemy' }, { reply: 'Zapraszamy' }],
      ['5 reply.withdrawn A', { reply: 'Zapraszamy' }, { reply: null }],
    ],
  },
  {
    name: 'a reply that was never read is no reply that appeared',
    days: [
      { reviews: [...ALL, seen('D', { reply: undefined })] },
      { reviews: [...ALL, seen('D', { reply: 'Hej' })] },
    ],
    events: [['1 review.appeared D', null, APPEARED]],
  },
  {
    name: 'another rating and a higher count are events',
    days: [
      { reviews: ALL, place: { rating: 4.4 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 9 } },
    ],
    events: [
      ['1 place.rating_changed -', { rating: 4.5, review_count: 3 }, { rating: 4.4, review_count: 3 }],
      ['2 place.rating_changed -', { rating: 4.4, review_count: 3 }, { rating: 4.4, review_count: 9 }],
    ],
  },
  {
    name: 'withheld reviews are a notice, and no review is reported as not visible',
    days: [
      { reviews: [], stop: 'withheld', place: { notices: [withheld], isWhole: false, reviewCount: null } },
      { reviews: [], stop: 'withheld', place: { notices: [withheld], isWhole: false, reviewCount: null } },
      { reviews: ALL },
      { reviews: ALL },
    ],
    events: [
      ['1 notice.changed -', { notices: [] }, { notices: [{ kind: withheld.kind, text: withheld.text }] }],
      ['4 notice.changed -', { notices: [{ kind: withheld.kind, text: withheld.text }] }, { notices: [] }],
    ],
  },
  {
    name: 'a notice is different if its numbers differ, not its words; a cut page removes no notice',
    days: [
      { reviews: ALL, place: { notices: [removed(2, 5)] } },
      { reviews: ALL, place: { notices: [removed(2, 5, 'Od 2 do 5 opinii')] } },
      { reviews: ALL, place: { notices: [removed(null, null)] } },
      { reviews: ALL, place: { isWhole: false } },
      { reviews: ALL, place: { isWhole: false } },
      { reviews: ALL, place: { notices: [removed(6, 10, 'Więcej')] } },
    ],
    events: [
      [
        '1 notice.changed -',
        { notices: [] },
        { notices: [{ kind: removed(2, 5).kind, text: 'Usunięto opinie' }] },
      ],
      [
        '6 notice.changed -',
        { notices: [{ kind: removed(2, 5).kind, text: 'Usunięto opinie' }] },
        { notices: [{ kind: removed(2, 5).kind, text: 'Więcej' }] },
      ],
    ],
  },
  {
    name: 'a place closes, and opens when two whole pages say so',
    days: [
      { reviews: ALL, place: { notices: [closed], isWhole: false } },
      { reviews: ALL, place: { isWhole: false } },
      { reviews: ALL },
      { reviews: ALL },
    ],
    events: [
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['4 place.reopened -', { closed: 'permanently' }, { closed: null }],
    ],
  },
  {
    name: 'another address on a whole page is a move; another case or punctuation is not',
    days: [
      { reviews: ALL, place: { address: 'Ul. Zmyślona 1,' } },
      { reviews: ALL, place: { address: 'Zmyślona', isWhole: false } },
      { reviews: ALL, place: { address: 'ul. Nowa 2' } },
    ],
    events: [['3 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'ul. Nowa 2' }]],
  },
  {
    name: 'a place becomes part of another place: its reviews are not missing, and the reviews of the other place did not appear',
    days: [
      {
        reviews: [A, seen('X')],
        place: { placeId: PLACES.there, rating: 3, reviewCount: 80 },
      },
      { reviews: [A, seen('X'), seen('Y')], place: { placeId: PLACES.there, rating: 3, reviewCount: 80 } },
    ],
    events: [
      ['1 place.moved -', { place_id: PLACES.here }, { place_id: PLACES.there }],
      ['2 review.appeared Y', null, APPEARED],
    ],
  },
  {
    name: 'a place whose id has another first half has not moved',
    days: [{ reviews: ALL, place: { placeId: PLACES.renumbered } }],
    events: [],
  },
  {
    name: 'a list of another place makes no event while the place was not read',
    days: [
      { reviews: [seen('X')], listOf: PLACES.there, place: null, trouble: 'provider_unavailable' },
      { reviews: ALL },
    ],
    events: [],
  },
  {
    name: 'three checks in a row without a result are reported once, and so is their end',
    days: [
      { stop: null, place: null, trouble: 'provider_blocked' },
      { stop: null, place: null, trouble: 'provider_blocked' },
      { stop: null, place: null, trouble: 'deadline_exceeded' },
      { stop: null, place: null, trouble: 'provider_blocked' },
      { reviews: ALL },
      { reviews: ALL },
    ],
    events: [
      ['3 watch.trouble -', null, { trouble: 'deadline_exceeded' }],
      ['5 watch.recovered -', { trouble: 'provider_blocked' }, null],
    ],
  },
  {
    name: 'three incomplete lists in a row are reported as trouble',
    days: [1, 2, 3, 4].map(() => ({ reviews: [A], stop: 'provider_limit' })),
    events: [['3 watch.trouble -', null, { trouble: 'provider_limit' }]],
  },
  {
    name: 'the first check that can tell the state is silent, whatever came before it',
    first: { reviews: [A], stop: 'limited_view', place: null },
    days: [
      { reviews: [seen('A', { stars: 1 }), B, C], place: { rating: 2, notices: [removed(2, 5)] } },
      {
        reviews: [seen('A', { stars: 1 }), B],
        place: { rating: 2, notices: [removed(2, 5)] },
        verdicts: { C: 'no_rating_section' },
      },
    ],
    events: [
      [
        '2 review.not_visible C',
        shown,
        { ...hidden, notices: [{ kind: 'reviews_removed_defamation', text: 'Usunięto opinie' }] },
      ],
    ],
  },
  {
    name: 'without a whole list, only reviews of a later date appeared',
    first: { reviews: [A], stop: 'provider_limit' },
    days: [
      { reviews: [A, B, LATER], stop: 'provider_limit' },
      { reviews: [A, LATER], stop: 'provider_limit' },
    ],
    events: [
      ['1 review.appeared L', null, APPEARED],
      ['2 watch.trouble -', null, { trouble: 'provider_limit' }],
    ],
  },
  {
    name: 'an address that a limited view shows in another way is no move',
    first: { reviews: ALL, place: { isWhole: false, address: 'Zmyślona 1' } },
    days: [
      { reviews: ALL },
      { reviews: ALL, place: { isWhole: false, address: 'Zmyślona 1' } },
      { reviews: ALL, place: { address: 'ul. Zmyślona 2' } },
    ],
    events: [['3 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'ul. Zmyślona 2' }]],
  },
  {
    name: 'a review that the count of the place may not include did not appear by a whole list alone',
    first: { reviews: [A] },
    days: [{ reviews: [A, seen('P', { isOwn: false })] }],
    events: [],
  },
  {
    name: 'a single review: silent baseline, not visible, visible again, and a place that moved',
    kind: 'review',
    first: { ...ALONE, verdicts: { A: 'no_business_data' } },
    days: [
      { ...ALONE, place: sightedAt(PLACES.here), alone: A },
      { ...ALONE, trouble: 'withheld' },
      { ...ALONE, verdicts: { A: 'no_rating_section' } },
      { ...ALONE, verdicts: { A: 'no_business_card' } },
      { ...ALONE, place: sightedAt(PLACES.there), alone: A },
    ],
    events: [
      ['1 review.visible_again A', { visibility_reason: 'no_business_data' }, shown],
      ['3 review.not_visible A', shown, hidden],
      ['5 place.moved -', { place_id: PLACES.here }, { place_id: PLACES.there }],
      ['5 review.visible_again A', { visibility_reason: 'no_business_card' }, shown],
    ],
  },
];

/** The only row of the table of watches. */
const rowOf = ({ db }: WatchDatabase): Promise<Row<'watch'>> =>
  db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();

/** Records the checks one after the other in an empty database, and returns all events. */
async function eventsOf(database: WatchDatabase, { kind = 'place', first, days }: Case) {
  await addWatch(database, { kind });
  const events: unknown[] = [];
  for (const [day, found] of [first ?? { reviews: ALL }, ...days].entries())
    for (const { type, review_id, before, after } of await recordCheck(
      database,
      await rowOf(database),
      look(day, found),
    ))
      events.push([
        `${day} ${type} ${review_id ?? '-'}`,
        JSON.parse(before ?? 'null'),
        JSON.parse(after ?? 'null'),
      ]);
  await database.db.deleteFrom('watch').execute();
  return events;
}

async function inMemory(work: (database: WatchDatabase) => Promise<void>): Promise<void> {
  const database = await memoryDatabase();
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

test('makes the events of each course of checks, and no other', async () => {
  await inMemory(async (database) => {
    for (const course of CASES) expect(await eventsOf(database, course), course.name).toEqual(course.events);
  });
});

test('nothing is kept about a review that was deleted from the ledger', async () => {
  await inMemory(async (database) => {
    await addWatch(database);
    const row = () => rowOf(database);
    await recordCheck(database, await row(), look(0, { reviews: ALL }));
    await recordCheck(database, await row(), look(1, { reviews: [seen('A', { text: '' }), B, C] }));
    expect((await row()).place).toContain('text A');
    await database.db.deleteFrom('review').where('review_id', '=', 'A').execute();
    await recordCheck(database, await row(), look(2, { reviews: [B, C] }));
    expect((await row()).place).not.toContain('text A');
  });
});

test('the review of a link that names its author has the key of the author, also if no check has seen it', async () => {
  await inMemory(async (database) => {
    const watch = await addWatch(database, { kind: 'review' });
    const id = reviewOfAuthor('key');
    await recordCheck(database, watch, look(0, { ...ALONE, verdicts: { [id]: 'no_rating' } }));
    const row = await database.db.selectFrom('review').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ review_id: id, author_key: 'key', status: 'not_visible' });
  });
});

test('a watch that turns out to be of a forgotten author pauses and writes nothing about the author', async () => {
  await inMemory(async (database) => {
    const watch = await addWatch(database, { kind: 'review' });
    await database.db.insertInto('forgotten').values({ owner: 'o', author_key: 'key', at: START }).execute();
    const sighting = look(0, { ...ALONE, alone: seen('A', { authorKey: 'key' }) });
    expect(await recordCheck(database, watch, sighting)).toEqual([]);
    expect(await database.db.selectFrom('review').selectAll().execute()).toEqual([]);
    expect((await rowOf(database)).paused_at).toBe(START);
  });
});

test('missing reviews take turns: the review that was tried last comes last', async () => {
  await inMemory(async (database) => {
    const many = Array.from({ length: 5 }, (_, index) => seen(`R${index}`));
    await addWatch(database);
    const row = () => rowOf(database);
    const wanted = async (day: number, reviews: readonly ReturnType<typeof seen>[]) => {
      const { list } = look(day, { reviews });
      const known = await readKnown(database.db, await row());
      return missingReviews(known, list, new Set(reviews.map((one) => one.id))).map((one) => one.review_id);
    };
    await recordCheck(database, await row(), look(0, { reviews: many }));
    expect(await wanted(1, [])).toHaveLength(5);
    await recordCheck(database, await row(), look(1, { reviews: many.slice(2), verdicts: { R0: null } }));
    await recordCheck(database, await row(), look(2, { reviews: many.slice(3), verdicts: { R0: null } }));
    // R1 waits since day 1, R2 since day 2 like R0, which was tried then.
    expect((await wanted(3, many.slice(4)))[0]).toBe('R1');
    const { left_over } = await database.db
      .selectFrom('watch_check')
      .select('left_over')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(left_over).toBe(2);
    expect(await wanted(3, [])).toHaveLength(5);
    const { list } = look(3, { stop: 'withheld' });
    expect(missingReviews(await readKnown(database.db, await row()), list, new Set())).toEqual([]);
  });
});
