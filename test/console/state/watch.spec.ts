import { changesOf } from '../../../src/capabilities/watch/console/event-kinds.js';
import { newReviewsOf, sinceMove } from '../../../src/capabilities/watch/console/history-chart.js';
import { isName, restOf, subjectsOf } from '../../../src/capabilities/watch/console/subjects.js';
import { loadWatchTexts } from '../../../src/capabilities/watch/console/texts.js';
import { countsText, hiddenOf } from '../../../src/capabilities/watch/console/watch-figures.js';
import { createNews, readWatches } from '../../../src/capabilities/watch/console/watch-stores.js';
import { changedFacts } from '../../../src/capabilities/watch/event-texts.js';
import { EVENT, WATCH } from '../../../src/capabilities/watch/examples.js';
import { EVENT_TYPES, type EventData } from '../../../src/capabilities/watch/published.js';
import { createFormats } from '../../../src/core/texts/formats.js';
import { readText } from '../../../src/kit/lists/read-list.js';
import { type ListSource, parseSource } from '../../../src/kit/ui/input/source.js';
import { formatRoute, parseRoute, watchOf } from '../../../src/kit/ui/state/route.js';
import { expect, test } from '../../support/test.js';

// The parts of the watch in the console that need no browser.

const words = await loadWatchTexts('pl');

test('an event names the figures that differ, and unknown ones as unknown', () => {
  const facts = (before: object | null, after: object) => changedFacts('pl', before, after);
  expect(facts({ rating: 4.7, review_count: 121 }, { rating: 4.6, review_count: 121 })).toEqual([
    'Średnia: 4,7 → 4,6',
  ]);
  expect(facts({ stars: 5 }, { stars: null })).toEqual(['Gwiazdki: 5 → brak danych']);
  expect(facts(null, { stars: 5 })).toEqual([]);
  expect(facts({ closed: null }, { closed: 'temporarily' })).toEqual(['Zamknięte: nie → tymczasowo']);
  expect(facts({ review_count: 12_345 }, { review_count: 12_346 })).toEqual([
    'Liczba opinii: 12\u00a0345 → 12\u00a0346',
  ]);
  expect(facts(null, { trouble: 'limited_view' })[0]).toContain('nie pokazują teraz całej listy');
  expect(facts(null, { trouble: 'nowy_kod' })).toEqual(['Powód: nieznany powód: nowy_kod']);
});

test('how many reviews are shown is not said of a place that is gone', () => {
  const counts = WATCH.counts && { ...WATCH.counts, visible: 0 };
  const textOf = (watch: object) =>
    countsText(words, { ...WATCH, counts, ...watch }, createFormats('pl')).join();
  expect(textOf({})).toContain('widoczne: 0');
  expect(textOf({ gone_at: '2026-11-28 02:44:00' })).not.toContain('widoczne: 0');
  const coverage = WATCH.coverage && { ...WATCH.coverage, unread: 2 };
  expect(textOf({ coverage })).toContain('odczytane opinie: 211, nieodczytane: 2');
});

test('while reviews wait for a verdict, it is not known that none is hidden', () => {
  const coverage = WATCH.coverage && { ...WATCH.coverage, complete: true };
  const hidden = (counts: object) =>
    hiddenOf({ ...WATCH, coverage, counts: WATCH.counts && { ...WATCH.counts, not_visible: 0, ...counts } });
  expect(hidden({})).toMatchObject({ value: 0, isLeast: false });
  expect(hidden({ unconfirmed: 1 })).toBeNull();
  expect(hidden({ not_seen_lately: 1 })).toBeNull();
  expect(hidden({ not_visible: 2, unconfirmed: 1 })).toMatchObject({ value: 2, isLeast: true });
});

