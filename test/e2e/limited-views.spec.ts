import { expect } from '@playwright/test';
import { pathOf, readExpected } from '../../fixtures/provider/cases.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { captureInput, nextPageState } from '../../src/core/provider/navigation/page-state.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

// A limited view that persists is remembered for a short while (places.md §9).

const LIMITED = pathOf('place--limited-view');
const FIRST_LIMITED = pathOf('place--limited-first');
const FULL = pathOf('place--full-polish');

test('a persistent limited view costs one load a lookup once it is known, and retires no context', async ({
  start,
  standIn,
}) => {
  const lines: string[] = [];
  const service = await start({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
  const ask = async (path: string, id: string): Promise<number> => {
    standIn.requests.length = 0;
    expectGolden(await service.get(path), readExpected(id));
    return documents(standIn);
  };
  const retired = () => service.metric('contexts_recycled_total{reason="retired"}');
  expect(await ask(LIMITED, 'place--limited-view')).toBe(3);
  expect(await retired()).toBe(1);
  expect(await ask(LIMITED, 'place--limited-view')).toBe(1);
  expect(await ask(LIMITED, 'place--limited-view')).toBe(1);
  expect(await retired()).toBe(1);
  // A page shown in full ends it: the next limited view is reloaded again.
  expect(await ask(FULL, 'place--full-polish')).toBe(1);
  expect(await ask(FIRST_LIMITED, 'place--limited-first')).toBe(2);
  expect(lines.filter((line) => line.includes('"limitedViews":"limited"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"limitedViews":"over"'))).toHaveLength(1);
});

const [TITLE, WORDS] = ['<h1 class="DUwDvf">Kawiarnia</h1>', 'You’re seeing a limited view of Google Maps.'];
const LIMITED_PAGES: readonly (readonly [string, string, boolean])[] = [
  ['the words', `<p>${WORDS} <button>Learn more</button></p>`, true],
  ['the words in capitals', `<p>${WORDS.toUpperCase()}</p>`, true],
  ['the German words', '<p>Die Ansicht ist beschränkt</p>', true],
  ['the Polish words', '<p>Korzystasz z ograniczonego widoku Map Google.</p>', true],
  ['the marker', '<button jslog="295516; track:click"></button>', true],
  ['a hidden copy of the words', ` <div style="display: none"><p>${WORDS}</p></div> `, false],
  ['an invisible copy of the words', `<div style="visibility: hidden"><p>${WORDS}</p></div>`, false],
  ['a copy of the words in a template', `<template><p>${WORDS}</p></template>`, false],
  ['the words in a script', `<script>const words = '${WORDS}';</script>`, false],
  ['the words in a review', `<div data-review-id="a"><p>${WORDS}</p></div>`, false],
  ['a hidden copy beside the shown words', `<p hidden>${WORDS}</p><p>${WORDS}</p>`, true],
  ['nothing of the kind', '', false],
];

test('the words of the limited view count only where they are shown, and never in a review', async ({
  bareBrowser,
}) => {
  await using context = await bareBrowser.newContext();
  const page = await context.newPage();
  for (const [what, html, isLimited] of LIMITED_PAGES) {
    // The reader remembers in a document what it has shown: each page needs a new document.
    await page.goto('about:blank');
    await page.setContent(`<div role="main">${TITLE}${html}</div>`);
    const { limitedView } = await page.evaluate(nextPageState, captureInput(null));
    expect(limitedView, what).toBe(isLimited);
  }
  // What was shown is known after it has gone.
  await page.setContent(`<div role="main">${TITLE}<p>${WORDS}</p></div>`);
  await page.evaluate(nextPageState, captureInput(null));
  await page.evaluate(() => document.querySelector('p')?.remove());
  expect(await page.evaluate(nextPageState, captureInput(null))).toMatchObject({ limitedView: true });
});

function documents(standIn: StandIn): number {
  return standIn.requests.filter(({ path }) => path.startsWith('/maps/place')).length;
}
