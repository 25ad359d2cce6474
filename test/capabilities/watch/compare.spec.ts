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
const UNREADABLE = { stop: 'unreadable', unread: 1 } as const;
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
    name: 'a loss names a notice once that both the page and the list of its place show',
    days: [
      { reviews: ALL, place: { notices: [closed, closed] } },
      {
        ...{ reviews: [A, B], verdicts: { C: 'no_rating_section' } },
        place: { notices: [closed, { ...closed, text: 'Zamknięte na stałe.' }] },
      },
    ],
    events: [
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['2 review.not_visible C', shown, { ...hidden, notices: [{ kind: closed.kind, text: closed.text }] }],
    ],
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
    name: 'a list with a record that cannot be read proves no absence, and starts no time of it',
    days: [
      ...Array(4).fill({ reviews: [A, B], ...UNREADABLE, verdicts: { C: null } }),
      { reviews: [A, B], ...UNREADABLE, verdicts: { C: 'no_rating_section' } },
    ],
    events: [['5 review.not_visible C', shown, hidden]],
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
    events: [['3 place.rating_changed -', { rating: 4.5 }, { rating: 4.4 }]],
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
    name: 'the list and the notices of the check that finds another place say nothing about a review that is missing',
    days: [
      ...[1, 2].map(() => ({ reviews: [A, B], verdicts: { C: null } })),
      { reviews: [seen('N')], place: { placeId: PLACES.there, notices: [closed] } },
      { reviews: [seen('N')], place: { placeId: PLACES.there } },
    ],
    events: [
      ['3 place.moved -', { place_id: PLACES.here }, { place_id: PLACES.there }],
      ['4 review.missing C', null, null],
    ],
  },
  {
    name: 'a list whose reviews are withheld makes no review missing',
    days: [
      ...[1, 2].map(() => ({ reviews: [A, B], verdicts: { C: null } })),
      { reviews: [A], stop: 'withheld' },
      { reviews: [A, B], verdicts: { C: null } },
    ],
    events: [['4 review.missing C', null, null]],
  },
  {
    name: 'a review that only its own page showed is told as missing when that page cannot be judged any more',
    days: [
      { reviews: [A, B], verdicts: { C: 'visible' } },
      ...[2, 3, 4].map(() => ({ reviews: [A, B], verdicts: { C: null } })),
    ],
    events: [['4 review.missing C', null, null]],
  },
  {
    name: 'a text that was gone once before a loss is told when the review is shown again without it',
    days: [
      { reviews: [A, B, seen('C', { text: '', reply: 'Dziękujemy' })] },
      { reviews: [A, B], verdicts: { C: 'no_rating_section' } },
      { reviews: [A, B, seen('C', { text: '' })] },
    ],
    events: [
      ['1 reply.appeared C', { reply: null }, { reply: 'Dziękujemy' }],
      ['2 review.not_visible C', shown, hidden],
      ['3 review.visible_again C', hidden, shown],
      ['3 review.edited C', { text: 'Dobre pierogi' }, { text: '' }],
    ],
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
    name: 'texts and photos that are empty in all reviews at once are not read any more: a trouble, once',
    days: [
      { reviews: ALL.map((one) => ({ ...one, text: '', photos: 0 })) },
      { reviews: ALL.map((one) => ({ ...one, text: '', photos: 0 })) },
      { stop: null, place: null, trouble: 'provider_blocked' },
      { reviews: ALL.map((one) => ({ ...one, text: '', photos: 0 })) },
      { reviews: ALL },
      { reviews: ALL.map((one) => ({ ...one, text: '' })) },
      { reviews: ALL },
    ],
    events: [
      ['2 watch.trouble -', null, { trouble: 'field_unreadable' }],
      ['5 watch.recovered -', { trouble: 'field_unreadable' }, null],
    ],
  },
  {
    name: 'replies that are proven empty are withdrawn, also all at once, if they are still gone a day later',
    first: { reviews: ALL.map((one) => ({ ...one, reply: 'Dziękujemy' })) },
    days: [{ reviews: ALL }, { reviews: ALL }, { reviews: ALL }],
    events: ['A', 'B', 'C'].map((id) => [
      `2 reply.withdrawn ${id}`,
      { reply: 'Dziękujemy' },
      { reply: null },
    ]),
  },
  {
    name: 'replies of an unknown shape are a trouble, and reviews that only their own pages show are none',
    first: { reviews: ALL.map((one) => ({ ...one, reply: 'Dziękujemy' })) },
    days: [
      { reviews: [], verdicts: { A: 'visible', B: 'visible', C: 'visible' } },
      { reviews: [], verdicts: { A: 'visible', B: 'visible', C: 'visible' } },
      { reviews: ALL.map((one) => ({ ...one, reply: undefined })) },
      { reviews: ALL.map((one) => ({ ...one, reply: undefined })) },
    ],
    events: [['4 watch.trouble -', null, { trouble: 'field_unreadable' }]],
  },
  {
    name: 'replies that a second check of the same day still lacks, and a later check shows, were dropped',
    first: { reviews: ALL.map((one) => ({ ...one, reply: 'Dziękujemy' })) },
    days: [
      { reviews: ALL },
      { reviews: ALL, hours: -12 },
      { reviews: ALL.map((one) => ({ ...one, reply: 'Dziękujemy' })) },
    ],
    events: [],
  },
  {
    name: 'what own pages lack is unknown; what they show is told, and ends what waits',
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
    name: 'another rating is an event, and so is a count that two readings show, higher or lower',
    days: [
      { reviews: ALL, place: { rating: 4.4 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 8 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: null } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 9 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 2 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 12 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 2 } },
      { reviews: ALL, place: { rating: 4.4, reviewCount: 2 } },
    ],
    events: [
      ['1 place.rating_changed -', { rating: 4.5 }, { rating: 4.4 }],
      ['4 place.rating_changed -', { review_count: 3 }, { review_count: 9 }],
      ['8 place.rating_changed -', { review_count: 9 }, { review_count: 2 }],
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
    name: 'notices of unknown kinds are told apart by their letters',
    days: ['Opinie ukryte', 'OPINIE  ukryte.', 'Sprawdzamy opinie', 'Sprawdzamy opinie'].map((text) => ({
      ...{ reviews: ALL, place: { notices: [{ ...removed(null, null), kind: 'other' as const, text }] } },
    })),
    events: [
      ['1 notice.changed -', { notices: [] }, { notices: [{ kind: 'other', text: 'Opinie ukryte' }] }],
      [
        '3 notice.changed -',
        { notices: [{ kind: 'other', text: 'Opinie ukryte' }] },
        {
          notices: [
            { kind: 'other', text: 'Opinie ukryte' },
            { kind: 'other', text: 'Sprawdzamy opinie' },
          ],
        },
      ],
      [
        '4 notice.changed -',
        {
          notices: [
            { kind: 'other', text: 'Opinie ukryte' },
            { kind: 'other', text: 'Sprawdzamy opinie' },
          ],
        },
        { notices: [{ kind: 'other', text: 'Sprawdzamy opinie' }] },
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
    name: 'an address that two whole pages show is a move; another case or punctuation, or one page, is not',
    days: [
      { reviews: ALL, place: { address: 'Ul. Zmyślona 1,' } },
      { reviews: ALL, place: { address: 'ul. Inna 3' } },
      { reviews: ALL, place: { address: 'Zmyślona', isWhole: false } },
      { reviews: ALL },
      { reviews: ALL, place: { address: 'ul. Nowa 2' } },
      { reviews: ALL, place: { address: 'Ul. Nowa 2' } },
    ],
    events: [['6 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'Ul. Nowa 2' }]],
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
    name: 'three disturbed lists in a row are reported as trouble, and lists below the count are not',
    days: [
      ...[1, 2, 3, 4].map(() => ({ reviews: ALL, stop: 'provider_limit' }) as const),
      ...[5, 6, 7, 8].map(() => ({ reviews: ALL, stop: 'interrupted' }) as const),
    ],
    events: [['7 watch.trouble -', null, { trouble: 'interrupted' }]],
  },
  {
    name: 'the first whole list swallows no difference from what disturbed lists and the place showed before',
    first: { reviews: ALL, stop: 'interrupted' },
    days: [
      {
        reviews: [seen('A', { stars: 1 }), B, C, seen('D')],
        place: { rating: 3.1, notices: [closed] },
      },
    ],
    events: [
      ['1 place.rating_changed -', { rating: 4.5 }, { rating: 3.1 }],
      ['1 place.closed -', { closed: null }, { closed: 'permanently' }],
      ['1 review.edited A', { stars: 5 }, { stars: 1 }],
    ],
  },
  {
    name: 'the first whole list tells what differs from the earlier reading, and nothing that had no earlier value',
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
    events: [['1 review.appeared L', null, APPEARED]],
  },
  {
    name: 'an address that a limited view shows in another way is no move',
    first: { reviews: ALL, place: { isWhole: false, address: 'Zmyślona 1' } },
    days: [
      { reviews: ALL },
      { reviews: ALL, place: { isWhole: false, address: 'Zmyślona 1' } },
      { reviews: ALL, place: { address: 'ul. Zmyślona 2' } },
      { reviews: ALL, place: { address: 'ul. Zmyślona 2' } },
    ],
    events: [['4 place.moved -', { address: 'ul. Zmyślona 1' }, { address: 'ul. Zmyślona 2' }]],
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
  return events;
}

const test = base.extend<{ database: WatchDatabase }>({
  database: async ({}, use) => {
    const database = await memoryDatabase();
    await use(database);
    await database.close();
  },
});

for (const course of CASES)
  test(`makes the events of a course of checks, and no other: ${course.name}`, async ({ database }) => {
    expect(await eventsOf(database, course)).toEqual(course.events);
  });

test('nothing is kept about a review that was deleted from the ledger', async ({ database }) => {
  await addWatch(database);
  const row = () => rowOf(database);
  await recordCheck(database, await row(), look(0, { reviews: ALL }));
  await recordCheck(database, await row(), look(1, { reviews: [seen('A', { text: '' }), B, C] }));
  const waiting = () => database.db.selectFrom('review').select('waiting').execute();
  expect(JSON.stringify(await waiting())).toContain('text');
  expect((await row()).place).not.toContain('text');
  await database.db.deleteFrom('review').where('review_id', '=', 'A').execute();
  await recordCheck(database, await row(), look(2, { reviews: [B, C] }));
  expect(await waiting()).toEqual([{ waiting: null }, { waiting: null }]);
});

test('the review of a link that names its author has the key of the author, also if no check has seen it', async ({
  database,
}) => {
  const watch = await addWatch(database, { kind: 'review' });
  const id = reviewOfAuthor('key');
  await recordCheck(database, watch, look(0, { ...ALONE, verdicts: { [id]: 'no_rating' } }));
  const row = await database.db.selectFrom('review').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ review_id: id, author_key: 'key', status: 'not_visible' });
});

test('a watch that turns out to be of a forgotten author pauses and writes nothing about the author', async ({
  database,
}) => {
  const watch = await addWatch(database, { kind: 'review' });
  await database.db.insertInto('forgotten').values({ owner: 'o', author_key: 'key', at: START }).execute();
  const sighting = look(0, { ...ALONE, alone: seen('A', { authorKey: 'key' }) });
  expect(await recordCheck(database, watch, sighting)).toEqual([]);
  expect(await database.db.selectFrom('review').selectAll().execute()).toEqual([]);
  expect((await rowOf(database)).paused_at).toBe(START);
});

test('a review whose own page names a forgotten author is written no more, and is found by its author', async ({
  database: { db, ...database },
}) => {
  await addWatch({ db });
  const check = async (day: number, found: Parameters<typeof look>[1]) =>
    recordCheck({ db }, await rowOf({ db, ...database }), look(day, found));
  await check(0, { reviews: ALL });
  await db.insertInto('forgotten').values({ owner: 'o', author_key: 'key', at: START }).execute();
  const own = seen('C', { authorKey: 'key', text: 'Zimne', author: 'Ewa' });
  for (const day of [1, 2])
    expect(await check(day, { reviews: [A, B], verdicts: { C: 'visible' }, pages: [own] })).toEqual([]);
  // Nor does its absence from the lists make it missing, or that a list names the author.
  for (const day of [3, 4, 5, 6])
    expect(await check(day, { reviews: [A, B, ...(day > 4 ? [own] : [])] })).toEqual([]);
  const row = await db
    .selectFrom('review')
    .selectAll()
    .where('review_id', '=', 'C')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ author_key: 'key', text: C.text, author: C.author, last_seen_at: START });
});

