import { loadPlaceCase } from '../../../fixtures/provider/cases.js';
import { placePayload } from '../../../fixtures/provider/place-payload.js';
import { nothingFound } from '../../../src/core/places/nothing-found.js';
import type { PageView } from '../../../src/core/provider/navigation/navigate.js';
import {
  nothingObserved,
  type Observed,
  observedDocument,
} from '../../../src/core/provider/navigation/observation.js';
import type { RawPageState } from '../../../src/core/provider/raw-state.js';
import { dataAnswer } from '../../../src/core/provider/wire/envelope.js';
import { EMPTY_STATE } from '../../support/page-states.js';
import { expect, test } from '../../support/test.js';

// Pages at rest that show no place (verdicts.md, rules 1, 2 and 4).

const ASKED = 'https://www.google.com/maps/search/?api=1&query=nic';
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const ECHO = ['nic', [[null, null, ['nic', 0]]], null, 1];
const EMPTY = `)]}'\n${JSON.stringify([ECHO])}`;
/** An answer that names neither a place nor the query. */
const WITHOUT_ECHO = `)]}'\n${JSON.stringify([[null, null, null, 1]])}`;
const UNAVAILABLE = { code: 'provider_unavailable' };

const documentWith = (state: string, url = ASKED, status = 200) =>
  observedDocument(
    url,
    status,
    `<script>window.APP_INITIALIZATION_STATE=${state};window.APP_FLAGS=1;</script>`,
  );

/** What a test changes of an observation: bodies in place of answers. */
type Seen = Partial<Omit<Observed, 'searches' | 'payloads'> & Record<'searches' | 'payloads', string[]>>;

/** A search page whose words and search answer name no place, with the changes of a test. */
function viewWith(
  { searches = [EMPTY], payloads = [], ...seen }: Seen = {},
  state: Partial<RawPageState> | null = {},
  asked = ASKED,
): PageView {
  return {
    asked,
    url: asked,
    seen: {
      ...{ ...nothingObserved(), documents: [documentWith('[]')] },
      ...{ searches: searches.map(dataAnswer), payloads: payloads.map(dataAnswer), ...seen },
    },
    state: state === null ? null : { ...EMPTY_STATE, saysNotFound: true, ...state },
    ...{ settled: true, dataOverdue: false, readAt: 0 },
  };
}

test("saysSo is true for the page's own words with a search answer that names no place", () => {
  expect(nothingFound(viewWith())).toEqual({ kind: 'nothing', saysSo: true });
  expect(nothingFound(viewWith({ searches: [WITHOUT_ECHO] })).saysSo).toBe(true);
  const inline = documentWith(JSON.stringify([null, null, null, [null, null, EMPTY]]));
  expect(nothingFound(viewWith({ searches: [], documents: [inline] })).saysSo).toBe(true);
});

test('saysSo is false for the words or the search answer alone, and for an empty map', () => {
  expect(nothingFound(viewWith({}, { saysNotFound: false })).saysSo).toBe(false);
  expect(nothingFound(viewWith({ searches: [] })).saysSo).toBe(false);
  const byCid = 'https://www.google.com/maps?cid=4565666864068316694';
  const document = documentWith('[]', byCid);
  const map = viewWith({ searches: [], documents: [document] }, { saysNotFound: false }, byCid);
  expect(nothingFound(map).saysSo).toBe(false);
});

const TROUBLED: Readonly<Record<string, PageView>> = {
  'a data request failed': viewWith({ failures: [500] }),
  'a data request broke off': viewWith({ failures: [0] }),
  'a data request failed and was made good': viewWith({ pastFailures: [500] }),
  'another request of its own failed': viewWith({ otherFailures: [503] }),
  'a data request is not answered': viewWith({ pendingData: 1 }),
  'its state could not be read': viewWith({}, null),
  'it was a limited view': viewWith({}, { limitedView: true }),
  'it showed an error message': viewWith({}, { errorMessage: true }),
  'there is no document': viewWith({ documents: [] }),
  'its document is a 404': viewWith({ documents: [documentWith('[]', ASKED, 404)] }),
  'its document holds no state': viewWith({ documents: [observedDocument(ASKED, 200, '<p>')] }),
  'its document names a place': viewWith({
    documents: [
      documentWith(
        JSON.stringify([...Array(5).fill(null), [null, null, null, [null, null, [FEATURE_ID, 'x']]]]),
      ),
    ],
  }),
  'it is another search': viewWith({ documents: [documentWith('[]', `${ASKED}+innego`)] }),
  'it is the bare map': viewWith({ documents: [documentWith('[]', 'https://www.google.com/maps')] }),
  'a payload cannot be read': viewWith({ payloads: [")]}'\n[1,"] }),
  'the search was answered without data': viewWith({ searches: [")]}'\n[null,null,null,null,null,true]"] }),
  'the search answer does not repeat the query, and it says nothing': viewWith(
    { searches: [WITHOUT_ECHO] },
    { saysNotFound: false },
  ),
  'the search was cut off': viewWith({ searches: [EMPTY.slice(0, 20)] }),
  'the search found a place': viewWith({
    searches: [
      `)]}'\n${JSON.stringify([[...ECHO.slice(0, 1), [ECHO[1], [...Array(14).fill(null), [...Array(10).fill(null), FEATURE_ID, 'Bar']]]]])}`,
    ],
  }),
  'the search was not answered, and it says nothing': viewWith({ searches: [] }, { saysNotFound: false }),
  'it still waits for an answer': viewWith({ searches: [], unfinished: 1 }),
};

test('the data of another place in the document of a CID prove nothing, and are counted', () => {
  const byCid = 'https://www.google.com/maps?cid=9999999999999999999';
  const slots = [...Array(6).fill(null), placePayload(loadPlaceCase('place--full-polish'))];
  const document = documentWith(JSON.stringify([null, null, null, slots]), byCid);
  const map = viewWith({ searches: [], documents: [document] }, { saysNotFound: false }, byCid);
  expect(() => nothingFound(map)).toThrow(
    expect.objectContaining({ ...UNAVAILABLE, cause: expect.objectContaining({ count: 1 }) }),
  );
});

for (const [what, view] of Object.entries(TROUBLED))
  test(`a page with trouble or a contradiction proves nothing: ${what}`, () => {
    expect(() => nothingFound(view)).toThrow(expect.objectContaining(UNAVAILABLE));
  });

test('a status of 429 is a block, not an absence', () => {
  expect(() => nothingFound(viewWith({ failures: [429] }))).toThrow(
    expect.objectContaining({ code: 'provider_blocked' }),
  );
});
