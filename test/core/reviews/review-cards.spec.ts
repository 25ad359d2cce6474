import type { Page } from 'playwright';
import { captureTexts } from '../../../src/core/reviews/review-cards.js';
import { openDom } from '../../support/dom.js';
import { expect, test } from '../../support/test.js';

// Folded texts of cards and the buttons that unfold them (docs/provider/reviews.md §4).

const card = (text: string, reply = '') =>
  `<div class="jftiEf" data-review-id="a"><div class="MyEned">${text}</div>${reply}</div>`;
const START = '<span class="wiI7pd">Zimny żurek, …</span>';
const unfold = "document.querySelector('.wiI7pd').textContent = 'Zimny żurek, ciepłe piwo.'";

/** The card of the review, with its texts unfolded as far as its scripts do it. */
async function cardOf(html: string, only: string | null = 'a') {
  const dom = openDom(`<div role="main">${html}</div>`, { runScripts: 'dangerously' });
  try {
    const evaluate = (work: object, input: unknown) =>
      (dom.window.eval(`(${work})`) as (input: unknown) => unknown)(input);
    const { text, reply } = await captureTexts({ evaluate } as unknown as Page, only, 60);
    return { text: text ?? 'folded', reply };
  } finally {
    dom.window.close();
  }
}

const FOLDED: Readonly<Record<string, readonly [string, string]>> = {
  'a button known by its structure': [
    `${START}<button class="w8nwRe kyuRq" onclick="${unfold}; this.remove()">Pokaż</button>`,
    'Zimny żurek, ciepłe piwo.',
  ],
  'a button known by its word alone': [
    `${START}<button onclick="${unfold}; this.remove()"><span>Więcej</span></button>`,
    'Zimny żurek, ciepłe piwo.',
  ],
  'a button that stays, unfolded': [
    `${START}<button class="w8nwRe kyuRq" onclick="${unfold}; this.setAttribute('aria-expanded', 'true')">Więcej</button>`,
    'Zimny żurek, ciepłe piwo.',
  ],
  'a button that takes its time': [
    `${START}<button class="w8nwRe kyuRq" onclick="setTimeout(() => { ${unfold}; this.remove() }, 20)">Więcej</button>`,
    'Zimny żurek, ciepłe piwo.',
  ],
  'a button that does nothing': [`${START}<button class="w8nwRe kyuRq">Więcej</button>`, 'folded'],
  'a word within the text that does nothing': ['<span class="wiI7pd">Zimny … <a>More</a></span>', 'folded'],
  'the label of a button at its end': ['<span class="wiI7pd">Zimny… Więcej</span>', 'Zimny… Więcej'],
  'a word of a button as its whole text': ['<span class="wiI7pd">Więcej</span>', 'Więcej'],
};

for (const [what, [html, text]] of Object.entries(FOLDED))
  test(`unfolds a text by the structure or the word of its button: ${what}`, async () => {
    expect(await cardOf(card(html))).toEqual({ text, reply: null });
  });

test('a reply that stays folded has no text, the review keeps its own', async () => {
  const reply =
    '<div class="CDe7pd"><div class="wiI7pd">Dziękujemy …</div><button class="w8nwRe kyuRq">Więcej</button></div>';
  const own = card('<span class="wiI7pd">Zimny żurek.</span>', reply);
  expect(await cardOf(own)).toEqual({ text: 'Zimny żurek.', reply: null });
});

test('waits for the card with the given id', async () => {
  const late = `<script>setTimeout(() => document.querySelector('main').innerHTML = '${card('<span class="wiI7pd">Późny.</span>')}', 20)</script>`;
  const other = '<div class="jftiEf" data-review-id="b"></div><main></main>';
  expect((await cardOf(other + late, 'a')).text).toBe('Późny.');
});

test('reads a review without a card on a page about one review', async () => {
  const loose = '<div class="MyEned"><span class="wiI7pd">Bez karty.</span></div>';
  expect((await cardOf(loose, null)).text).toBe('Bez karty.');
  expect((await cardOf(loose, 'a')).text).toBe('folded');
});

test('the text of a card that stays cut off is not given as its text', async () => {
  const texts = (cutOff: boolean) => {
    const card = { text: 'Zimny żurek, …', cutOff, reply: { text: 'Dziękujemy' } };
    return captureTexts({ evaluate: async () => [card] } as never, 'a', 0);
  };
  expect(await texts(true)).toEqual({ text: null, reply: 'Dziękujemy' });
  expect(await texts(false)).toEqual({ text: 'Zimny żurek, …', reply: 'Dziękujemy' });
});