/** What is known about the only watch, and what a list that it reads on this day nominates. */
async function nominatedOn(
  { db }: WatchDatabase,
  day: number,
  reviews: readonly ReturnType<typeof seen>[],
  stop: 'end' | 'provider_limit' | 'limited_view' | 'withheld' = 'end',
) {
  const { at, list } = look(day, { reviews, stop });
  return nominate(await readKnown(db, await rowOf({ db } as WatchDatabase)), {
    at,
    list,
    reviews,
    isGone: false,
  });
}
const idsOf = (nominated: readonly { readonly review: { readonly review_id: string } }[]) =>
  nominated.map(({ review }) => review.review_id);
/** Reviews with dates, the newest first: R0 is the newest. */
const dated = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    seen(`R${index}`, { publishedAt: 1_700_000_000 - index * 3_600 }),
  );

test('a list nominates the reviews that it went past, and others when three lists did not show them', async ({
  database,
}) => {
  await addWatch(database);
  const all = dated(8);
  await recordCheck(database, await rowOf(database), look(0, { reviews: all, stop: 'provider_limit' }));
  const part = [all[0], all[2], all[3], all[5]].flatMap((one) => one ?? []);
  expect(idsOf(await nominatedOn(database, 1, part, 'provider_limit'))).toEqual(['R1', 'R4']);
  // In another order than by date, a list went past no date.
  expect(await nominatedOn(database, 1, part.toReversed(), 'provider_limit')).toEqual([]);
  const [first, second, third, fourth] = part;
  if (!first || !second || !third || !fourth) throw new Error('no list');
  expect(await nominatedOn(database, 1, [third, first, fourth], 'provider_limit')).toEqual([]);
  // The last review may stand at the date of its change: the list went past no earlier date.
  const edited = { ...fourth, publishedAt: 1_600_000_000, editedAt: fourth.publishedAt };
  const past = await nominatedOn(database, 1, [first, second, third, edited], 'provider_limit');
  expect(idsOf(past)).toEqual(['R1', 'R4']);
  for (const stop of ['limited_view', 'withheld'] as const)
    expect(await nominatedOn(database, 1, part, stop)).toEqual([]);
  for (const day of [1, 2])
    await recordCheck(database, await rowOf(database), look(day, { reviews: part, stop: 'provider_limit' }));
  expect(idsOf(await nominatedOn(database, 3, part, 'provider_limit')).toSorted()).toEqual([
    'R1',
    'R4',
    'R6',
    'R7',
  ]);
});

