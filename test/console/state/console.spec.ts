import { monthStatistics, periodFigures } from '../../../src/console/reviews/statistics.js';
import { datedName, jobFileName } from '../../../src/kit/lists/file-name.js';
import { arrange, UNFILTERED } from '../../../src/kit/ui/state/arrange.js';
import { formatRoute, parseRoute, type Route } from '../../../src/kit/ui/state/route.js';
import { loadTexts } from '../../../src/kit/ui/texts.js';
import { expect, test } from '../../support/test.js';
import { sampleReview } from '../samples.js';

// The parts of the console that need no browser.

const unix = (text: string) => Date.parse(text) / 1000;

test('months without reviews count 0; reviews without stars do not change the average', () => {
  const reviews = [
    { date_unix: unix('2025-11-10T12:00:00Z'), stars: 5 },
    { date_unix: unix('2025-11-20T12:00:00Z'), stars: 2 },
    { date_unix: unix('2025-11-20T12:00:00Z'), stars: null },
    { date_unix: unix('2026-01-10T12:00:00Z'), stars: null },
  ] as const;
  const months = monthStatistics(reviews, true);
  expect(months).toEqual([
    { year: 2025, month: 10, count: 3, average: 3.5 },
    { year: 2025, month: 11, count: 0, average: null },
    { year: 2026, month: 0, count: 1, average: null },
  ]);
  // A review that was not read, or has no date, may be of the month without reviews.
  const unknown = { year: 2025, month: 11, count: null, average: null };
  expect(monthStatistics(reviews, false)[1]).toEqual(unknown);
  expect(monthStatistics([...reviews, { date_unix: null, stars: 1 }], true)[1]).toEqual(unknown);
  expect(monthStatistics([], true)).toEqual([]);
  expect(monthStatistics([{ date_unix: null, stars: 5 }], true)).toEqual([]);
});

test('each order puts unknown values last, and the search ignores case, accents and spaces', () => {
  const reviews = [
    sampleReview(1, { stars: 4, likes_count: 2 }),
    sampleReview(2, { stars: 1, review_text: 'Zażółć\u00a0gęślą jaźń', likes_count: 0 }),
    sampleReview(3, { stars: null, date_unix: null, likes_count: 9 }),
    sampleReview(4, { stars: 5, likes_count: 1, owner_response_text: 'Dziękujemy pięknie' }),
  ];
  const numbers = (changes: object) =>
    arrange(reviews, { ...UNFILTERED, ...changes }).map(({ review_id }) => Number(review_id.at(-1)));
  for (const [changes, found] of [
    [{ sort: 'newest' }, [4, 2, 1, 3]],
    [{ sort: 'oldest' }, [1, 2, 4, 3]],
    [{ sort: 'lowest' }, [2, 1, 4, 3]],
    [{ sort: 'highest' }, [4, 1, 2, 3]],
    [{ sort: 'likes' }, [3, 1, 4, 2]],
    [{ stars: new Set([5, null]) }, [4, 3]],
    [{ search: '  ZAZOLC  gesla\n' }, [2]],
    [{ search: 'dziekujemy' }, [4]],
    [{ search: 'osoba 3' }, [3]],
    [{ search: 'nigdzie' }, []],
  ] as const)
    expect(numbers(changes), JSON.stringify(changes)).toEqual(found);
});

test('every route comes back from its address', () => {
  const routes: Route[] = [
    { view: 'home', type: '', client: '', from: '', to: '', stars: '', done: '', by: 'day' },
    { view: 'settings' },
    { view: 'place', query: 'https://maps.app.goo.gl/a?b=c&d=#e ż' },
    { view: 'reviews', place: '0x1:0x2', arrangement: UNFILTERED },
    {
      view: 'reviews',
      place: 'https://maps.app.goo.gl/a?b=c&d=#e ż',
      arrangement: {
        stars: new Set([5, null]),
        marks: new Set(['unanswered', 'edited']),
        from: '2026-01-01',
        to: '2026-02-28',
        search: 'zimna zupa & „coś”',
        sort: 'lowest',
      },
    },
    { view: 'lists', id: '', show: '', group: '' },
    { view: 'lists', id: '5f0ce', show: 'hidden', group: '0 A & B = 100 % +' },
    { view: 'watch', id: 'w_A-1', state: '', kind: 'reviews', client: 'Żabka & syn', query: '' },
    { view: 'compare', ids: 'w_1,w_2' },
  ];
  for (const route of routes) expect(parseRoute(formatRoute(route))).toEqual(route);
  for (const hash of ['', '#', '#/', '#/nic?q=', '#/place', '#/reviews'])
    expect(parseRoute(hash)).toMatchObject({ view: 'home' });
});

const pl = await loadTexts('pl');
const en = await loadTexts('en');

