import { fileURLToPath } from 'node:url';
import { tunedMain } from '../support/built.js';
import { test } from '../support/service.js';
import { expect } from '../support/test.js';

const SPIN = fileURLToPath(new URL('../support/spin.mjs', import.meta.url));
const TUNED = { TUNING: JSON.stringify({ maxSilenceMs: 3_000 }) };

test('a silent event loop ends the process with exit code 1 and one line in the log', {
  tag: '@time',
}, async ({ startProcess }) => {
  const service = await startProcess(TUNED, ['--import', SPIN], undefined, tunedMain());
  service.signal('SIGWINCH');
  await expect.poll(() => service.log.some(({ msg }) => msg === 'spinning')).toBe(true);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(1);
  const said = service.log.filter(({ msg }) => msg?.includes('silent'));
  expect(said).toEqual([expect.objectContaining({ level: 60, silentSeconds: expect.any(Number) })]);
  // The process wrote nothing else: SIGTERM had no effect on it.
  expect(service.log.some(({ msg }) => msg === 'shutting down')).toBe(false);
});