test('reviews that became missing last come first, and reviews that their own page shows step back', async ({
  database,
}) => {
  const all = dated(6);
  await addWatch(database);
  const record = async (day: number, reviews: readonly ReturnType<typeof seen>[], verdicts = {}) =>
    recordCheck(database, await rowOf(database), look(day, { reviews, verdicts }));
  await record(0, all);
  await record(1, all.slice(2), { R0: 'visible' });
  // R1 is missing since day 1, R2 since now; R0 was shown by its own page.
  expect(idsOf(await nominatedOn(database, 2, all.slice(3)))).toEqual(['R2', 'R1', 'R0']);
  await record(2, all.slice(3), { R2: null, R0: 'visible' });
  // The proof of R2 was tried, R1 still waits, and R0 waits for two intervals.
  expect(idsOf(await nominatedOn(database, 3, all.slice(3)))).toEqual(['R1', 'R2']);
  expect(idsOf(await nominatedOn(database, 4, all.slice(3))).toSorted()).toEqual(['R0', 'R1', 'R2']);
  await record(4, all.slice(3), { R0: 'visible' });
  const due = async (day: number) => idsOf(await nominatedOn(database, day, all.slice(3))).includes('R0');
  expect([await due(7), await due(8)]).toEqual([false, true]);
  // A list that shows it again ends the waiting.
  await record(5, all);
  await record(6, all.slice(1));
  expect(await due(7)).toBe(true);
});

