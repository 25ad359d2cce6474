import { refusalOf } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { columnsRead } from '../../../src/kit/lists/column-texts.js';
import { pastedQuery } from '../../../src/kit/lists/links-in-lists.js';
import { type Listed, queryOf } from '../../../src/kit/lists/read-list.js';
import { createListInput } from '../../../src/kit/ui/input/source.js';
import { BRANCH, LISTS, PLACE_TEXTS, REVIEW_ID, REVIEW_TEXTS, SHARED } from '../../support/pasted-inputs.js';
import { expect, test } from '../../support/test.js';

// Every kind of pasted text and list, as the console reads it before it asks the service, and as an upload over HTTP.
// Files of lists through the command line: test/cli/input-files.spec.ts.

/** The Place ID of a query that the stand-in knows, without a lookup. */
function placeIdOf(text: string): string {
  const query = classifyQuery(text);
  const ids: object = query.kind === 'map_url' ? query.target : query;
  if (query.kind === 'share_link') return SHARED.placeId;
  const known = [BRANCH.placeId, BRANCH.featureId, BRANCH.cid] as readonly unknown[];
  return Object.values(ids).some((id) => known.includes(id)) ? BRANCH.placeId : JSON.stringify(query);
}

test('the console reads every kind of pasted text as the service does', () => {
  for (const [what, text, expected] of PLACE_TEXTS) {
    const pasted = pastedQuery(text);
    const query = pasted.kind === 'place' ? pasted.query : pasted.url;
    const refusal = refusalOf(() => classifyQuery(query))?.message;
    if (expected.startsWith('refused: ')) expect(refusal, what).toContain(expected.slice(9));
    else expect(refusal === undefined ? placeIdOf(query) : refusal, what).toBe(expected);
  }
  for (const [what, text] of REVIEW_TEXTS) {
    const pasted = pastedQuery(text);
    const query = pasted.kind === 'place' ? pasted.query : pasted.url;
    expect(classifyReviewLink(query), what).toMatchObject({ link: { reviewId: REVIEW_ID } });
  }
});

test('a pasted link to a review, also in a sentence, is a review and no place', () => {
  const url = 'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sAbc!2m1!1s0x1:0x2';
  expect(pastedQuery(`zob. ${url}`)).toEqual({ kind: 'review', url });
});

/** The list as the console previews it. */
async function previewOf(bytes: Buffer, listed: Listed) {
  const input = createListInput({
    listed: { value: listed } as Parameters<typeof createListInput>[0]['listed'],
    maxBytes: 1_000_000,
    keepsTextFiles: true,
  });
  await input.take(new File([new Uint8Array(bytes)], 'lista.csv'));
  expect(input.refusal.value).toBeNull();
  return input.own.value;
}

test('a text of nested brackets is read as a list without an entry', async () => {
  const { list } = await previewOf(Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)), 'places');
  expect(list.links).toEqual([]);
});

test('the console previews every kind of list with its entries, and says why a column is read', async () => {
  for (const { what, listed, bytes, entries, said } of LISTS) {
    const { list, table } = await previewOf(bytes, listed);
    expect(list.links.map(queryOf), what).toEqual(entries);
    if (said !== undefined) expect(table && columnsRead(table, 'pl'), what).toBe(said);
  }
});
