import type { ReviewsRequest } from '../../../../src/core/reviews/read-reviews.js';
import { startHttp } from '../../../support/http-only.js';
import { expect, test } from '../../../support/test.js';

test('each parameter of a list reaches its reading, and a day begins by the clock of the service', async () => {
  const asked: ReviewsRequest[] = [];
  const reviews = {
    list: async (request: ReviewsRequest) => {
      asked.push(request);
      return {
        ...{ placeId: 'x', returned: 0, read: 0, total: null, pagesFetched: 0, unread: 0, complete: false },
        ...({ stopReason: 'since', notices: [] } as const),
      };
    },
  };
  await using http = await startHttp({ reviews });
  const list = '/api/place-reviews?placeid=ChIJ0000000000000000000000x';
  await http.ask(`${list}&max_pages=3&min_stars=2&max_stars=4&since=2026-11-02`);
  await http.ask(`${list}&since=2026-10-25`);
  await http.ask(list);
  const all = { placeRef: 'ChIJ0000000000000000000000x', maxPages: 10, minStars: null, maxStars: null };
  expect(asked).toEqual([
    { ...all, maxPages: 3, minStars: 2, maxStars: 4, since: Date.parse('2026-11-01T23:00:00Z') / 1_000 },
    // The day on which the summer time ends.
    { ...all, since: Date.parse('2026-10-24T22:00:00Z') / 1_000 },
    { ...all, since: null },
  ]);
});
