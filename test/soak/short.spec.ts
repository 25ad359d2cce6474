import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { soak } from './soak.js';

// The soak in short; `npm run soak` runs it in full. Handles, processes and memory are read under /proc.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));
test.setTimeout(600_000);

test('answers mixed requests at twice the capacity with faults: no false answer, no leak', async () => {
  const { text, broken } = await soak({
    seed: 'short',
    waves: 2,
    requestsPerWave: 20,
    warmUpRequests: 24,
    contexts: 3,
    requestTimeoutMs: 2_500,
    reviewsTimeoutMs: 4_000,
    recoveryMs: 60_000,
  });
  expect(broken, text).toEqual([]);
});