test('counted nouns have the right Polish and English forms', () => {
  expect([0, 1, 2, 5, 12, 22, 1385].map((count) => pl.t('count.reviews', { count }))).toEqual([
    '0\u00a0opinii',
    '1\u00a0opinia',
    '2\u00a0opinie',
    '5\u00a0opinii',
    '12\u00a0opinii',
    '22\u00a0opinie',
    '1\u00a0385\u00a0opinii',
  ]);
  expect([1, 1385].map((count) => en.t('count.reviews', { count }))).toEqual([
    '1\u00a0review',
    '1,385\u00a0reviews',
  ]);
  expect(pl.t('count.reviewLinks', { count: 1501 })).toBe('1\u00a0501\u00a0linków do opinii');
  expect(pl.t('count.unknown', { count: 2 })).toBe('2\u00a0wiersze nierozpoznane');
});

test('a file has a plain name and its day', () => {
  expect(datedName('Żurkownia „Zażółć” / 2', new Date(2026, 10, 1))).toBe('zurkownia-zazolc-2-2026-11-01');
  expect(datedName(['opinie', null, '寿司'], '2026-11-01 12:00:00')).toBe('opinie-2026-11-01');
  expect(datedName('寿司', new Date(2026, 10, 1))).toBe('2026-11-01');
  const job = { id: '5f0c6e2a9b7d', type: 'review-visibility', created_at: '2026-11-01 12:00:00' } as const;
  expect(jobFileName(job, 'pl')).toBe('widocznosc-opinii-2026-11-01-5f0c6e');
  expect(jobFileName(job, 'en')).toBe('review-visibility-2026-11-01-5f0c6e');
  const hostile = { ...job, created_at: '/../../../', id: '/../\u001b' };
  expect(jobFileName(hostile, 'en'), 'names no other folder').toMatch(/^[a-z\d-]+$/);
});

const DAY = 86_400;
const NOW = unix('2026-11-22T12:00:00Z');
const ago = (days: number, stars: number | null = 5) => ({ date_unix: NOW - days * DAY, stars });

test('figures: 30 and 90 days with the time before, by the last change', () => {
  const old = { ...ago(400, 1), edited_unix: NOW - DAY };
  const reviews = [old, ago(10), ago(40, 2), ago(100, null)];
  expect(periodFigures(reviews, true, NOW)).toEqual([
    { days: 30, last: { count: 2, average: 3 }, before: { count: 1, average: 2 } },
    { days: 90, last: { count: 3, average: 8 / 3 }, before: { count: 1, average: null } },
  ]);
});

test('figures: an incomplete list covers the time since its oldest review, if it was read newest first', () => {
  const none = { count: null, average: null };
  const many = Array.from({ length: 24 }, (_, at) => ago(1 + 3 * at, at % 3 === 0 ? 1 : 5));
  const [month, quarter] = periodFigures(many, false, NOW);
  expect(month).toMatchObject({ last: { count: 10 }, before: { count: 10 } });
  expect(quarter).toMatchObject({ last: none, before: none });
  // Few reviews, or those of one rating, fall by chance: the most relevant reviews, or the best.
  const best = many.map((one) => ({ ...one, stars: 5 }));
  for (const chance of [[ago(40)], [ago(1), ago(70)], best, many.toReversed()])
    expect(periodFigures(chance, false, NOW)[0]).toMatchObject({ last: none, before: none });
  const undated = { date_unix: null, stars: 5 };
  expect(periodFigures([ago(1), undated], true, NOW)[0]).toMatchObject({ last: none, before: none });
});

test('filters: owner reply, text, photos, edited, days', () => {
  const reviews = [
    sampleReview(1, { has_owner_response: true, photos_count: 2 }),
    sampleReview(2, { review_text: '', author_total_reviews: 0 }),
    sampleReview(3, { date_text: 'Edytowano rok temu', author_total_reviews: null }),
    sampleReview(4, { edited_unix: unix('2026-03-05T23:30:00Z'), review_text: null }),
  ];
  const shown = (changes: object) =>
    arrange(reviews, { ...UNFILTERED, sort: 'oldest', ...changes }).map(({ review_id }) => review_id.at(-1));
  const marked = (...marks: string[]) => shown({ marks: new Set(marks) });
  expect(marked('unanswered')).toEqual(['2', '3', '4']);
  expect(marked('text')).toEqual(['1', '3']);
  expect(marked('photos')).toEqual(['1']);
  expect(marked('edited')).toEqual(['3', '4']);
  expect(marked('unanswered', 'text')).toEqual(['3']);
  expect(shown({ from: '2026-03-04', to: '2026-03-07' })).toEqual(['4']);
  expect(shown({ to: '2024-02-01' })).toEqual(['1', '2', '3']);
  // Whether it has a reply is unknown.
  const unknown = sampleReview(5, { has_owner_response: null });
  expect(arrange([unknown], { ...UNFILTERED, marks: new Set(['unanswered']) })).toEqual([]);
});

test('an address with unknown filters opens without them', () => {
  expect(parseRoute('#/reviews?place=a&stars=7,5&marks=x&from=2026-13-01&sort=random')).toMatchObject({
    arrangement: { ...UNFILTERED, stars: new Set([5]) },
  });
  expect(parseRoute('#/reviews?place=a&from=2026-02-31&to=2026-02-29')).toMatchObject({
    arrangement: UNFILTERED,
  });
});
