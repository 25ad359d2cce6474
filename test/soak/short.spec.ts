import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { soakBeside } from './beside.js';
import { soak } from './soak.js';

// The soaks in short; `npm run soak` runs them in full. Handles, processes and memory are read under /proc.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));
test.setTimeout(600_000);
// Each has a service, a stand-in and a folder of its own, and counts loads, not time. In turn, they would be a minute in
// which nothing else is left to run.
test.describe.configure({ mode: 'parallel' });

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

test('an honest client is answered beside odd links, fresh addresses and huge uploads', async () => {
  const { text, broken } = await soakBeside({
    flood: 'hostile',
    replicas: 1,
    aloneMs: 1_000,
    besideMs: 3_000,
    parts: 2,
    pauseMs: 200,
  });
  expect(broken, text).toEqual([]);
});
