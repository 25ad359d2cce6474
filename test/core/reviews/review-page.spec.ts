import { reviewId } from '../../../fixtures/provider/reviews/ids.js';
import type { AppError } from '../../../src/core/errors.js';
import { Drift } from '../../../src/core/provider/faults.js';
import type { RawReviewView } from '../../../src/core/provider/raw-state.js';
import type { ReviewPageTarget } from '../../../src/core/provider/urls.js';
import { type ReviewPageReading, readReviewPage } from '../../../src/core/reviews/review-page.js';
import { testScope } from '../../support/fake-pool.js';
import { EMPTY_PANEL, EMPTY_PART, EMPTY_REVIEW_VIEW, EMPTY_STATE } from '../../support/page-states.js';
import { type ScriptedRequest, scriptedPage } from '../../support/scripted-page.js';
import { expect, test } from '../../support/test.js';
import { inVirtualTime } from '../../support/virtual-time.js';

// The page of one review, by its document, its data answers and its states (verdicts.md, rules 1 and 3). Failed
// requests and other troubles: test/core/provider/navigation/trouble.spec.ts.

const ID = reviewId('CAIQACodChtycF9oOnVubw');
const OTHER_ID = reviewId('CAIQACodChtycF9oOmFubw');
const CID = '4565666864068316694';
const FEATURE = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const linkOf = (id: string) =>
  `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${id}!2m1!1s0x0:0x3f5c81d2ab904e16`;
const DOCUMENT: ScriptedRequest = {
  url: linkOf(ID),
  kind: 'document',
  body: '<script>window.APP_INITIALIZATION_STATE=[];window.APP_FLAGS=1;</script>',
};
const recordOf = (id: string) => [
  id,
  ['0x0:0x3f5c81d2ab904e16', null, 1, 1, [null, null, null, null, null, ['Ktoś', null, null, '1']]],
  [[5]],
];
/** A data answer of twelve slots: the place in slot 5, the record in slot 7. */
const dataOf = (record: unknown, place: unknown = [FEATURE, 'Bar']): ScriptedRequest => ({
  url: 'https://www.google.com/maps/timeline/_rpc/pc?hl=pl',
  body: `)]}'\n${JSON.stringify([['token'], null, null, null, null, place, null, record, null, null, null, null])}`,
});
const NO_ANSWER = { ...dataOf(null), body: ")]}'\n[null,null,null,null,null,true]" };

const CARD: Partial<RawReviewView> = { hasCard: true };
const GONE: Partial<RawReviewView> = { hasCard: true, saysGone: true };
const SHOWN: Partial<RawReviewView> = {
  hasCard: true,
  cards: [{ ...EMPTY_PART, id: ID, hasSection: true, stars: '5 gwiazdek' }],
};
const PANEL = { ...EMPTY_PANEL, name: 'Bar' };

const TARGET: ReviewPageTarget = { url: linkOf(ID), reviewId: ID, authorId: null, cid: CID };

/** Loads the page; `views`: what it shows, one after the other. */
function read(
  requests: readonly ScriptedRequest[],
  views: readonly Partial<RawReviewView>[],
  panel: typeof PANEL | null = null,
  named: ReviewPageTarget = TARGET,
): Promise<ReviewPageReading | AppError> {
  const states = views.map((view) => ({ ...EMPTY_STATE, panel, review: { ...EMPTY_REVIEW_VIEW, ...view } }));
  return inVirtualTime(async ({ sleep }) => {
    const scope = testScope();
    try {
      return await readReviewPage(scriptedPage(requests, states, sleep), named, { scope, settleMs: 100 });
    } catch (error) {
      return error as AppError;
    } finally {
      scope[Symbol.dispose]();
    }
  });
}

const OWN = recordOf(ID);
type Page = Parameters<typeof read>;

const VISIBLE: readonly [string, Page][] = [
  ['record and card', [[DOCUMENT, dataOf(OWN)], [SHOWN]]],
  ['the record alone, once the page is at rest', [[DOCUMENT, dataOf(OWN)], [CARD]]],
  ['the record in the first of two answers', [[DOCUMENT, dataOf(OWN), dataOf(null)], [CARD]]],
];

for (const [what, page] of VISIBLE)
  test(`a page that shows the review or has its record is a sighting: ${what}`, async () => {
    expect(await read(...page)).toMatchObject({ kind: 'visible' });
  });

test('the shape of a sighting is that of the last document: a consent page may come before it', async () => {
  const consent = { ...DOCUMENT, url: 'https://consent.google.com/m?continue=x', body: '<form></form>' };
  const state = JSON.stringify([null, [ID]]);
  const embedding = { ...DOCUMENT, body: DOCUMENT.body?.replace('=[]', `=${state}`) ?? '' };
  const seen = await read([consent, embedding, dataOf(OWN)], [SHOWN]);
  const shape = 'kind' in seen && seen.kind === 'visible' ? seen.sighting?.().shape : null;
  expect(shape?.documentEchoes).toHaveLength(1);
});