test('a clock that was a year ahead delays neither an event nor a proof', async ({ database }) => {
  await addWatch(database);
  const cut = [seen('A', { text: '' }), B];
  const record = async (day: number, found: Parameters<typeof look>[1]) =>
    recordCheck(database, await rowOf(database), look(day, found));
  await record(0, { reviews: ALL });
  expect(await record(365, { reviews: cut, verdicts: { C: 'visible' } })).toEqual([]);
  expect(await record(1, { reviews: cut })).toMatchObject([{ type: 'review.edited', review_id: 'A' }]);
  expect(idsOf(await nominatedOn(database, 2, cut))).toEqual(['C']);
});

test('what a clock that was a year ahead wrote hides no loss, no missing review and no new one', async ({
  database,
}) => {
  await addWatch(database);
  const all = dated(8);
  const part = [all[0], all[2], all[3], all[5]].flatMap((one) => one ?? []);
  const told: unknown[] = [];
  const record = async (day: number, found: Parameters<typeof look>[1]) => {
    const events = await recordCheck(
      database,
      await rowOf(database),
      look(day, { stop: 'provider_limit', ...found }),
    );
    for (const { type, review_id: id, last_seen_at: seenAt } of events) {
      told.push([day, type, id]);
      expect(seenAt ?? 0).toBeLessThan(START + day * DAY_MS);
    }
  };
  await record(364, { reviews: all });
  await record(365, { reviews: part, verdicts: { R1: null } });
  // The list ends before R6 and R7, which nothing has shown since.
  expect(idsOf(await nominatedOn(database, 1, part, 'provider_limit')).toSorted()).toEqual([
    ...['R1', 'R4', 'R6', 'R7'],
  ]);
  const later = seen('R8', { publishedAt: START / 1_000 + 2.5 * 86_400 });
  for (const day of [1, 2, 3])
    await record(day, { reviews: day === 3 ? [later, ...part] : part, verdicts: { R1: null } });
  expect(told).toEqual([
    [3, 'review.appeared', 'R8'],
    [3, 'review.missing', 'R4'],
    [3, 'review.missing', 'R1'],
  ]);
});

