import { expect } from '@playwright/test';
import { type Case, loadCases, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { tally } from '../../fixtures/provider/reviews/plan.js';
import { type Outside, runWorkflow, workflowOf } from '../support/n8n.js';
import { test } from '../support/service.js';

// The workflows of integrations/n8n/ against the service. test/integrations/n8n.spec.ts has their decisions.

const SHOWN = 'https://maps.app.goo.gl/RevVisible';
const HIDDEN = 'https://maps.app.goo.gl/RevRemoved';
const NO_LINK = 'https://example.com/';

test('the n8n workflow of the weekly check writes what the service says', async ({ service }) => {
  const written: Record<string, unknown>[] = [];
  const subjects: unknown[] = [];
  const outside: Outside = {
    'Read links': () =>
      [
        { link: HIDDEN, stan: 'widoczna' },
        { link: SHOWN, stan: '' },
        { link: NO_LINK, stan: 'widoczna' },
      ].map((json) => ({ json })),
    'Send e-mail': (_items, given) => {
      subjects.push(given('subject'));
      return [];
    },
    'Write results': (items) => {
      written.push(...items.map(({ json }) => json));
      return [];
    },
  };
  const workflow = workflowOf('weekly-check.json');
  const ran = await runWorkflow({ workflow, input: [{ json: {} }], outside, api: service.url });
  expect(written).toEqual([
    {
      ...{ link: HIDDEN, stan: 'niewidoczna', wynik: 'no_rating_section', problem: '' },
      sprawdzono: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      zmiana: expect.stringMatching(/: widoczna → niewidoczna$/),
    },
    {
      ...{ link: SHOWN, stan: 'widoczna', wynik: 'visible', problem: '' },
      sprawdzono: expect.any(String),
    },
    { link: NO_LINK, problem: 'invalid_request' },
  ]);
  expect(subjects).toEqual(['Opinie: zmiany widoczności (1)']);
  // A failed e-mail keeps the change out of the sheet only if the e-mail goes first.
  expect(ran.indexOf('Send e-mail')).toBeLessThan(ran.indexOf('Write results'));
});

const TEN = 'reviews--ten';
const [, PLACE_ID = ''] = loadReviewsCase(TEN).request.split('placeid=');

/** The same world with fewer reviews of the place. */
const withReviews = (count: number): Case[] =>
  loadCases().map((one) => {
    if (one.kind !== 'reviews' || one.id !== TEN) return one;
    const reviews = { ...one.reviews, count };
    return { ...one, reviews, place: { ...one.place, ...tally(reviews) } };
  });

test('the n8n workflow of new reviews reports a review that a later list has', async ({
  service,
  standIn,
}) => {
  const memory: { ids?: string[] } = {};
  const messages: unknown[] = [];
  const outside: Outside = {
    Settings: () => [{ json: { placeid: PLACE_ID, max_stars: 5, max_pages: 50 } }],
    'Post to Slack': (items, given) => {
      messages.push(given('text'));
      return [...items];
    },
  };
  const workflow = workflowOf('new-low-reviews.json');
  const run = () => runWorkflow({ workflow, input: [{ json: {} }], outside, memory, api: service.url });
  standIn.set({ cases: withReviews(8) });
  await run();
  expect(memory.ids).toHaveLength(8);
  expect(messages).toEqual([]);
  standIn.set({ cases: withReviews(10) });
  await run();
  expect(memory.ids).toHaveLength(10);
  expect(messages).toEqual([
    expect.stringMatching(/^Opinie do 5★, których wcześniej nie było na liście: 2\n\n\d★ /),
  ]);
});