test('the change of a rating is of one place, and nothing where it is not known', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T02:00:00Z`;
  const told = (type: EventData['type'], before: EventData['before'], after: EventData['after']) => ({
    ...{ ...EVENT, watch_id: 'a', type, before, after },
  });
  const change = (events: EventData[], figures: object | null = {}) => {
    const known = { rating: 4.5, review_count: 9, at: '2026-11-20 03:00:00', at_utc: day(20), ...figures };
    const watch = { ...WATCH, kind: 'place' as const, id: 'a', figures: figures && known };
    return changesOf([watch], events, '2026-11-01').get('a');
  };
  const changed = told('place.rating_changed', { rating: 4.25 }, { rating: 4.75 });
  expect(change([changed])).toBe(0.25);
  expect(change([])).toBeUndefined();
  expect(change([told('place.moved', { address: 'A' }, { address: 'B' })])).toBeUndefined();
  expect(change([changed, told('place.moved', { place_id: 'ChIJa' }, { place_id: 'ChIJb' })])).toBeNull();
  expect(change([changed], null)).toBeNull();
  expect(change([], { at: '2026-10-01 02:00:00' })).toBeNull();
  // Before the first event, the place was gone.
  const again = told('place.shown_again', null, { rating: 4.5 });
  expect(change([again])).toBeNull();
  const gone = told('place.gone', { rating: 4.75 }, { rating: null });
  expect(change([changed, gone, again])).toBe(0.25);
  expect(change([gone, again])).toBe(-0.25);
});

test('a list gives each place, review or name once, with name, note and client; as a text it is the same list', () => {
  const table =
    'Uwagi;Firma;Klient;Link\npilne;Firma A;Hotel;https://maps.app.goo.gl/A\n;Firma B;;ChIJJz6dChxbFkcRFk6Qq9KBXD8';
  expect(subjectsOf(readText(table, 'places'))).toEqual([
    { subject: 'https://maps.app.goo.gl/A', label: 'Firma A', note: 'pilne', client: 'Hotel' },
    { subject: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', label: 'Firma B' },
  ]);
  const text = 'https://maps.app.goo.gl/A\nhttps://maps.app.goo.gl/A\npierogarnia kraków';
  const subjects = subjectsOf(readText(text, 'places'));
  expect(subjects.map(isName)).toEqual([false, true]);
});

test('what was not added stays in the list with all of its columns, and is read as it was', () => {
  const rest = (source: ListSource, ...added: string[]) => {
    const own = parseSource(source, 'places');
    const left = restOf(source, own, new Set(added));
    return { left, own: parseSource(left, 'places') };
  };
  const text = (...lines: string[]) => ({ kind: 'text', text: lines.join('\n'), name: null }) as const;
  const [a, b] = ['https://maps.app.goo.gl/A', 'https://maps.app.goo.gl/B'];
  // Rows with a name, an id, or nothing that is a place keep their other columns.
  const kept = rest(
    text('NIP;Firma;Klient;Link', `1;A;Hotel;${a}`, `2;"B ""2""";;${b}`, '3;C;Hotel;brak'),
    a,
  );
  const table = [
    ['NIP', 'Firma', 'Klient', 'Link'],
    ['2', 'B ""2""', '', b],
    ['3', 'C', 'Hotel', 'brak'],
  ];
  const quoted = table.map((cells) => cells.map((cell) => `"${cell}"`).join('\t')).join('\n');
  expect.soft(kept.left).toMatchObject({ kind: 'text', column: 3, headings: 1, text: quoted });
  expect.soft(subjectsOf(kept.own)).toEqual([
    { subject: b, label: 'B "2"' },
    { subject: 'C', label: 'C', client: 'Hotel' },
  ]);
  // Of a sheet without headings, too, the names without a link stay.
  const bareNames = rest(text(`Bar Zmyślony;Łódź;${a}`, 'Hotel Niebyły;Łódź;'), a);
  expect.soft(subjectsOf(bareNames.own)).toEqual([{ subject: 'Hotel Niebyły' }]);
  // An id beside a name is still an id when it stands alone.
  const beside = text('Miejsce;Nazwa', `${a};Hotel A`, '1234567890123456789;Hotel B');
  expect
    .soft(subjectsOf(rest(beside, a).own))
    .toEqual([{ subject: '1234567890123456789', label: 'Hotel B' }]);
  const bare = text(`${a};Hotel A`, '1234567890123456789;Hotel B');
  expect.soft(subjectsOf(rest(bare, a).own)).toMatchObject([{ subject: '1234567890123456789' }]);
  // A number that a spreadsheet has rounded stays a number: as a text it would be another CID.
  const rows = [
    ['CID', 'Nazwa'],
    ['12345678901234567890', 'A'],
    [1.234567890123456e18, 'B'],
  ] as const;
  const rounded = rest({ kind: 'sheet', rows, name: 'a.xlsx' }, '12345678901234567890');
  expect.soft(rounded.left).toMatchObject({ kind: 'sheet', rows: [rows[0], rows[2]] });
  expect.soft(rounded.own.rounded).toEqual([2]);
  expect
    .soft(rest(text(a, a, b, 'pierogarnia kraków'), a).left)
    .toMatchObject({ text: `${b}\npierogarnia kraków` });
  expect.soft(rest(text(a, b), a, b).left).toMatchObject({ text: '' });
  expect.soft(rest(text('Link;Nazwa', `${a};A`, `${b};B`), a, b).left).toMatchObject({ text: '' });
});

test('a watch that moves between two parts of the list is neither lost nor doubled', async () => {
  const named = (...ids: string[]) => ids.map((id) => ({ ...WATCH, id }));
  const parts = [
    { watches: named('a', 'b'), next: 'b', total: 4 },
    // Meanwhile, b fell behind, and c moved to the top with a new event.
    { watches: named('b', 'd'), next: null, total: 4 },
    { watches: named('c', 'a'), next: 'a', total: 4 },
    { watches: named('b', 'd'), next: null, total: 4 },
  ];
  const api = { data: async () => parts.shift() };
  const read = () => readWatches(api as never, {}, new AbortController().signal);
  const { watches, isWhole } = await read();
  expect(watches.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(isWhole).toBe(true);
  // A list that is cut in each reading says so, and a watch that has left it is not named again.
  for (const id of ['a', 'b', 'c']) parts.push({ watches: named(id), next: null, total: 2 });
  expect(await read()).toMatchObject({ watches: [{ id: 'c' }], isWhole: false });
});

test('a number of changes that comes after its page was left, or with another key, is not shown', async () => {
  const answers: ((answer: object) => void)[] = [];
  const data = () => new Promise<object>((resolve) => void answers.push(resolve));
  const news = createNews({ api: { data }, store: () => ({ since: () => 0 }) } as never);
  const left = new AbortController();
  const [late, now] = [news.read(left.signal), news.read()];
  left.abort();
  answers[1]?.({ events: [], total: 0 });
  await now;
  answers[0]?.({ events: [EVENT], total: 1 });
  await late;
  expect(news.count.value).toBe(0);
});

test('new reviews may be more than were found, and those of another place are left out with its figures', () => {
  const at = (day: number) => `2026-11-0${day} 08:00:00`;
  const course = [1, 2, 3].map((day) => {
    const counts = { review_count: 1, visible: 1, not_visible: 0 };
    return { day: at(day).slice(0, 10), rating: 5 - day, ...counts };
  });
  const events = [1, 3].map((day) => ({ type: 'review.appeared', at: at(day), after: null }) as const);
  const known = { course, events, cover: { is_known: true } };
  expect(newReviewsOf(known)).toBe(2);
  expect(newReviewsOf({ ...known, cover: { is_known: false } })).toBe('≥ 2');
  expect(newReviewsOf({ ...known, events: [], cover: { is_known: false } })).toBeNull();
  const moved = { type: 'place.moved', at: at(2), after: { place_id: 'ChIJx' } } as const;
  const since = sinceMove({ ...known, events: [moved, ...events] });
  expect([since.course.map(({ rating }) => rating), newReviewsOf(since)]).toEqual([[3, 2], 1]);
  expect(sinceMove(known)).toEqual(known);
});

test('every address of the watch comes back from its text', () => {
  const routes = [
    watchOf(),
    watchOf('w_1'),
    { view: 'watch', id: '', state: 'trouble', kind: 'place', client: 'Hotel „A”', query: 'a&b ż' },
    {
      ...({ view: 'home' } as const),
      ...{ type: 'review.edited', client: 'A', from: '2026-11-01', to: '', stars: '2' },
      ...{ done: '', by: 'day' },
    },
    { view: 'settings' },
  ] as const;
  for (const route of routes) expect(parseRoute(formatRoute(route))).toEqual(route);
});

test('what is not known is not only what was not read: a difference may wait, and a review may be deleted', async () => {
  const NONE = { known: 0, all: 1, paused: 0 };
  for (const { t } of [words, await loadWatchTexts('en')])
    for (const text of [t('watch.start.notKnown', NONE), t('watch.compare.freshOf'), t('watch.one.noEvents')])
      expect(text).toMatch(/czeka na potwierdzenie.*usunięto|waits for confirmation.*deleted/);
});

test('texts: every event type has one, intervals read as people say them, and both languages differ', async () => {
  const en = await loadWatchTexts('en');
  expect(words.eventTypes.map(([type]) => type)).toEqual(EVENT_TYPES);
  expect([1, 6, 24, 48, 168].map(words.every)).toEqual([
    'co godzinę',
    'co 6\u00a0godzin',
    'codziennie',
    'co 2\u00a0dni',
    'co 7\u00a0dni',
  ]);
  expect(JSON.stringify(en)).not.toMatch(/[ąćęłńóśźż]/i);
});
