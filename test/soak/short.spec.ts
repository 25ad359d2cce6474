import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { soak } from './soak.js';

// The soak in short; `npm run soak` makes SOAK_REQUESTS requests in six waves. Handles, processes and memory are read
// under /proc.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));

const requests = Number(process.env.SOAK_REQUESTS ?? 0);
test.setTimeout(requests > 0 ? 7_200_000 : 600_000);

test('answers mixed requests at twice the capacity with faults: no false answer, no leak', async () => {
  const { text, broken } = await soak(
    requests > 0
      ? {
          ...{ seed: 'soak', waves: 6, requestsPerWave: Math.ceil(requests / 6), warmUpRequests: 80 },
          ...{ contexts: 4, requestTimeoutMs: 8_000, reviewsTimeoutMs: 15_000, recoveryMs: 60_000 },
        }
      : {
          ...{ seed: 'short', waves: 2, requestsPerWave: 20, warmUpRequests: 24 },
          ...{ contexts: 3, requestTimeoutMs: 2_500, reviewsTimeoutMs: 4_000, recoveryMs: 60_000 },
        },
  );
  expect(broken, text).toEqual([]);
});
