import { type AskApi, TOOLS } from '../../../src/capabilities/mcp/published.js';
import { eventChanges, eventLines } from '../../../src/capabilities/watch/event-texts.js';
import { EVENT } from '../../../src/capabilities/watch/examples.js';
import { shortened, shortenedPair } from '../../../src/core/published/shortened.js';
import { expect, test } from '../../support/test.js';

test('a cut text says how many characters are left out', () => {
  expect(shortened('żółw', 4, 'pl')).toBe('żółw');
  expect(shortened('żółwie', 4, 'pl')).toBe('żółw… [pominięto znaków: 2]');
  expect(shortened('🐢'.repeat(6), 4, 'en')).toBe(`${'🐢'.repeat(4)}… [characters left out: 2]`);
  expect(shortened('', 4, 'en')).toBe('');
});

test('both sides of a change are cut around their first difference', () => {
  const same = 'A'.repeat(600);
  const [before, after] = shortenedPair(`${same}zimno`, `${same}ciepło i miło`, 100, 'en');
  expect(before).toBe(`[characters left out: 575]… ${'A'.repeat(25)}zimno`);
  expect(after).toBe(`[characters left out: 575]… ${'A'.repeat(25)}ciepło i miło`);
  // One side is the beginning of the other side.
  const [short, long] = shortenedPair(same, `${same}${'b'.repeat(500)}`, 100, 'en');
  expect(short).toBe(`[characters left out: 575]… ${'A'.repeat(25)}`);
  expect(long).toBe(
    `[characters left out: 575]… ${'A'.repeat(25)}${'b'.repeat(75)}… [characters left out: 425]`,
  );
  // A difference near the beginning.
  expect(shortenedPair(`x${same}`, `y${same}`, 100, 'pl')).toEqual(
    ['x', 'y'].map((first) => `${first}${'A'.repeat(99)}… [pominięto znaków: 501]`),
  );
  expect(shortenedPair('a', '', 100, 'pl')).toEqual(['a', '']);
});

test('the sides of a change differ wherever the texts differ', () => {
  for (let at = 0; at < 1_000; at += 37) {
    const text = 'ab🐢'.repeat(300);
    const changed = `${text.slice(0, at)}#${text.slice(at)}`;
    const [before, after] = shortenedPair(text, changed, 120, 'en');
    expect(after, String(at)).not.toBe(before);
    expect(after, String(at)).toContain('#');
  }
});

const text = (end: string) => ({ text: `${'A'.repeat(2_500)}${end}` });
const EDITED = { ...EVENT, type: 'review.edited' as const, before: text('zimno'), after: text('ciepło') };

test('the lines of an event show both sides of an edit behind the limit', () => {
  const lines = eventLines('en', EDITED).join('\n');
  expect(lines).toMatch(
    /Text: \[characters left out: \d+\]… A+ciepło \(before: \[characters left out: \d+\]… A+zimno\)/,
  );
  const [change] = eventChanges('pl', { before: text(''), after: null });
  expect(change?.before).toMatch(/^A{2000}… \[pominięto znaków: 500\]$/);
});

/** The text of a tool that gets this answer of the API. */
async function textOf(name: string, given: object, data: unknown): Promise<string> {
  const ask: AskApi = async () => data;
  const answer = await TOOLS.find((tool) => tool.name === name)?.run(given, ask);
  return answer?.text ?? '';
}

const NOTICE = {
  ...{ kind: 'reviews_withheld', text: 'Ukryte na razie.', min: null, max: null },
  ...{ seen_at: '2026-11-27 05:00:00', seen_at_utc: '2026-11-27T04:00:00Z' },
};

test('check_reviews gives each verdict with its time, the reason in words and the notices', async () => {
  const at = { checked_at: '2026-11-27 05:10:26', checked_at_utc: '2026-11-27T04:10:26Z' };
  const review = {
    ...{ author_name: 'Łucja Wymyślona', stars: 5, date: null, is_edited: null, edited_date: null },
    ...{ place_name: null, place_id: null, text_excerpt: 'A'.repeat(200), review_text: null },
  };
  const verdicts = await textOf(
    'check_reviews',
    { urls: ['a', 'b'] },
    {
      ...{ total: 2, visible: 1, not_visible: 1, failed: 0 },
      results: [
        { index: 0, review_url: 'a', is_visible: true, visibility_reason: 'visible', ...at, review },
        {
          ...{ index: 1, review_url: 'b', is_visible: false, visibility_reason: 'no_rating_section' },
          ...{ ...at, review: null, notices: [NOTICE] },
        },
      ],
    },
  );
  const [, visible, hidden] = verdicts.split('\n');
  expect(visible).toBe(
    `- "a", "visible; checked 2026-11-27T04:10:26Z", "Łucja Wymyślona", "${'A'.repeat(200)}… [the rest is unknown]"`,
  );
  expect(hidden).toContain(
    '"not visible: the place card is shown, the review is not (no_rating_section); checked 2026-11-27T04:10:26Z"',
  );
  expect(hidden).toContain('Ukryte na razie.');
});

test('list_events shows both sides of an edit, and the time in UTC', async () => {
  const data = { events: [EDITED], next: EDITED.seq, total: 1 };
  const [, line = ''] = (await textOf('list_events', {}, data)).split('\n');
  expect(line).toMatch(/A+ciepło \(before: .*A+zimno\)/);
  expect(line).toContain(`Checked (UTC): ${EDITED.at_utc}`);
});

test('place_reviews says in words why the list ended, and names the notices', async () => {
  const data = {
    ...{ place_id: 'ChIJx', reviews_count: 0, reviews_read: 0, total_reviews: 31, pages_fetched: 1 },
    ...{ complete: false, stop_reason: 'withheld', notices: [NOTICE], reviews: [] },
  };
  const list = await textOf('place_reviews', { place_id: 'ChIJx' }, data);
  expect(list).toMatch(/not complete: [^(]+ \(withheld\)\. Read \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\./);
  expect(list).toContain('Ukryte na razie.');
});
