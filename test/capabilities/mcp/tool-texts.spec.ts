import { type AskApi, TOOLS } from '../../../src/capabilities/mcp/published.js';
import { EVENT } from '../../../src/capabilities/watch/examples.js';
import { unlimitedIn } from '../../support/limited-inputs.js';
import { expect, test } from '../../support/test.js';

const text = (end: string) => ({ text: `${'A'.repeat(2_500)}${end}` });
const EDITED = { ...EVENT, type: 'review.edited' as const, before: text('zimno'), after: text('ciepło') };

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
    { urls: ['a', 'b', 'c'] },
    {
      ...{ total: 3, visible: 1, not_visible: 1, unclear: 1, failed: 0 },
      results: [
        { index: 0, review_url: 'a', is_visible: true, visibility_reason: 'visible', ...at, review },
        {
          ...{ index: 1, review_url: 'b', is_visible: false, visibility_reason: 'no_rating_section' },
          ...{ ...at, review: null, notices: [NOTICE] },
        },
        {
          ...{ index: 2, review_url: 'c', is_visible: false, visibility_reason: 'no_business_data' },
          ...{ ...at, review: null },
        },
      ],
    },
  );
  const [counts, visible, hidden, unclear] = verdicts.split('\n');
  expect(counts).toContain(
    'Of 3 links, 1 visible, 1 not visible, 1 to check because they show no place, 0 without a verdict.',
  );
  expect(visible).toBe(
    `- "a", "visible; checked 2026-11-27T04:10:26Z", "Łucja Wymyślona", "${'A'.repeat(200)}… [the rest is unknown]"`,
  );
  expect(hidden).toContain(
    '"not visible: the place card is shown, the review is not (no_rating_section); checked 2026-11-27T04:10:26Z"',
  );
  expect(hidden).toContain('Ukryte na razie.');
  expect(unclear).toContain('"check the link: ');
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

test('every text and every list of a tool has a maximum', () => {
  expect(TOOLS.flatMap(({ name, input }) => unlimitedIn(name, input))).toEqual([]);
});
