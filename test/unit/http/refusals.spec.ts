import { classifyQuery } from '../../../src/identifiers/classify.js';
import { classifyReviewLink } from '../../../src/identifiers/review-url.js';
import { onHttp, READY_SERVICES } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

// Field and stable reason of an invalid_request.

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

test(
  'a refused query has its field and reason',
  onHttp(REFUSING, async ({ ask }) => {
    for (const [path, field, reason] of [
      ['/api/search', 'query', 'parameter_missing'],
      ['/api/search?query=', 'query', 'parameter_empty'],
      ['/api/search?query=%20%C2%A0', 'query', 'parameter_empty'],
      ['/api/search?query=a&query=b', 'query', 'parameter_repeated'],
      ...['0', '51', '-1', '1e1', '0x5', '%205', '5.0', '%D9%A5', '%2B5', '', '1000000'].map(
        (pages) =>
          [`/api/place-reviews?placeid=x&max_pages=${pages}`, 'max_pages', 'parameter_out_of_range'] as const,
      ),
      ['/api/place-reviews?placeid=x&min_stars=5&max_stars=1', 'min_stars', 'stars_reversed'],
      [`/api/all?url=${FOREIGN}`, 'url', 'place_link_not_to_maps'],
      [`/api/review-visibility?url=${FOREIGN}`, 'url', 'review_link_not_to_maps'],
      ['/api/review-evidence?url=x&seen_author=', 'seen_author', 'length_out_of_range'],
      [`/api/review-evidence?url=x&seen_text=${'x'.repeat(10_001)}`, 'seen_text', 'length_out_of_range'],
      ['/api/review-evidence?url=x&seen_text=a&seen_text=b', 'seen_text', 'length_out_of_range'],
      ['/api/review-evidence?url=x&seen_rating=6', 'seen_rating', 'parameter_out_of_range'],
      ['/api/review-evidence?url=x&seen_on=2026-02-30', 'seen_on', 'seen_on_invalid'],
      ['/api/review-evidence?url=x&seen_stars=1', null, 'evidence_options'],
    ] as const)
      expect(errorOf(await ask(path)), path.slice(0, 80)).toMatchObject({
        code: 'invalid_request',
        field,
        reason,
      });
  }),
);

test(
  'a refused body has the path of its first fault, or null',
  onHttp(REFUSING, async ({ ask }) => {
    const refused = async (path: string, body: unknown) => errorOf(await ask(path, json(body)));
    const ONE_OF_TWO = 'Send exactly one of "cid" and "place_id".';
    for (const [path, body, expected] of [
      ['review-visibility', { urls: ['a', 'b', 3] }, { field: 'urls[2]', reason: 'review_links_needed' }],
      ['review-visibility', { urls: [] }, { field: 'urls', reason: 'review_links_needed' }],
      [
        'review-visibility',
        { urls: Array(1_001).fill('x') },
        { field: 'urls', reason: 'review_links_needed' },
      ],
      ['review-visibility', { urls: ['a'], x: 1 }, { reason: 'review_links_needed' }],
      ['convert', { cid: 1 }, { field: 'cid', reason: 'field_not_a_string' }],
      ['convert', { cid: '' }, { field: 'cid', reason: 'field_empty' }],
      ['convert', { place_id: FOREIGN }, { field: 'place_id' }],
      ['convert', {}, { field: null, reason: 'cid_or_place_id', message: ONE_OF_TWO }],
      ['convert', { cid: '1', place_id: '2' }, { message: ONE_OF_TWO }],
      ['convert', { url: 'x' }, { message: `Unknown field: "url". ${ONE_OF_TWO}` }],
      ['convert', { cid: '1', place_id: '2', url: 'x' }, { message: `Unknown field: "url". ${ONE_OF_TWO}` }],
    ] as const)
      expect(await refused(`/api/${path}`, body), JSON.stringify(body).slice(0, 80)).toMatchObject(expected);
  }),
);

test(
  'a refused earlier sighting has the reason of its own fault',
  onHttp(REFUSING, async ({ ask }) => {
    const refused = async (link: unknown) =>
      errorOf(await ask('/api/review-evidence', json({ links: ['x', link] })));
    for (const [link, reason] of [
      [{ url: 'x', seen: { author: 'x'.repeat(201) } }, 'length_out_of_range'],
      [{ url: 'x', seen: { rating: '5' } }, 'parameter_out_of_range'],
      [{ url: 'x', seen: { on: 'wczoraj' } }, 'seen_on_invalid'],
      [{ url: 'x', seen: { stars: 5 } }, 'seen_fields'],
      [{ url: 'x', seen: 'yes' }, 'seen_fields'],
      [{ url: '' }, 'evidence_links_needed'],
      [{ url: 'x', lang: 'pl' }, 'evidence_links_needed'],
      [{ seen: {} }, 'evidence_links_needed'],
      [7, 'evidence_links_needed'],
    ] as const)
      expect(await refused(link), JSON.stringify(link)).toMatchObject({ field: 'links[1]', reason });
  }),
);

test(
  'other failures have neither field nor reason',
  onHttp({}, async ({ ask }) => {
    expect(Object.keys(errorOf(await ask('/api/nothing')))).toEqual(['code', 'message', 'request_id']);
    expect(Object.keys(errorOf(await ask('/api/jobs')))).toEqual(['code', 'message', 'request_id']);
  }),
);
