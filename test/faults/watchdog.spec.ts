import { fileURLToPath } from 'node:url';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { tunedMain } from '../support/built.js';
import { startServiceProcess } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

const SPIN = fileURLToPath(new URL('../support/spin.mjs', import.meta.url));
const TUNED = { TUNING: JSON.stringify({ maxSilenceMs: 3_000 }) };
let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startStandIn();
});
test.afterAll(() => standIn?.close());

test('a silent event loop ends the process with exit code 1 and one line in the log', {
  tag: '@time',
}, async () => {
  const service = await startServiceProcess(standIn, TUNED, ['--import', SPIN], undefined, tunedMain());
  service.signal('SIGWINCH');
  await expect.poll(() => service.log.some(({ msg }) => msg === 'spinning')).toBe(true);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(1);
  const said = service.log.filter(({ msg }) => msg?.includes('silent'));
  expect(said).toEqual([expect.objectContaining({ level: 60, silentSeconds: expect.any(Number) })]);
  // The process wrote nothing else: SIGTERM had no effect on it.
  expect(service.log.some(({ msg }) => msg === 'shutting down')).toBe(false);
});
