import { changedFacts } from '../../../src/capabilities/watch/console/event-list.js';
import { isName, subjectsOf, textOf } from '../../../src/capabilities/watch/console/subjects.js';
import { loadWatchTexts } from '../../../src/capabilities/watch/console/texts.js';
import { countsText, hiddenOf } from '../../../src/capabilities/watch/console/watch-figures.js';
import { readWatches } from '../../../src/capabilities/watch/console/watch-stores.js';
import { WATCH } from '../../../src/capabilities/watch/examples.js';
import { EVENT_TYPES } from '../../../src/capabilities/watch/published.js';
import { createFormats } from '../../../src/core/texts/formats.js';
import { readText } from '../../../src/kit/lists/read-list.js';
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
  expect(facts(null, { trouble: 'limited_view' })[0]).toContain('nie pokazuje teraz całej listy');
  expect(facts(null, { trouble: 'nowy_kod' })).toEqual(['Powód: nieznany powód: nowy_kod']);
});

test('how many reviews are shown is not said of a place that is gone', () => {
  const counts = WATCH.counts && { ...WATCH.counts, visible: 0 };
  const textOf = (watch: object) =>
    countsText(words, { ...WATCH, counts, ...watch }, createFormats('pl')).join();
  expect(textOf({})).toContain('widoczne: 0');
  expect(textOf({ gone_at: '2026-11-28 02:44:00' })).not.toContain('widoczne: 0');
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
  expect(textOf(subjects, '')).toBe('https://maps.app.goo.gl/A\npierogarnia kraków');
  const rows = [
    { subject: 'Bar "U Zmyślonych"', client: 'Hotel; pensjonat', note: 'pilne\tważne' },
    { subject: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', label: 'Firma B' },
  ];
  const again = textOf(rows, words.t('watch.add.headings'));
  expect(subjectsOf(readText(again, 'places'))).toEqual(rows);
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
  const watches = await readWatches(api as never, {}, new AbortController().signal);
  expect(watches.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
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

test('texts: every event type has one, intervals read as people say them, and both languages differ', async () => {
  const en = await loadWatchTexts('en');
  expect(words.events.types.map(([type]) => type)).toEqual(EVENT_TYPES);
  expect([1, 6, 24, 48, 168].map(words.every)).toEqual([
    'co godzinę',
    'co 6\u00a0godzin',
    'codziennie',
    'co 2\u00a0dni',
    'co 7\u00a0dni',
  ]);
  expect(JSON.stringify(en)).not.toMatch(/[ąćęłńóśźż]/i);
});
