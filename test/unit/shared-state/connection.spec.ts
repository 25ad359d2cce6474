import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { createLogger } from '../../../src/runtime/logger.js';
import { connectSharedState, type SharedState } from '../../../src/shared-state/connection.js';
import { SharedStateUnavailable } from '../../../src/shared-state/redis-failures.js';
import { parseRedisUrl } from '../../../src/shared-state/redis-url.js';
import { builtFile } from '../../support/built.js';
import { freePort } from '../../support/free-port.js';
import { needsRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import { expect, test } from '../../support/test.js';

needsRedis();

const PASSWORD = 'secret-p4ss';

let redis: RedisServer;
test.beforeAll(async () => {
  redis = await startRedis({ password: PASSWORD });
});
test.afterAll(() => redis?.close());

/** A connection, and its log. */
async function connected(url: string): Promise<{ state: SharedState; lines: string[] }> {
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) });
  const address = parseRedisUrl(url);
  if (address === null) throw new Error('not a URL of Redis');
  return { state: await connectSharedState({ address, egressGroup: 'default', log }), lines };
}

const ping = (state: SharedState) => state.run((client) => client.ping());
const timeOf = async (work: Promise<unknown>) => {
  const since = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  return { outcome, ms: performance.now() - since };
};

test('connects with a password and never logs it', async () => {
  const { state, lines } = await connected(redis.url);
  expect(state.health()).toBe('ok');
  expect(await ping(state)).toBe('PONG');
  state.close();
  expect(lines.join('')).not.toContain(PASSWORD);
});

test('a refused login ends the start with one line without the password', async () => {
  for (const login of [':wrong-one@', '']) {
    const failure = await connected(`redis://${login}127.0.0.1:${redis.port}`).catch(
      (error: unknown) => error,
    );
    expect(failure, login).toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('REDIS_URL'),
    });
    expect(String(failure)).not.toContain('wrong-one');
  }
});

test('a database that does not exist ends the start: its data would be stored in another database', async () => {
  const failure = await connected(`${redis.url}/99`).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'StartupError', message: expect.stringContaining('database') });
});

test('the start waits a second for Redis, which is used as soon as it answers', async () => {
  const own = await startRedis();
  await own.kill();
  const { outcome, ms } = await timeOf(connected(own.url));
  expect(ms).toBeLessThan(20_000);
  const { state, lines } = outcome as Awaited<ReturnType<typeof connected>>;
  expect(state.health()).toBe('degraded');
  expect((await timeOf(ping(state))).outcome).toBeInstanceOf(SharedStateUnavailable);
  await own.start();
  await expect.poll(state.health).toBe('ok');
  expect(lines).toHaveLength(2);
  state.close();
  await own.close();
});

test('a frozen Redis costs one time limit, and is used again when it answers', async () => {
  const { state, lines } = await connected(redis.url);
  const changes: string[] = [];
  state.onChange((health) => changes.push(health));
  redis.freeze();
  const first = await timeOf(ping(state));
  expect(first.outcome).toBeInstanceOf(SharedStateUnavailable);
  expect(first.ms).toBeLessThan(20_000);
  let laterMs = 0;
  for (let times = 0; times < 20; times += 1) {
    const next = await timeOf(ping(state));
    expect(next.outcome).toBeInstanceOf(SharedStateUnavailable);
    laterMs += next.ms;
  }
  expect(laterMs, 'twenty together, in time limits').toBeLessThan(5 * first.ms);
  redis.thaw();
  await expect.poll(state.health).toBe('ok');
  expect(changes).toEqual(['degraded', 'ok']);
  expect(lines.filter((line) => line.includes('sharedState'))).toHaveLength(3);
  state.close();
});

test('a busy process does not take its own delay for a frozen Redis', async () => {
  const { state } = await connected(redis.url);
  const answer = ping(state);
  const until = performance.now() + 600;
  while (performance.now() < until);
  expect(await answer).toBe('PONG');
  expect(state.health()).toBe('ok');
  state.close();
});