test('many reviews that became missing at once get more proofs at once, and tried ones do not', async ({
  database,
}) => {
  await addWatch(database);
  const all = dated(700);
  const counts: number[] = [];
  await recordCheck(database, await rowOf(database), look(0, { reviews: all }));
  const rest = new Map(all.map((one) => [one.id, one]));
  for (let day = 1; day < 7; day += 1) {
    const nominated = await nominatedOn(database, day, []);
    const proven = chosen(nominated, 10);
    counts.push(proven.length);
    const verdicts = Object.fromEntries(
      proven.map(({ review_id: id }) => [id, 'no_rating_section' as const]),
    );
    for (const id of Object.keys(verdicts)) rest.delete(id);
    await recordCheck(database, await rowOf(database), look(day, { reviews: [], verdicts }));
  }
  expect(counts).toEqual([300, 200, 100, 50, 50, 0]);
  expect(rest.size).toBe(0);
});

test('a loss names when the review was seen last, when it was missed first, and another review of its author', async ({
  database,
}) => {
  const row = () => rowOf(database);
  await addWatch(database);
  const mine = seen('A', { authorKey: 'anna' });
  await recordCheck(database, await row(), look(0, { reviews: [mine, B, C] }));
  await recordCheck(database, await row(), look(1, { reviews: [B, C], verdicts: { A: null } }));
  await recordCheck(database, await row(), look(4, { trouble: 'provider_blocked', stop: null, place: null }));
  const replaced = seen('A2', { authorKey: 'anna' });
  const verdicts = { A: 'no_rating_section', B: 'no_rating_section' } as const;
  const events = await recordCheck(database, await row(), look(5, { reviews: [C, replaced], verdicts }));
  expect(events.filter(({ type }) => type === 'review.not_visible')).toMatchObject([
    {
      ...{ review_id: 'A', last_seen_at: START, first_missed_at: START + DAY_MS },
      same_author_review_id: 'A2',
    },
    {
      ...{ review_id: 'B', last_seen_at: START + DAY_MS, first_missed_at: START + 5 * DAY_MS },
      same_author_review_id: null,
    },
  ]);
});

test('a review that three lists lack without a verdict is told as missing, once, and told when it is shown again', async ({
  database,
}) => {
  await addWatch(database);
  const told: unknown[] = [];
  const record = async (day: number, reviews: readonly ReturnType<typeof seen>[], found = {}) => {
    for (const event of await recordCheck(database, await rowOf(database), look(day, { reviews, ...found })))
      told.push([day, event.type, event.review_id, event.last_seen_at, event.first_missed_at]);
  };
  await record(0, ALL);
  await record(1, [A, B], { verdicts: { C: null } });
  await record(2, [A, B], { verdicts: { C: null } });
  await record(3, [], { trouble: 'provider_blocked', stop: null, place: null });
  expect(told).toEqual([]);
  await record(4, [A, B], { verdicts: { C: null } });
  await record(5, [A, B]);
  expect(told).toEqual([[4, 'review.missing', 'C', START, START + DAY_MS]]);
  await record(6, ALL);
  expect(told.slice(1)).toEqual([[6, 'review.visible_again', 'C', null, null]]);
  expect(
    (
      await database.db
        .selectFrom('review')
        .selectAll()
        .where('review_id', '=', 'C')
        .executeTakeFirstOrThrow()
    ).first_missed_at,
  ).toBeNull();
});

