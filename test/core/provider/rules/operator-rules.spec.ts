import { loadPlaceCase } from '../../../../fixtures/provider/cases.js';
import { renderedPanel } from '../../../../fixtures/provider/rendered-panel.js';
import { extractPlace } from '../../../../src/core/places/extractors/extract-place.js';
import { readPlacePayload } from '../../../../src/core/places/wire/place-payload.js';
import { searchEnvelope } from '../../../../src/core/places/wire/search-payload.js';
import { readReviewPageData } from '../../../../src/core/reviews/wire/review-page-data.js';
import { readReviewRecord } from '../../../../src/core/reviews/wire/review-record.js';
import { readReviewsBatch } from '../../../../src/core/reviews/wire/reviews-batch.js';
import { sentPage, shownPage } from '../../../support/case-pages.js';
import { withOperatorRules } from '../../../support/operator-rules.js';
import { renderedState } from '../../../support/rendered-state.js';
import { expect, test } from '../../../support/test.js';

// An operator's entries find moved values; wrong entries do no harm and never make a negative answer easier
// (docs/provider/verdicts.md).

const one = loadPlaceCase('place--full-polish');
const panelHtml = renderedPanel(one, { limited: false, truncated: false });

const placeBody = (slots: Readonly<Record<number, unknown>>) => {
  const place: unknown[] = [];
  for (const [slot, value] of Object.entries(slots)) place[Number(slot)] = value;
  return `)]}'\n${JSON.stringify([null, null, null, null, null, null, place])}`;
};

test('finds a count that moved in the data', async () => {
  const moved = placeBody({
    10: one.place.featureId,
    4: [null, null, null, null, null, null, null, 4.6],
    60: [[8_713]],
  });
  expect(readPlacePayload(moved)?.reviewCount).toBeNull();
  await withOperatorRules({ paths: { placePayload: { reviewCount: [[60, 0, 0]] } } }, () => {
    expect(readPlacePayload(moved)?.reviewCount).toBe(8_713);
  });
});

test('uses the built-in path when the added path holds no valid value', async () => {
  const page = sentPage(one, 'full');
  const known = extractPlace(page);
  await withOperatorRules(
    { paths: { placePayload: { name: [[4], [9999], [10, 0]], stars: [[11]] } } },
    () => {
      expect(extractPlace(page)).toEqual(known);
    },
  );
});

test('an added entry comes before the built-in entries', async () => {
  const page = sentPage(one, 'full');
  await withOperatorRules({ paths: { placePayload: { name: [[39]] } } }, () => {
    const reading = extractPlace(page);
    expect(reading?.place.name).toBe(reading?.place.address);
  });
});

test('a count of 0 is unknown while another path holds a positive count', async () => {
  const body = placeBody({ 10: one.place.featureId, 4: [0, null, null, null, null, null, null, null, 12] });
  await withOperatorRules({ paths: { placePayload: { reviewCount: [[4, 0]] } } }, () => {
    expect(readPlacePayload(body)?.reviewCount).toBeNull();
  });
});

test('finds a renamed class of the panel', async () => {
  const renamed = panelHtml.replaceAll('DkEaL', 'NewKat');
  expect((await renderedState(renamed)).panel?.category).toBeNull();
  await withOperatorRules({ selectors: { category: ['button.NewKat'] } }, async () => {
    const { panel } = await renderedState(renamed);
    expect(panel?.category).toBe(one.place.categories[0]);
  });
});

test('uses the built-in selectors when the added entries find nothing or another element', async () => {
  const known = await renderedState(panelHtml);
  const wrong = {
    category: ['div.gone', 'span.a5H0ec'],
    reviewCount: ['h1.DUwDvf', 'div.gone'],
    rating: ['h1.DUwDvf'],
    histogramRow: ['h1.DUwDvf'],
    panelTitle: ['span.a5H0ec'],
  };
  await withOperatorRules({ selectors: wrong }, async () => {
    expect(await renderedState(panelHtml)).toEqual(known);
  });
});

test('ignores a label with 0 while another entry finds a count', async () => {
  const html = panelHtml.replace('<h1', '<i class="zero" aria-label="0 opinii"></i><h1');
  await withOperatorRules({ selectors: { reviewCount: ['i.zero'] } }, async () => {
    const known = await shownPage(one, 'full');
    const { panel } = await renderedState(html);
    expect(panel?.reviewCountLabel).toBe(known.state?.panel?.reviewCountLabel);
  });
});

test('recognises a limited view, a block page and an error message by any entry', async () => {
  const html =
    '<body><div class="lim"></div><form id="stop"></form><p aria-live="polite">Chwila przerwy</p></body>';
  const operator = {
    selectors: { limitedView: ['div.lim', 'div.gone'], captchaForm: ['form#stop'] },
    words: { error: ['Chwila przerwy'] },
  };
  const before = await renderedState(html);
  expect([before.limitedView, before.blockPage, before.errorMessage]).toEqual([false, false, false]);
  await withOperatorRules(operator, async () => {
    const state = await renderedState(html);
    expect([state.limitedView, state.blockPage, state.errorMessage]).toEqual([true, true, true]);
  });
  const recorded = '<body><div jslog="295516; x"></div><form id="captcha-form"></form></body>';
  await withOperatorRules(operator, async () => {
    const state = await renderedState(recorded);
    expect([state.limitedView, state.blockPage]).toEqual([true, true]);
  });
});