/** How many scripts a Redis has run, or refused to run. */
async function scriptsRun(server: RedisServer): Promise<number> {
  const [, calls, refused] =
    /cmdstat_evalsha:calls=(\d+).*?rejected_calls=(\d+)/.exec(await server.command('INFO', 'commandstats')) ??
    [];
  return Number(calls) + Number(refused);
}

/** Redis refuses commands until `undo`. */
async function refuses(prepare: readonly string[], undo: readonly string[]): Promise<void> {
  const own = await startRedis();
  const { state, lines } = await connected(own.url);
  await own.command(...prepare);
  await timeOf(state.run((client) => client.set('place-lookup:test', '1', 'PX', 1_000)));
  expect(state.health()).toBe('degraded');
  // A probe writes, so that Redis is still not used after the next probe.
  const before = await scriptsRun(own);
  await expect.poll(() => scriptsRun(own)).toBeGreaterThan(before);
  expect(state.health()).toBe('degraded');
  await own.command(...undo);
  await expect.poll(state.health).toBe('ok');
  expect(lines.filter((line) => line.includes('"degraded"'))).toHaveLength(1);
  state.close();
  await own.close();
}

/** Redis runs again with another password; repeated work runs at once when Redis is used again. */
async function restarts(): Promise<void> {
  const own = await startRedis({ password: 'first' });
  const { state } = await connected(own.url);
  let rounds = 0;
  state.repeat(60_000, async () => {
    rounds += 1;
  });
  expect(rounds).toBe(1);
  await own.kill();
  await expect.poll(state.health).toBe('degraded');
  const other = await startRedis({ port: own.port, password: 'second' });
  await expect.poll(() => other.command('INFO', 'errorstats')).toContain('WRONGPASS');
  expect(state.health()).toBe('degraded');
  await other.command('CONFIG', 'SET', 'requirepass', 'first');
  await expect.poll(state.health).toBe('ok');
  await expect.poll(() => rounds).toBe(2);
  state.close();
  await other.close();
  await own.close();
}

test('a Redis that is full, read-only, killed or refuses the login is degraded until it takes writes', async () => {
  await Promise.all([
    refuses(['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']),
    refuses(['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']),
    restarts(),
  ]);
});

test('a refused command fails alone', async () => {
  const { state } = await connected(redis.url);
  await redis.command('SET', 'place-lookup:test', 'text');
  expect(
    (await timeOf(state.run((client) => client.lpush('place-lookup:test', '1')))).outcome,
  ).toBeInstanceOf(SharedStateUnavailable);
  expect(state.health()).toBe('ok');
  state.close();
});

test('rediss:// connects by TLS, and only to a certificate that is trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  writeFileSync(key, made.private);
  writeFileSync(cert, made.cert);
  const port = await freePort();
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
  const options = ['--tls-port', String(port), ...files, '--tls-auth-clients', 'no'];
  const own = await startRedis({ password: PASSWORD, options });
  const built = (name: string) => pathToFileURL(builtFile(name)).href;
  // Node.js takes trusted certificates at its start only.
  const code = `import { connectSharedState } from '${built('shared-state/connection.js')}';
    import { parseRedisUrl } from '${built('shared-state/redis-url.js')}';
    import { createLogger } from '${built('runtime/logger.js')}';
    const address = parseRedisUrl('rediss://:${PASSWORD}@localhost:${port}');
    const state = await connectSharedState({ address, egressGroup: 'default', log: createLogger('silent') });
    process.stdout.write(state.health());
    state.close();`;
  const healthWith = async (env: Record<string, string>) => {
    const args = ['--input-type=module', '-e', code];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
    return stdout;
  };
  try {
    const healths = await Promise.all([healthWith({ NODE_EXTRA_CA_CERTS: cert }), healthWith({})]);
    expect(healths).toEqual(['ok', 'degraded']);
  } finally {
    await own.close();
    rmSync(folder, { recursive: true });
  }
});
