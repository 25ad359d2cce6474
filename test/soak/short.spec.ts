import { fileURLToPath } from 'node:url';
import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { report } from './report.js';
import { type SoakOptions, soak } from './soak.js';

// The soak in short; `npm run soak` is the whole of it. Handles and processes are counted under /proc.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));

test('mixed requests at twice the capacity, with faults: all answered, nothing false, nothing kept', async () => {
  test.setTimeout(600_000);
  const options: SoakOptions = {
    main: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
    seed: 'short',
    waves: 2,
    requestsPerWave: 20,
    warmUpRequests: 30,
    contexts: 3,
    requestTimeoutMs: 2_500,
    reviewsTimeoutMs: 4_000,
    recoveryMs: 60_000,
  };
  const result = await soak(options);
  expect(result.broken, report(result, options)).toEqual([]);
});