test('recognises a place without reviews and the reviews tab by added words', async () => {
  const html = `<div role="main"><h1 class="DUwDvf">Bar</h1><div class="LBgpqf"><span>Brak ocen</span></div>
    <button role="tab">Przegląd</button><button role="tab">Oceny</button></div>`;
  const before = await renderedState(html);
  expect([before.panel?.saysNoReviews, before.panel?.reviewsTab]).toEqual([false, -1]);
  await withOperatorRules({ words: { noReviews: ['Brak ocen'], reviewsTab: ['Oceny'] } }, async () => {
    const { panel } = await renderedState(html);
    expect([panel?.saysNoReviews, panel?.reviewsTab]).toEqual([true, 1]);
  });
});

test('a wrong label does not replace the built-in label of the reviews tab', async () => {
  const html = `<h1 class="DUwDvf">Bar</h1><button role="tab">Przegląd</button><button role="tab">Opinie</button>`;
  await withOperatorRules({ words: { reviewsTab: ['Przegląd'] } }, async () => {
    expect((await renderedState(html)).panel?.reviewsTab).toBe(1);
  });
});

const batchBody = (payload: unknown, id = 'qv9Egd') =>
  `)]}'\n\n9\n${JSON.stringify([['wrb.fr', id, JSON.stringify(payload), null]])}\n`;

test('reads a batch with an added frame id', async () => {
  const body = batchBody([null, 'next', [[['r1']]]], 'nEw42');
  expect(readReviewsBatch(body).kind).toBe('unframed');
  await withOperatorRules({ frameIds: { reviews: ['nEw42'] } }, () => {
    expect(readReviewsBatch(body)).toEqual({ kind: 'batch', batch: { records: [['r1']], hasNext: true } });
  });
});

test('reads moved records of a batch, and an added path hides no data', async () => {
  const moved = batchBody([null, null, null, [[['r1']]], null, true]);
  expect(readReviewsBatch(moved).kind).toBe('unknown_form');
  await withOperatorRules({ paths: { reviewsPayload: { records: [[3]], token: [[4]], end: [[3]] } } }, () => {
    expect(readReviewsBatch(moved)).toMatchObject({ kind: 'batch', batch: { hasNext: false } });
    expect(readReviewsBatch(batchBody([null, null, null, 'x', null, true])).kind).toBe('unknown_form');
    expect(readReviewsBatch(batchBody([null, null, null, null, [1], true])).kind).toBe('unknown_form');
    expect(readReviewsBatch(batchBody([null, null, null, null, null, true]))).toEqual({
      kind: 'empty',
      saysEnd: true,
    });
    // A token in any of the slots means that there is more.
    expect(readReviewsBatch(batchBody([null, null, [[['r1']]], null, 'next']))).toMatchObject({
      batch: { hasNext: true },
    });
  });
});

test('added paths never turn a search answer into one that names no place', async () => {
  const slots = (own: Readonly<Record<number, unknown>> = {}) =>
    JSON.stringify(Array.from({ length: 81 }, (_, slot) => own[slot] ?? (slot === 0 ? ['echo'] : null)));
  const place = Object.assign([], { 10: '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16', 11: 'Bar' });
  await withOperatorRules({ paths: { searchSince2025: { list: [[3], [80]], place: [[2]] } } }, () => {
    expect(searchEnvelope(slots())).toBe('names_no_place');
    expect(searchEnvelope(slots({ 3: [[null, null, ['?']]] }))).toBe('unknown_form');
    expect(searchEnvelope(slots({ 3: [[null, null, place]] }))).toBe('results');
    expect(searchEnvelope(slots({ 5: [[null, [null, null, place]]] }))).toBe('unknown_form');
  });
});

test('reads a record in an added slot; an answer without all slots proves nothing', async () => {
  const record = ['id1', ['0x0:0x10']];
  const answer = (length: number, own: Readonly<Record<number, unknown>>) =>
    JSON.stringify(Array.from({ length }, (_, slot) => own[slot] ?? null));
  await withOperatorRules({ paths: { reviewAnswer: { record: [[11]] } } }, () => {
    expect(readReviewPageData(answer(12, { 11: record }), null)?.record).toEqual(record);
    expect(readReviewPageData(answer(9, { 7: record }), null)?.record).toEqual(record);
    expect(readReviewPageData(answer(12, { 2: 'x' }), null)?.record).toBeNull();
    expect(readReviewPageData(answer(9, { 2: 'x' }), null)).toBeNull();
    expect(readReviewPageData(answer(12, { 11: 'x', 7: record }), null)?.record).toEqual(record);
    expect(readReviewPageData(answer(12, { 11: 'x' }), null)?.record).toBe('x');
  });
});

test('an added path gives an optional field a value, never its absence', async () => {
  const record = ['id1', [], [null, null], [], [], ['Dobrze', 7]];
  expect(readReviewRecord(record)).toMatchObject({ text: '', likes: 0 });
  await withOperatorRules({ paths: { reviewRecord: { text: [[5, 0]], likes: [[5, 1]] } } }, () => {
    expect(readReviewRecord(record)).toMatchObject({ text: 'Dobrze', likes: 7 });
  });
  await withOperatorRules({ paths: { reviewRecord: { text: [[5, 1]], likes: [[6, 0]] } } }, () => {
    expect(readReviewRecord(record)).toMatchObject({ text: null, likes: 0 });
  });
});
