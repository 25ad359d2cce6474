import { reviewOfAuthor } from '../../../src/capabilities/watch/authors.js';
import { readKnown, recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { chosen, nominate } from '../../../src/capabilities/watch/nominate.js';
import { ledgerReview } from '../../../src/capabilities/watch/publish-watch.js';
import type { Row, WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { test as base, expect } from '../../support/test.js';
import { addWatch, DAY_MS, look, memoryDatabase, PLACES, START, seen } from '../../support/watched.js';

const [A, B, C] = [seen('A'), seen('B'), seen('C')];
const ALL = [A, B, C];
const REPLIED = seen('A', { reply: 'Dziękujemy' });
const withheld = { kind: 'reviews_withheld', text: 'Opinie są niedostępne', min: null, max: null } as const;
const removed = (min: number | null, max: number | null, text = 'Usunięto opinie') =>
  ({ kind: 'reviews_removed_defamation', text, min, max }) as const;
const other = (text: string) => ({ kind: 'other', text, min: null, max: null }) as const;
const closed = { kind: 'permanently_closed', text: 'Zamknięte na stałe', min: null, max: null } as const;

type Found = Parameters<typeof look>[1];

interface Case {
  readonly kind?: 'place' | 'review';
  /** The result of the check of day 0; by default all reviews. */
  readonly first?: Found;
  /** The results of the checks of the days after it. */
  readonly days: readonly Found[];
  /** The events: day, type, review, before, after; by default none. */
  readonly events?: readonly unknown[];
}

/** Notices as events tell them. */
const told = (...notices: readonly { readonly kind: string; readonly text: string }[]) => ({
  notices: notices.map(({ kind, text }) => ({ kind, text })),
});
const shown = { visibility_reason: 'visible' };
const hidden = { visibility_reason: 'no_rating_section' };
const APPEARED = { stars: 5, text: 'Dobre pierogi', photo_count: 1 };
const LATER = seen('L', { publishedAt: (START + DAY_MS) / 1_000 });
const UNREADABLE = { stop: 'unreadable', unread: 1 } as const;
/** The check of a single review reads no list; its place is known if the review is seen. */
const ALONE = { stop: null, place: null };
const WHOLE = { reviews: ALL };
const all = (values: Parameters<typeof seen>[1]) => ALL.map((one) => ({ ...one, ...values }));
const OWN_PAGES = { reviews: [], verdicts: { A: 'visible', B: 'visible', C: 'visible' } } as const;
/** A list without C, whose own page does not show it either, or cannot be judged. */
const LOST = { reviews: [A, B], verdicts: { C: 'no_rating_section' } } as const;
const UNPROVEN = { reviews: [A, B], verdicts: { C: null } };
const WITHHELD = {
  reviews: [],
  stop: 'withheld',
  place: { notices: [withheld], isWhole: false, reviewCount: null },
} as const;
const THERE = { placeId: PLACES.there, rating: 3, reviewCount: 80 };
const sightedAt = (placeId: string) => ({
  ...{ placeId, rating: null, reviewCount: null, address: null, isWhole: false },
});

const CASES: Readonly<Record<string, Case>> = {
  'the same reviews again make no event': { days: [WHOLE, WHOLE] },
  'a new review of a complete list appeared': {
    days: [{ reviews: [...ALL, seen('D', { reply: 'Dziękujemy' })] }],
    events: [['1 review.appeared D', null, { ...APPEARED, reply: 'Dziękujemy' }]],
  },
  'a review that is missing twice and confirmed is not visible, once': {
    days: [LOST, { reviews: [A, B] }],
    events: [['1 review.not_visible C', shown, hidden]],
  },
  'a loss names a notice once that both the page and the list of its place show': {
    days: [
      { ...WHOLE, place: { notices: [closed, closed] } },
      { ...LOST, place: { notices: [closed, { ...closed, text: 'Zamknięte na stałe.' }] } },
    ],
    events: [
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['2 review.not_visible C', shown, { ...hidden, ...told(closed) }],
    ],
  },
  'a missing review whose own page shows it makes no event': {
    days: [{ reviews: [A, B], verdicts: { C: 'visible' } }, WHOLE],
  },
  'a missing review without a verdict waits, and is confirmed by the next check, also without a whole list': {
    days: [UNPROVEN, { reviews: [A], stop: 'limited_view', verdicts: { C: 'no_business_card' } }],
    events: [['2 review.not_visible C', shown, { visibility_reason: 'no_business_card' }]],
  },
  'an incomplete list makes no review missing, and its reviews are compared': {
    days: [
      { reviews: [A], stop: 'limited_view' },
      { reviews: [seen('A', { stars: 1 })], stop: 'interrupted' },
    ],
    events: [['2 review.edited A', { stars: 5 }, { stars: 1 }]],
  },
  'a list with a record that cannot be read proves no absence, and starts no time of it': {
    days: [
      ...Array(4).fill({ reviews: [A, B], ...UNREADABLE, verdicts: { C: null } }),
      { reviews: [A, B], ...UNREADABLE, verdicts: { C: 'no_rating_section' } },
    ],
    events: [['5 review.not_visible C', shown, hidden]],
  },
  'a lower review count and its return make no event': {
    days: [
      { ...WHOLE, place: { reviewCount: 2 } },
      { ...WHOLE, place: { reviewCount: 3 } },
    ],
  },
  'a rating with the same first decimal makes no event': {
    days: [
      { ...WHOLE, place: { rating: 4.549999 } },
      { ...WHOLE, place: { rating: 4.5, isWhole: false } },
      { ...WHOLE, place: { rating: 4.4 } },
    ],
    events: [['3 place.rating_changed -', { rating: 4.5 }, { rating: 4.4 }]],
  },
  'a review that is shown again': {
    days: [LOST, WHOLE],
    events: [
      ['1 review.not_visible C', shown, hidden],
      ['2 review.visible_again C', hidden, shown],
    ],
  },
  'a review that was edited while it was not visible is shown again and edited': {
    days: [LOST, { reviews: [A, B, seen('C', { stars: 2, text: 'Zimne' })], stop: 'provider_limit' }],
    events: [
      ['1 review.not_visible C', shown, hidden],
      ['2 review.visible_again C', hidden, shown],
      ['2 review.edited C', { stars: 5, text: 'Dobre pierogi' }, { stars: 2, text: 'Zimne' }],
    ],
  },
  'stars, text and photos: one event with the fields that differ': {
    days: [{ reviews: [seen('A', { stars: 4, photos: 3 }), B, C] }],
    events: [['1 review.edited A', { stars: 5, photo_count: 1 }, { stars: 4, photo_count: 3 }]],
  },
  'an unknown value never differs from the known value, which stays': {
    days: [
      {
        reviews: [seen('A', { stars: null, text: null, photos: null, reply: undefined, author: null }), B, C],
      },
      WHOLE,
      { ...WHOLE, place: { rating: null, reviewCount: null, address: null, name: null } },
      WHOLE,
    ],
  },
  'another name of the author, other words of the date and other line breaks make no event': {
    days: [
      { reviews: [seen('A', { author: 'Ania', dateText: '2 lata temu', text: 'Dobre\npierogi ' }), B, C] },
    ],
  },
  'the list and the notices of the check that finds another place say nothing about a review that is missing':
    {
      days: [
        ...[1, 2].map(() => UNPROVEN),
        { reviews: [seen('N')], place: { placeId: PLACES.there, notices: [closed] } },
        { reviews: [seen('N')], place: { placeId: PLACES.there } },
      ],
      events: [
        ['3 place.moved -', { place_id: PLACES.here }, { place_id: PLACES.there }],
        ['4 review.missing C', null, null],
      ],
    },
  'a list whose reviews are withheld makes no review missing': {
    days: [...[1, 2].map(() => UNPROVEN), { reviews: [A], stop: 'withheld' }, UNPROVEN],
    events: [['4 review.missing C', null, null]],
  },
  'a review that only its own page showed is told as missing when that page cannot be judged any more': {
    days: [{ reviews: [A, B], verdicts: { C: 'visible' } }, ...[2, 3, 4].map(() => UNPROVEN)],
    events: [['4 review.missing C', null, null]],
  },
  'a text that was gone once before a loss is told when the review is shown again without it': {
    days: [
      { reviews: [A, B, seen('C', { text: '', reply: 'Dziękujemy' })] },
      LOST,
      { reviews: [A, B, seen('C', { text: '' })] },
    ],
    events: [
      ['1 reply.appeared C', { reply: null }, { reply: 'Dziękujemy' }],
      ['2 review.not_visible C', shown, hidden],
      ['3 review.visible_again C', hidden, shown],
      ['3 review.edited C', { text: 'Dobre pierogi' }, { text: '' }],
    ],
  },
  'a text that is gone counts when two lists lack it': {
    days: [
      { reviews: [seen('A', { text: '' }), B, C] },
      { reviews: [seen('A', { text: null }), B, C] },
      { reviews: [seen('A', { text: '' }), B, C] },
    ],
    events: [['3 review.edited A', { text: 'Dobre pierogi' }, { text: '' }]],
  },
  'texts and photos that are empty in all reviews at once are not read any more: a trouble, once': {
    days: [
      { reviews: all({ text: '', photos: 0 }) },
      { reviews: all({ text: '', photos: 0 }) },
      { ...ALONE, trouble: 'provider_blocked' },
      { reviews: all({ text: '', photos: 0 }) },
      WHOLE,
      { reviews: all({ text: '' }) },
      WHOLE,
    ],
    events: [
      ['2 watch.trouble -', null, { trouble: 'field_unreadable' }],
      ['5 watch.recovered -', { trouble: 'field_unreadable' }, null],
    ],
  },
  'replies that are proven empty are withdrawn, also all at once, if they are still gone a day later': {
    first: { reviews: all({ reply: 'Dziękujemy' }) },
    days: [WHOLE, WHOLE, WHOLE],
    events: ['A', 'B', 'C'].map((id) => [
      `2 reply.withdrawn ${id}`,
      { reply: 'Dziękujemy' },
      { reply: null },
    ]),
  },
  'replies of an unknown shape are a trouble, and reviews that only their own pages show are none': {
    first: { reviews: all({ reply: 'Dziękujemy' }) },
    days: [
      OWN_PAGES,
      OWN_PAGES,
      { reviews: all({ reply: undefined }) },
      { reviews: all({ reply: undefined }) },
    ],
    events: [['4 watch.trouble -', null, { trouble: 'field_unreadable' }]],
  },
  'replies that a second check of the same day still lacks, and a later check shows, were dropped': {
    first: { reviews: all({ reply: 'Dziękujemy' }) },
    days: [WHOLE, { reviews: ALL, hours: -12 }, { reviews: all({ reply: 'Dziękujemy' }) }],
  },
  'what own pages lack is unknown; what they show is told, and ends what waits': {
    first: { reviews: [REPLIED, { ...REPLIED, id: 'B' }, C] },
    days: [
      { reviews: [{ ...REPLIED, text: '' }, C] },
      ...[1, 2].map(() => ({
        reviews: [C],
        verdicts: { A: 'visible' as const, B: 'visible' as const },
        pages: [REPLIED, seen('B', { text: '', photos: 0 })],
      })),
      { reviews: [{ ...REPLIED, text: '' }, C] },
      { reviews: [REPLIED, C], verdicts: { B: 'visible' }, pages: [seen('B', { text: 'Zimne', photos: 0 })] },
    ],
    events: [['5 review.edited B', { text: 'Dobre pierogi' }, { text: 'Zimne' }]],
  },
  'a reply appears, is edited, and is withdrawn when two lists lack it': {
    days: [
      { reviews: [seen('A', { reply: 'Dziękujemy' }), B, C] },
      { reviews: [seen('A', { reply: 'Zapraszamy' }), B, C] },
      WHOLE,
      { reviews: [seen('A', { reply: undefined }), B, C] },
      WHOLE,
      WHOLE,
      WHOLE,
    ],
    events: [
      ['1 reply.appeared A', { reply: null }, { reply: 'Dziękujemy' }],
      ['2 reply.edited A', { reply: 'Dziękujemy' }, { reply: 'Zapraszamy' }],
      ['5 reply.withdrawn A', { reply: 'Zapraszamy' }, { reply: null }],
    ],
  },
  'a reply that was never read is no reply that appeared': {
    days: [
      { reviews: [...ALL, seen('D', { reply: undefined })] },
      { reviews: [...ALL, seen('D', { reply: 'Hej' })] },
    ],
    events: [['1 review.appeared D', null, APPEARED]],
  },
  'another rating is an event, and so is a count that two readings show, higher or lower': {
    days: [
      { ...WHOLE, place: { rating: 4.4 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 8 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: null } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 9 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 2 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 12 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 2 } },
      { ...WHOLE, place: { rating: 4.4, reviewCount: 2 } },
    ],
    events: [
      ['1 place.rating_changed -', { rating: 4.5 }, { rating: 4.4 }],
      ['4 place.rating_changed -', { review_count: 3 }, { review_count: 9 }],
      ['8 place.rating_changed -', { review_count: 9 }, { review_count: 2 }],
    ],
  },
  'withheld reviews are a notice, and no review is reported as not visible': {
    days: [WITHHELD, WITHHELD, WHOLE, WHOLE],
    events: [
      ['1 notice.changed -', told(), told(withheld)],
      ['4 notice.changed -', told(withheld), told()],
    ],
  },
  'a notice is different if its numbers differ, not its words; a cut page removes no notice': {
    days: [
      { ...WHOLE, place: { notices: [removed(2, 5)] } },
      { ...WHOLE, place: { notices: [removed(2, 5, 'Od 2 do 5 opinii')] } },
      { ...WHOLE, place: { notices: [removed(null, null)] } },
      { ...WHOLE, place: { isWhole: false } },
      { ...WHOLE, place: { isWhole: false } },
      { ...WHOLE, place: { notices: [removed(6, 10, 'Więcej')] } },
    ],
    events: [
      ['1 notice.changed -', told(), told(removed(2, 5))],
      ['6 notice.changed -', told(removed(2, 5)), told(removed(2, 5, 'Więcej'))],
    ],
  },
  'notices of unknown kinds are told apart by their letters': {
    days: ['Opinie ukryte', 'OPINIE  ukryte.', 'Sprawdzamy opinie', 'Sprawdzamy opinie'].map((text) => ({
      reviews: ALL,
      place: { notices: [other(text)] },
    })),
    events: [
      ['1 notice.changed -', told(), told(other('Opinie ukryte'))],
      [
        '3 notice.changed -',
        told(other('Opinie ukryte')),
        told(other('Opinie ukryte'), other('Sprawdzamy opinie')),
      ],
      [
        '4 notice.changed -',
        told(other('Opinie ukryte'), other('Sprawdzamy opinie')),
        told(other('Sprawdzamy opinie')),
      ],
    ],
  },
  'a place closes, and opens when two whole pages say so': {
    days: [
      { ...WHOLE, place: { notices: [closed], isWhole: false } },
      { ...WHOLE, place: { isWhole: false } },
      WHOLE,
      WHOLE,
    ],
    events: [
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['4 place.reopened -', { closed: 'permanently' }, { closed: null }],
    ],
  },
  'an address that two whole pages show is a move; another case or punctuation, or one page, is not': {
    days: [
      { ...WHOLE, place: { address: 'Ul. Zmyślona 1,' } },
      { ...WHOLE, place: { address: 'ul. Inna 3' } },
      { ...WHOLE, place: { address: 'Zmyślona', isWhole: false } },
      WHOLE,
      { ...WHOLE, place: { address: 'ul. Nowa 2' } },
      { ...WHOLE, place: { address: 'Ul. Nowa 2' } },
    ],
    events: [['6 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'Ul. Nowa 2' }]],
  },
  'a place becomes part of another place: its reviews are not missing, and the reviews of the other place did not appear':
    {
      days: [
        { reviews: [A, seen('X')], place: THERE },
        { reviews: [A, seen('X'), seen('Y')], place: THERE },
      ],
      events: [
        ['1 place.moved -', { place_id: PLACES.here }, { place_id: PLACES.there }],
        ['2 review.appeared Y', null, APPEARED],
      ],
    },
  'a place whose id has another first half has not moved': {
    days: [{ ...WHOLE, place: { placeId: PLACES.renumbered } }],
  },
  'a list of another place makes no event while the place was not read': {
    days: [
      { reviews: [seen('X')], listOf: PLACES.there, place: null, trouble: 'provider_unavailable' },
      WHOLE,
    ],
  },
  'three checks in a row without a result are reported once, and so is their end': {
    days: [
      { ...ALONE, trouble: 'provider_blocked' },
      { ...ALONE, trouble: 'provider_blocked' },
      { ...ALONE, trouble: 'deadline_exceeded' },
      { ...ALONE, trouble: 'provider_blocked' },
      WHOLE,
      WHOLE,
    ],
    events: [
      ['3 watch.trouble -', null, { trouble: 'deadline_exceeded' }],
      ['5 watch.recovered -', { trouble: 'provider_blocked' }, null],
    ],
  },
  'three disturbed lists in a row are reported as trouble, and lists below the count are not': {
    days: [
      ...[1, 2, 3, 4].map(() => ({ reviews: ALL, stop: 'provider_limit' }) as const),
      ...[5, 6, 7, 8].map(() => ({ reviews: ALL, stop: 'interrupted' }) as const),
    ],
    events: [['7 watch.trouble -', null, { trouble: 'interrupted' }]],
  },
  'the first whole list swallows no difference from what disturbed lists and the place showed before': {
    first: { reviews: ALL, stop: 'interrupted' },
    days: [
      { reviews: [seen('A', { stars: 1 }), B, C, seen('D')], place: { rating: 3.1, notices: [closed] } },
    ],
    events: [
      ['1 place.rating_changed -', { rating: 4.5 }, { rating: 3.1 }],
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['1 review.edited A', { stars: 5 }, { stars: 1 }],
    ],
  },
  'the first whole list tells what differs from the earlier reading, and nothing that had no earlier value': {
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
      ['1 review.edited A', { stars: 5 }, { stars: 1 }],
      ['2 review.not_visible C', shown, { ...hidden, ...told(removed(2, 5)) }],
    ],
  },
  'without a whole list, only reviews of a later date appeared': {
    first: { reviews: [A], stop: 'provider_limit' },
    days: [
      { reviews: [A, B, LATER], stop: 'provider_limit' },
      { reviews: [A, LATER], stop: 'provider_limit' },
    ],
    events: [['1 review.appeared L', null, APPEARED]],
  },
  'an address that a limited view shows in another way is no move': {
    first: { ...WHOLE, place: { isWhole: false, address: 'Zmyślona 1' } },
    days: [
      WHOLE,
      { ...WHOLE, place: { isWhole: false, address: 'Zmyślona 1' } },
      { ...WHOLE, place: { address: 'ul. Zmyślona 2' } },
      { ...WHOLE, place: { address: 'ul. Zmyślona 2' } },
    ],
    events: [['4 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'ul. Zmyślona 2' }]],
  },
  'a review that the count of the place may not include did not appear by a whole list alone': {
    first: { reviews: [A] },
    days: [{ reviews: [A, seen('P', { isOwn: false })] }],
  },
  'a single review: silent baseline, not visible, visible again, and a place that moved': {
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
};

const idsOf = (nominated: readonly { readonly review: { readonly review_id: string } }[]) =>
  nominated.map(({ review }) => review.review_id);

/** One watch in an empty database, and its ledger. */
async function ledgerOf(database: WatchDatabase, kind: Row<'watch'>['kind'] = 'place') {
  const { db } = database;
  await addWatch(database, { kind });
  const row = () => db.selectFrom('watch').selectAll().executeTakeFirstOrThrow();
  return {
    db,
    row,
    /** Records a check of this day; its events. */
    record: async (day: number, found: Found) => recordCheck(database, await row(), look(day, found)),
    review: (id: string) =>
      db.selectFrom('review').selectAll().where('review_id', '=', id).executeTakeFirstOrThrow(),
    /** The reviews that a check of this day nominates. */
    nominated: async (day: number, found: Found) =>
      nominate(await readKnown(db, await row()), { isGone: false, ...look(day, found) }),
    /** The author of this key is forgotten. */
    forget: () => db.insertInto('forgotten').values({ owner: 'o', author_key: 'key', at: START }).execute(),
  };
}

const test = base.extend<{ database: WatchDatabase; ledger: Awaited<ReturnType<typeof ledgerOf>> }>({
  database: async ({}, use) => {
    await using database = await memoryDatabase();
    await use(database);
  },
  ledger: async ({ database }, use) => use(await ledgerOf(database)),
});

for (const [what, { kind, first = WHOLE, days, events = [] }] of Object.entries(CASES))
  test(`makes the events of a course of checks, and no other: ${what}`, async ({ database }) => {
    const { record } = await ledgerOf(database, kind);
    const made: unknown[] = [];
    for (const [day, found] of [first, ...days].entries())
      for (const { type, review_id, before, after } of await record(day, found)) {
        const values = [before, after].map((value) => JSON.parse(value ?? 'null'));
        made.push([`${day} ${type} ${review_id ?? '-'}`, ...values]);
      }
    expect(made).toEqual(events);
  });

test('nothing is kept about a review that was deleted from the ledger', async ({ ledger }) => {
  const { db, row, record } = ledger;
  await record(0, WHOLE);
  await record(1, { reviews: [seen('A', { text: '' }), B, C] });
  const waiting = () => db.selectFrom('review').select('waiting').execute();
  expect(JSON.stringify(await waiting())).toContain('text');
  expect((await row()).place).not.toContain('text');
  await db.deleteFrom('review').where('review_id', '=', 'A').execute();
  await record(2, { reviews: [B, C] });
  expect(await waiting()).toEqual([{ waiting: null }, { waiting: null }]);
});

test('the review of a link that names its author has the key of the author, also if no check has seen it', async ({
  database,
}) => {
  const { record, review } = await ledgerOf(database, 'review');
  const id = reviewOfAuthor('key');
  await record(0, { ...ALONE, verdicts: { [id]: 'no_rating' } });
  expect(await review(id)).toMatchObject({ author_key: 'key', status: 'not_visible' });
});

test('a watch that turns out to be of a forgotten author pauses and writes nothing about the author', async ({
  database,
}) => {
  const { db, row, record, forget } = await ledgerOf(database, 'review');
  await forget();
  expect(await record(0, { ...ALONE, alone: seen('A', { authorKey: 'key' }) })).toEqual([]);
  expect(await db.selectFrom('review').selectAll().execute()).toEqual([]);
  expect((await row()).paused_at).toBe(START);
});

test('a review whose own page names a forgotten author is written no more, and is found by its author', async ({
  ledger: { record, review, forget },
}) => {
  await record(0, WHOLE);
  await forget();
  const own = seen('C', { authorKey: 'key', text: 'Zimne', author: 'Ewa' });
  for (const day of [1, 2])
    expect(await record(day, { reviews: [A, B], verdicts: { C: 'visible' }, pages: [own] })).toEqual([]);
  // Nor does its absence from the lists make it missing, or that a list names the author.
  for (const day of [3, 4, 5, 6])
    expect(await record(day, { reviews: [A, B, ...(day > 4 ? [own] : [])] })).toEqual([]);
  const kept = { author_key: 'key', text: C.text, author: C.author, last_seen_at: START };
  expect(await review('C')).toMatchObject(kept);
});

/** Reviews with dates, the newest first: R0 is the newest. */
const dated = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    seen(`R${index}`, { publishedAt: 1_700_000_000 - index * 3_600 }),
  );
const CUT = { stop: 'provider_limit' } as const;
const EIGHT = dated(8);
/** The list goes past R1 and R4, and ends before R6. */
const PART = [0, 2, 3, 5].flatMap((index) => EIGHT[index] ?? []);

test('a list nominates the reviews that it went past, and others when three lists did not show them', async ({
  ledger: { record, nominated },
}) => {
  await record(0, { reviews: EIGHT, ...CUT });
  const past = { reviews: PART, ...CUT };
  expect(idsOf(await nominated(1, past))).toEqual(['R1', 'R4']);
  // In another order than by date, a list went past no date.
  expect(await nominated(1, { reviews: PART.toReversed(), ...CUT })).toEqual([]);
  const [first, second, third, fourth] = PART;
  if (!first || !second || !third || !fourth) throw new Error('no list');
  expect(await nominated(1, { reviews: [third, first, fourth], ...CUT })).toEqual([]);
  // The last review may stand at the date of its change: the list went past no earlier date.
  const edited = { ...fourth, publishedAt: 1_600_000_000, editedAt: fourth.publishedAt };
  const changed = await nominated(1, { reviews: [first, second, third, edited], ...CUT });
  expect(idsOf(changed)).toEqual(['R1', 'R4']);
  for (const stop of ['limited_view', 'withheld'] as const)
    expect(await nominated(1, { reviews: PART, stop })).toEqual([]);
  for (const day of [1, 2]) await record(day, past);
  expect(idsOf(await nominated(3, past)).toSorted()).toEqual(['R1', 'R4', 'R6', 'R7']);
});

test('reviews that became missing last come first, and reviews that their own page shows step back', async ({
  ledger: { record, nominated },
}) => {
  const all = dated(6);
  const rest = { reviews: all.slice(3) };
  await record(0, { reviews: all });
  await record(1, { reviews: all.slice(2), verdicts: { R0: 'visible' } });
  // R1 is missing since day 1, R2 since now; R0 was shown by its own page.
  expect(idsOf(await nominated(2, rest))).toEqual(['R2', 'R1', 'R0']);
  await record(2, { ...rest, verdicts: { R2: null, R0: 'visible' } });
  // The proof of R2 was tried, R1 still waits, and R0 waits for two intervals.
  expect(idsOf(await nominated(3, rest))).toEqual(['R1', 'R2']);
  expect(idsOf(await nominated(4, rest)).toSorted()).toEqual(['R0', 'R1', 'R2']);
  await record(4, { ...rest, verdicts: { R0: 'visible' } });
  const due = async (day: number) => idsOf(await nominated(day, rest)).includes('R0');
  expect([await due(7), await due(8)]).toEqual([false, true]);
  // A list that shows it again ends the waiting.
  await record(5, { reviews: all });
  await record(6, { reviews: all.slice(1) });
  expect(await due(7)).toBe(true);
});

test('a clock that was a year ahead delays neither an event nor a proof', async ({ ledger }) => {
  const { record, nominated } = ledger;
  const cut = { reviews: [seen('A', { text: '' }), B] };
  await record(0, WHOLE);
  expect(await record(365, { ...cut, verdicts: { C: 'visible' } })).toEqual([]);
  expect(await record(1, cut)).toMatchObject([{ type: 'review.edited', review_id: 'A' }]);
  expect(idsOf(await nominated(2, cut))).toEqual(['C']);
});

test('what a clock that was a year ahead wrote hides no loss, no missing review and no new one', async ({
  ledger: { record, nominated },
}) => {
  const made: unknown[] = [];
  const check = async (day: number, found: Found) => {
    for (const { type, review_id: id, last_seen_at: seenAt } of await record(day, { ...CUT, ...found })) {
      made.push([day, type, id]);
      expect(seenAt ?? 0).toBeLessThan(START + day * DAY_MS);
    }
  };
  await check(364, { reviews: EIGHT });
  await check(365, { reviews: PART, verdicts: { R1: null } });
  // The list ends before R6 and R7, which nothing has shown since.
  const unseen = idsOf(await nominated(1, { reviews: PART, ...CUT }));
  expect(unseen.toSorted()).toEqual(['R1', 'R4', 'R6', 'R7']);
  const later = seen('R8', { publishedAt: START / 1_000 + 2.5 * 86_400 });
  for (const day of [1, 2, 3])
    await check(day, { reviews: day === 3 ? [later, ...PART] : PART, verdicts: { R1: null } });
  expect(made).toEqual([
    [3, 'review.appeared', 'R8'],
    [3, 'review.missing', 'R4'],
    [3, 'review.missing', 'R1'],
  ]);
});

test('many reviews that became missing at once get more proofs at once, and tried ones do not', async ({
  ledger: { record, nominated },
}) => {
  const reviews = dated(700);
  const counts: number[] = [];
  await record(0, { reviews });
  const rest = new Set(reviews.map(({ id }) => id));
  for (let day = 1; day < 7; day += 1) {
    const proven = chosen(await nominated(day, {}), 10).map(({ review_id: id }) => id);
    counts.push(proven.length);
    for (const id of proven) rest.delete(id);
    await record(day, { verdicts: Object.fromEntries(proven.map((id) => [id, 'no_rating_section'])) });
  }
  expect(counts).toEqual([300, 200, 100, 50, 50, 0]);
  expect(rest.size).toBe(0);
});

test('a loss names when the review was seen last, when it was missed first, and another review of its author', async ({
  ledger: { record },
}) => {
  await record(0, { reviews: [seen('A', { authorKey: 'anna' }), B, C] });
  await record(1, { reviews: [B, C], verdicts: { A: null } });
  await record(4, { ...ALONE, trouble: 'provider_blocked' });
  const verdicts = { A: 'no_rating_section', B: 'no_rating_section' } as const;
  const events = await record(5, { reviews: [C, seen('A2', { authorKey: 'anna' })], verdicts });
  const lost = events.filter(({ type }) => type === 'review.not_visible');
  const [seenAt, missedAt] = [START + DAY_MS, START + 5 * DAY_MS];
  expect(lost).toMatchObject([
    { review_id: 'A', last_seen_at: START, first_missed_at: seenAt, same_author_review_id: 'A2' },
    { review_id: 'B', last_seen_at: seenAt, first_missed_at: missedAt, same_author_review_id: null },
  ]);
});

test('a review that three lists lack without a verdict is told as missing, once, and told when it is shown again', async ({
  ledger: { record, review },
}) => {
  const made: unknown[] = [];
  const check = async (day: number, found: Found) => {
    for (const event of await record(day, found))
      made.push([day, event.type, event.review_id, event.last_seen_at, event.first_missed_at]);
  };
  await check(0, WHOLE);
  for (const day of [1, 2]) await check(day, UNPROVEN);
  await check(3, { ...ALONE, trouble: 'provider_blocked' });
  expect(made).toEqual([]);
  await check(4, UNPROVEN);
  await check(5, { reviews: [A, B] });
  expect(made).toEqual([[4, 'review.missing', 'C', START, START + DAY_MS]]);
  await check(6, WHOLE);
  expect(made.slice(1)).toEqual([[6, 'review.visible_again', 'C', null, null]]);
  expect((await review('C')).first_missed_at).toBeNull();
});

test('a place that is proven to be gone is a result: told after two checks, with its reviews nominated', async ({
  ledger: { record, nominated, row },
}) => {
  const gone = { ...ALONE, isGone: true };
  await record(0, WHOLE);
  expect(await record(1, gone)).toEqual([]);
  expect(idsOf(await nominated(2, gone)).toSorted()).toEqual(['A', 'B', 'C']);
  const events = await record(2, { ...gone, verdicts: { A: 'no_business_card', B: null } });
  expect(events.map(({ type, review_id: id, before, after }) => [type, id, before, after])).toEqual([
    ['place.gone', null, '{"rating":4.5,"review_count":3}', '{"rating":null,"review_count":null}'],
    ['review.not_visible', 'A', JSON.stringify(shown), '{"visibility_reason":"no_business_card"}'],
  ]);
  const missing = (await record(3, gone)).map(({ type, review_id: id }) => `${type} ${id}`);
  expect(missing.toSorted()).toEqual(['review.missing B', 'review.missing C']);
  expect(await row()).toMatchObject({ trouble: null, failures: 0, proven_at: START + 3 * DAY_MS });
  const back = (await record(4, WHOLE)).map(({ type }) => type);
  expect(back).toEqual(['place.shown_again', ...Array(3).fill('review.visible_again')]);
});

test('a notice of an unknown kind that replaces another one is told, and so is one beside it', async ({
  ledger: { record },
}) => {
  const texts: unknown[] = [];
  for (const [day, notices] of [
    [other('Coś o zdjęciach.')],
    [other('coś o zdjęciach')],
    [other('Coś o zdjęciach.'), other('Coś o opiniach.')],
  ].entries())
    for (const { after } of await record(day, { ...WHOLE, place: { notices } }))
      texts.push(JSON.parse(after ?? '{}'));
  expect(texts).toMatchObject([{ notices: [{ text: 'Coś o zdjęciach.' }, { text: 'Coś o opiniach.' }] }]);
});

test('a version was seen last when its content was read, not when the review was seen', async ({
  ledger: { record, review },
}) => {
  const replied = { reviews: [REPLIED, B, C] };
  await record(0, replied);
  await record(1, { reviews: [{ ...REPLIED, reply: undefined }, B, C] });
  await record(2, { reviews: [B, C], verdicts: { A: 'visible' } });
  expect(await review('A')).toMatchObject({ last_seen_at: START + 2 * DAY_MS, read_at: START });
  await record(3, replied);
  expect((await review('A')).read_at).toBe(START + 3 * DAY_MS);
});

test('a reply that no check could read is published apart from no reply', async ({ ledger }) => {
  const { record, review } = ledger;
  await record(0, { reviews: [seen('A', { reply: undefined }), B] });
  for (const [id, isRead] of [
    ['A', false],
    ['B', true],
  ] as const) {
    const row = await review(id);
    const { versions } = ledgerReview(row, [row], String);
    expect(versions.map(({ reply, reply_read }) => [reply, reply_read])).toEqual([[null, isRead]]);
  }
});
