import { expect } from '@playwright/test';
import { captureInput, nextPageState } from '../../src/core/provider/navigation/page-state.js';
import { test } from '../support/service.js';

// A limited view that persists is remembered for a short while (places.md §9).

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

test('the words of the limited view count only where they are shown', async ({ bareBrowser }) => {
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
