import { writeFileSync } from 'node:fs';
import { createApiKey } from '../../src/core/config/api-keys.js';
import { test } from '../support/service.js';
import { expect } from '../support/test.js';

// SIGHUP of the built service, as a process of its own: it reads API_KEYS_FILE again. Without one: data-folder.spec.ts.

test('SIGHUP reads the file of keys again; a broken file of keys changes nothing', async ({
  startProcess,
}, info) => {
  const keys = info.outputPath('keys');
  const [first, second] = [createApiKey('first'), createApiKey('second')];
  writeFileSync(keys, first.entry);
  const service = await startProcess({ API_KEYS_FILE: keys, LOG_LEVEL: 'info' });
  const get = (path: string, key: string) => fetch(service.url + path, { headers: { 'X-API-Key': key } });
  const statusWith = async (key: string) => (await get('/api/info', key)).status;
  const errors = () => service.log.filter(({ level }) => level === 50);
  expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 401]);

  writeFileSync(keys, second.entry);
  service.signal('SIGHUP');
  await expect.poll(() => statusWith(second.key)).toBe(200);
  expect(await statusWith(first.key)).toBe(401);
  expect(errors()).toEqual([]);

  writeFileSync(keys, second.key);
  service.signal('SIGHUP');
  await expect
    .poll(errors)
    .toContainEqual(expect.objectContaining({ problem: expect.stringContaining('entry 1 (line 1)') }));
  expect(await statusWith(second.key)).toBe(200);
  expect(JSON.stringify(service.log)).not.toContain('plk_');
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
});
