import { READY_SERVICES, startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';

test('a HEAD request for a stream ends its work', async () => {
  let outcome = 'none';
  const http = await startHttp({
    reviews: {
      list: async (request, scope, emit) => {
        outcome = 'working';
        try {
          // Far more than the buffers between the work and the client take.
          for (let page = 1; page <= 2_000; page += 1)
            await emit({ kind: 'progress', page, read: page, total: null });
          outcome = 'ended';
        } catch (error) {
          outcome = 'ended';
          throw error;
        }
        return READY_SERVICES.reviews.list(request, scope, emit);
      },
    },
  });
  const answer = await http.ask('/api/place-reviews?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8', {
    method: 'HEAD',
    headers: { Accept: 'application/x-ndjson' },
  });
  expect(answer).toMatchObject({ status: 200, text: '' });
  await expect.poll(() => outcome).toBe('ended');
  await http.close();
});