test('a place that is proven to be gone is a result: told after two checks, with its reviews nominated', async ({
  database,
}) => {
  const row = () => rowOf(database);
  await addWatch(database);
  await recordCheck(database, await row(), look(0, { reviews: ALL }));
  const gone = { stop: null, place: null, isGone: true } as const;
  const { db } = database;
  expect(await recordCheck(database, await row(), look(1, gone))).toEqual([]);
  const known = await readKnown(db, await row());
  const nominated = nominate(known, { at: START + 2 * DAY_MS, list: null, reviews: [], isGone: true });
  expect(idsOf(nominated).toSorted()).toEqual(['A', 'B', 'C']);
  const verdicts = { A: 'no_business_card', B: null } as const;
  const events = await recordCheck(database, await row(), look(2, { ...gone, verdicts }));
  expect(events.map(({ type, review_id: id, before, after }) => [type, id, before, after])).toEqual([
    ['place.gone', null, '{"rating":4.5,"review_count":3}', '{"rating":null,"review_count":null}'],
    ['review.not_visible', 'A', JSON.stringify(shown), '{"visibility_reason":"no_business_card"}'],
  ]);
  const missing = await recordCheck(database, await row(), look(3, gone));
  expect(missing.map(({ type, review_id: id }) => `${type} ${id}`).toSorted()).toEqual([
    'review.missing B',
    'review.missing C',
  ]);
  expect(await row()).toMatchObject({ trouble: null, failures: 0, proven_at: START + 3 * DAY_MS });
  const back = await recordCheck(database, await row(), look(4, { reviews: [A, B, C] }));
  expect(back.map(({ type }) => type)).toEqual([
    'place.shown_again',
    ...['review.visible_again', 'review.visible_again', 'review.visible_again'],
  ]);
});

test('a notice of an unknown kind that replaces another one is told, and so is one beside it', async ({
  database,
}) => {
  await addWatch(database);
  const other = (text: string) => ({ kind: 'other', text, min: null, max: null }) as const;
  const texts: unknown[] = [];
  for (const [day, notices] of [
    [other('Coś o zdjęciach.')],
    [other('coś o zdjęciach')],
    [other('Coś o zdjęciach.'), other('Coś o opiniach.')],
  ].entries())
    for (const { after } of await recordCheck(
      database,
      await rowOf(database),
      look(day, { reviews: ALL, place: { notices } }),
    ))
      texts.push(JSON.parse(after ?? '{}'));
  expect(texts).toMatchObject([{ notices: [{ text: 'Coś o zdjęciach.' }, { text: 'Coś o opiniach.' }] }]);
});

test('a version was seen last when its content was read, not when the review was seen', async ({
  database,
}) => {
  await addWatch(database);
  const row = () => rowOf(database);
  const replied = seen('A', { reply: 'Dziękujemy' });
  await recordCheck(database, await row(), look(0, { reviews: [replied, B, C] }));
  await recordCheck(database, await row(), look(1, { reviews: [{ ...replied, reply: undefined }, B, C] }));
  await recordCheck(database, await row(), look(2, { reviews: [B, C], verdicts: { A: 'visible' } }));
  const { db } = database;
  const times = () =>
    db
      .selectFrom('review')
      .select(['last_seen_at', 'read_at'])
      .where('review_id', '=', 'A')
      .executeTakeFirstOrThrow();
  expect(await times()).toEqual({ last_seen_at: START + 2 * DAY_MS, read_at: START });
  await recordCheck(database, await row(), look(3, { reviews: [replied, B, C] }));
  expect((await times()).read_at).toBe(START + 3 * DAY_MS);
});

test('a reply that no check could read is published apart from no reply', async ({ database }) => {
  await addWatch(database);
  await recordCheck(
    database,
    await rowOf(database),
    look(0, { reviews: [seen('A', { reply: undefined }), B] }),
  );
  const { db } = database;
  const replies: unknown[] = [];
  for (const row of await db.selectFrom('review').selectAll().orderBy('review_id').execute()) {
    const published = ledgerReview(row, [row], String);
    replies.push(published.versions.map(({ reply, reply_read }) => [reply, reply_read]));
  }
  expect(replies).toEqual([[[null, false]], [[null, true]]]);
});
