import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { needsRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { spawnMain } from '../support/service-process.js';
import { expect, test } from '../support/test.js';
import { startReplica } from './fleet.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Whether the client of Redis is loaded after a module is imported, in a process of its own. */
function loadsClient(module: string): string {
  const code = `await import('${module}');
    const { default: modules } = await import('node:module');
    process.stdout.write(String(Object.keys(modules._cache).some((path) => path.includes("/ioredis/"))));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return stdout.trim();
}

test('a service without REDIS_URL does not load the client of Redis', () => {
  expect(loadsClient('./dist/app/app.js')).toBe('false');
  expect(loadsClient('ioredis')).toBe('true');
});

test('a REDIS_URL that is malformed ends the start with one line that does not quote it', async () => {
  const main = spawnMain({ REDIS_URL: 'redis://:hidden@[' });
  expect(await main.ended).toBe(1);
  expect(main.stderr().trim().split('\n')).toEqual([
    'The configuration is not valid:',
    '  REDIS_URL: must be redis://[user:password@]host[:port][/db], or rediss:// for TLS',
  ]);
});

test.describe('with Redis', () => {
  needsRedis();
  let standIn: StandIn;
  let redis: RedisServer;
  test.beforeAll(async () => {
    [standIn, redis] = await Promise.all([startStandIn(), startRedis({ password: 'right' })]);
  });
  test.afterAll(async () => {
    await Promise.all([redis?.close(), standIn?.close()]);
  });

  test('a wrong password ends the start with one line that does not contain the password', async () => {
    const main = spawnMain({ REDIS_URL: `redis://:hidden@127.0.0.1:${redis.port}` });
    expect(await main.ended).toBe(1);
    expect(main.stderr().trim()).toBe(
      'Redis refuses the login of REDIS_URL (WRONGPASS). Check the user and the password.',
    );
  });

  test('the service starts when Redis cannot be reached, has no jobs, and ends in order', async () => {
    const replica = await startReplica(standIn, { redisUrl: 'redis://127.0.0.1:1' });
    try {
      await expect.poll(() => replica.ready()).toMatchObject({ status: 200, sharedState: 'degraded' });
      expect((await replica.get('/api/info')).status).toBe(200);
      expect(await replica.get('/api/jobs')).toMatchObject({ status: 503, code: 'jobs_unavailable' });
      const since = performance.now();
      replica.process.signal('SIGTERM');
      expect(await replica.process.ended).toBe(0);
      expect(performance.now() - since).toBeLessThan(40_000);
    } finally {
      await replica.process.kill();
    }
  });
});