const absent = (reason: string, saysGone = false) => ({ kind: 'absent', signs: { reason, saysGone } });
const ABSENT: readonly [string, Page, Record<string, unknown>][] = [
  ['a card alone', [[DOCUMENT, dataOf(null)], [CARD]], absent('no_rating_section')],
  ['the words below a card', [[DOCUMENT, dataOf(null)], [GONE]], absent('no_rating_section', true)],
  [
    'the words before the card is drawn',
    [
      [DOCUMENT, dataOf(null)],
      [{ saysGone: true }, GONE],
    ],
    absent('no_rating_section', true),
  ],
  [
    'the words without any place in the data',
    [[DOCUMENT, dataOf(null, null)], [{ saysGone: true }]],
    absent('no_business_data'),
  ],
];

for (const [what, page, reading] of ABSENT)
  test(`a page without the review gives its reason, and whether page and data say that the review is gone: ${what}`, async () => {
    expect(await read(...page)).toMatchObject(reading);
  });

const CONTRADICTIONS: readonly [string, Page][] = [
  ['a body that is no answer, then an answer', [[DOCUMENT, NO_ANSWER, dataOf(null)], [CARD]]],
  ['another record, then an empty slot', [[DOCUMENT, dataOf(recordOf(OTHER_ID)), dataOf(null)], [CARD]]],
  ['the record, and words that the review is gone', [[DOCUMENT, dataOf(OWN)], [GONE]]],
  [
    'the record, before the words are shown',
    [
      [DOCUMENT, dataOf(OWN)],
      [{}, GONE],
    ],
  ],
];

for (const [what, page] of CONTRADICTIONS)
  test(`a page that contradicts itself is reported as drift, never as a verdict: ${what}`, async () => {
    expect(await read(...page)).toMatchObject({
      code: 'provider_unavailable',
      cause: expect.any(Drift),
    });
  });

const AUTHOR_URL =
  'https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s100000000000000000001!2s0x0:0x3f5c81d2ab904e16';

test('a record that stands outside its slot is drift, also for a link that names only the author', async () => {
  const authorId = '100000000000000000001';
  const byAuthor = { url: AUTHOR_URL, reviewId: null, authorId, cid: CID };
  const record = JSON.parse(JSON.stringify(OWN).replace('"1"', JSON.stringify(authorId)));
  const documentOf = (url: string, state: unknown) => ({
    ...DOCUMENT,
    url,
    body: `<script>window.APP_INITIALIZATION_STATE=${JSON.stringify(state)};window.APP_FLAGS=1;</script>`,
  });
  const moved = dataOf(null);
  const inData = { ...moved, body: moved.body?.replace(/null\]$/, `${JSON.stringify(record)}]`) ?? '' };
  const inPayload = {
    url: 'https://www.google.com/maps/preview/place?hl=pl',
    body: `)]}'\n${JSON.stringify([null, [record]])}`,
  };
  const DRIFT = { code: 'provider_unavailable', cause: expect.any(Drift) };
  for (const target of [byAuthor, TARGET]) {
    const pages: Readonly<Record<string, readonly ScriptedRequest[]>> = {
      'the document': [documentOf(target.url, [null, [record]]), moved],
      'another slot of the data': [documentOf(target.url, []), inData],
      'the data of its place': [documentOf(target.url, []), inPayload, moved],
    };
    for (const [where, requests] of Object.entries(pages))
      expect(await read(requests, [CARD], null, target), where).toMatchObject(DRIFT);
    const bare = await read([documentOf(target.url, []), moved], [CARD], null, target);
    expect(bare).toMatchObject({ kind: 'absent', signs: { reason: 'no_rating_section' } });
  }
});

const IMPROPER: readonly [string, Page][] = [
  ['no data', [[DOCUMENT], [CARD]]],
  ['only a body that is no answer', [[DOCUMENT, NO_ANSWER], [CARD]]],
  ['the page of another review', [[{ ...DOCUMENT, url: linkOf(OTHER_ID) }, dataOf(null)], [CARD]]],
  ['a document with status 404', [[{ ...DOCUMENT, status: 404 }, dataOf(null)], [CARD]]],
  ['the panel of a place', [[DOCUMENT, dataOf(null)], [CARD], PANEL]],
  ['the panel of a place beside the record', [[DOCUMENT, dataOf(OWN)], [SHOWN], PANEL]],
];

for (const [what, page] of IMPROPER)
  test(`a page that is not the page of the review with its data is a fault of the provider: ${what}`, async () => {
    const fault = await read(...page);
    expect(fault).toMatchObject({ code: 'provider_unavailable' });
    // It may pass: the page is loaded once more, as it is not after a drift.
    expect(fault).not.toMatchObject({ cause: expect.any(Drift) });
  });
