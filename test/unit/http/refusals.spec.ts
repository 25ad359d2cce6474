import { expect, test } from '@playwright/test';
import { classifyQuery } from '../../../src/identifiers/classify.js';
import { classifyReviewLink } from '../../../src/identifiers/review-url.js';
import { onHttp, READY_SERVICES } from '../../support/http-only.js';

// What an invalid_request says for programs: the field and a stable reason.

const FOREIGN = 'https://example.com/';
const { finder, inspector } = READY_SERVICES;
const REFUSING = {
  finder: { ...finder, findDetails: async (query: string) => classifyQuery(query) as never },
  inspector: { ...inspector, visibility: async (url: string) => classifyReviewLink(url) as never },
};
const errorOf = ({ text }: { text: string }) => (JSON.parse(text) as { error: object }).error;
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

for (const [path, field, reason] of [
  ['/api/search', 'query', 'parameter_missing'],
  ['/api/search?query=', 'query', 'parameter_empty'],
  ['/api/place-reviews?placeid=x&max_pages=99', 'max_pages', 'parameter_out_of_range'],
  ['/api/place-reviews?placeid=x&min_stars=5&max_stars=1', 'min_stars', 'stars_reversed'],
  [`/api/all?url=${FOREIGN}`, 'url', 'place_link_not_to_maps'],
  [`/api/review-visibility?url=${FOREIGN}`, 'url', 'review_link_not_to_maps'],
] as const) {
  test(
    `${path} is refused with its field and reason`,
    onHttp(REFUSING, async ({ ask }) => {
      expect(errorOf(await ask(path))).toMatchObject({ code: 'invalid_request', field, reason });
    }),
  );
}

test(
  'a body is refused with the path of its first fault, or with null',
  onHttp(REFUSING, async ({ ask }) => {
    const refused = async (path: string, body: unknown) => errorOf(await ask(path, json(body)));
    expect(await refused('/api/review-visibility', { urls: ['a', 'b', 3] })).toMatchObject({
      field: 'urls[2]',
      reason: 'review_links_needed',
    });
    expect(await refused('/api/convert', { cid: 1 })).toMatchObject({
      field: 'cid',
      reason: 'field_not_a_string',
    });
    expect(await refused('/api/convert', {})).toMatchObject({ field: null, reason: 'cid_or_place_id' });
    expect(await refused('/api/convert', { place_id: FOREIGN })).toMatchObject({ field: 'place_id' });
  }),
);

test(
  'other failures have neither',
  onHttp({}, async ({ ask }) => {
    expect(Object.keys(errorOf(await ask('/api/nothing')))).toEqual(['code', 'message', 'request_id']);
    expect(Object.keys(errorOf(await ask('/api/jobs')))).toEqual(['code', 'message', 'request_id']);
  }),
);
