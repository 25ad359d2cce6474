import { fileURLToPath } from 'node:url';
import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { soakHostile } from './hostile.js';

// In short; `npm run soak -- --hostile 60` takes an hour. Memory is read under /proc.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));

test('odd links, fresh addresses and huge uploads take the service away from nobody', async () => {
  test.setTimeout(600_000);
  const { text, broken } = await soakHostile({
    main: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
    replicas: 1,
    aloneMs: 1_000,
    besideMs: 3_000,
    parts: 2,
    pauseMs: 200,
  });
  expect(broken, text).toEqual([]);
});
