import { renderedState } from '../../../support/rendered-state.js';
import { expect, test } from '../../../support/test.js';

// "No reviews" in the words of a page counts wherever it stands, but never against a figure that the page shows
// (verdicts.md, rule 6).

const COUNT = '<span role="img" aria-label="300 opinii">(300)</span>';
const RATING = '<span aria-hidden="true">4,5</span>';
const STARS = '<table><tr class="BHOKXe" role="img" aria-label="5 gwiazdek, 300 opinii"></tr></table>';

async function saysNoReviews(figures: string, words: string): Promise<boolean | undefined> {
  const panel = `<div role="main"><h1 class="DUwDvf">Bar</h1><div class="F7nice">${figures}</div>${words}</div>`;
  return (await renderedState(panel)).panel?.saysNoReviews;
}

test('the words count on a page without figures, outside of the name, links and reviews', async () => {
  expect(await saysNoReviews('', '<div>Brak opinii</div>')).toBe(true);
  for (const words of ['', '<a href="/x"><span>Brak opinii</span></a>', '<button>Brak opinii</button>'])
    expect(await saysNoReviews('', words), words).toBe(false);
  expect(await saysNoReviews('', '<div data-review-id="x"><p>Brak opinii</p></div>')).toBe(false);
});

test('the words elsewhere on a page do not make its count, rating or stars 0', async () => {
  for (const figures of [COUNT, RATING, STARS])
    expect(await saysNoReviews(figures, '<div>Brak opinii</div>'), figures).toBe(false);
});

test('the cards of every list of a page are read, each once', async () => {
  const card = (name: string) => `<div class="Nv2PK"><a class="hfpxzc" href="/maps/place/${name}"></a></div>`;
  const lists = `<div role="feed">${card('a')}<div role="feed">${card('b')}</div></div><div role="feed">${card('c')}</div>`;
  const { cards } = await renderedState(`<div role="main">${lists}</div>`);
  expect(cards?.map(({ href }) => href.slice(-1))).toEqual(['a', 'b', 'c']);
});
