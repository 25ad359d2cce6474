import { connectSharedState, type SharedState } from '../../../src/capabilities/fleet/shared-state.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { SharedStateUnavailable } from '../../../src/core/traffic/shared.js';
import { needsPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { expect, test } from '../../support/test.js';

needsPostgres();

let server: PostgresServer;
test.beforeAll(async () => {
  server = await startPostgres();
});
test.afterAll(() => server?.close());

/** A connection, and its log. */
async function connected(url: string): Promise<{ state: SharedState; lines: string[] }> {
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) });
  return { state: await connectSharedState({ url, egressGroup: 'default', log }), lines };
}
const isOk = (state: SharedState) => expect.poll(() => state.health()).toBe('ok');
const ping = (state: SharedState) => state.query('select 1 as one', []);
const timeOf = async (work: Promise<unknown>) => {
  const since = performance.now();
  const outcome = await work.catch((error: unknown) => error);
  return { outcome, ms: performance.now() - since };
};
/** The address of a database with a password in it. Without a host, the driver takes the folder of the socket. */
const withPassword = (url: string, user: string, password: string) => {
  const [, name, host] = /@\/(\w+)\?host=(.*)$/.exec(url) ?? [];
  return `postgres://${user}:${password}@localhost/${name}?host=${host}`;
};

test('replicas that start together make the tables once, and the log has no password', async () => {
  const url = await server.create();
  const states = await Promise.all(
    Array.from({ length: 4 }, () => connected(withPassword(url, 'test', 'secret-p4ss'))),
  );
  for (const { state, lines } of states) {
    await isOk(state);
    expect(await ping(state)).toEqual([{ one: 1 }]);
    expect(lines.join('')).not.toMatch(/secret-p4ss|refused/);
    state.close();
  }
});

test('a login that is refused ends the start with one line without the password', async () => {
  const url = await server.create();
  for (const address of [
    withPassword(url, 'nobody', 'wrong-one'),
    withPassword(url, 'test', 'wrong-one').replace(/test_\d+/, 'nowhere'),
  ]) {
    const failure = await connected(address).catch((error: unknown) => error);
    expect(failure, address).toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('DATABASE_URL'),
    });
    expect(String(failure)).not.toContain('wrong-one');
  }
});

test('the start waits a second for the database, which is used as soon as it answers', async () => {
  const own = await startPostgres();
  const url = await own.create();
  await own.kill();
  const { state, lines } = await connected(url);
  expect(state.health()).toBe('degraded');
  expect((await timeOf(ping(state))).outcome).toBeInstanceOf(SharedStateUnavailable);
  await own.start();
  await isOk(state);
  expect(lines).toHaveLength(1);
  state.close();
  await own.close();
});

test('a frozen database costs one time limit, and is used again when it answers', async () => {
  const own = await startPostgres();
  const { state } = await connected(await own.create());
  await isOk(state);
  const changes: string[] = [];
  state.onChange((health) => changes.push(health));
  own.freeze();
  const first = await timeOf(ping(state));
  expect(first.outcome).toBeInstanceOf(SharedStateUnavailable);
  expect(first.ms).toBeLessThan(20_000);
  let laterMs = 0;
  for (let times = 0; times < 20; times += 1) {
    const next = await timeOf(ping(state));
    expect(next.outcome).toBeInstanceOf(SharedStateUnavailable);
    laterMs += next.ms;
  }
  expect(laterMs, 'twenty together, in time limits').toBeLessThan(10 * first.ms);
  own.thaw();
  await isOk(state);
  expect(changes).toEqual(['degraded', 'ok']);
  state.close();
  await own.close();
});

test('a busy process does not take its own delay for a frozen database', async () => {
  const { state } = await connected(await server.create());
  await isOk(state);
  const answer = ping(state);
  const until = performance.now() + 600;
  while (performance.now() < until);
  expect(await answer).toEqual([{ one: 1 }]);
  expect(state.health()).toBe('ok');
  state.close();
});

test('a database that ends, takes no writes or loses its tables is degraded until it takes writes', async () => {
  const own = await startPostgres();
  const url = await own.create();
  const { state, lines } = await connected(url);
  await isOk(state);
  let rounds = 0;
  state.repeat(60_000, async () => {
    rounds += 1;
  });
  await expect.poll(() => rounds).toBe(1);
  const fails = async (statement: string) => {
    await expect(state.query(statement, [])).rejects.toBeInstanceOf(SharedStateUnavailable);
    expect(state.health()).toBe('degraded');
  };

  await own.kill();
  await fails('select 1');
  await own.start();
  await isOk(state);
  await expect.poll(() => rounds).toBe(2);

  await own.run(url, 'alter system set default_transaction_read_only = on');
  await own.run(url, 'select pg_reload_conf()');
  await expect
    .poll(() => own.rows(url, 'show default_transaction_read_only'))
    .toEqual([{ default_transaction_read_only: 'on' }]);
  await expect
    .poll(() =>
      state.query('delete from shared_points', []).then(
        () => 'ok',
        () => state.health(),
      ),
    )
    .toBe('degraded');
  await own.run(url, 'begin read write; drop table shared_points; commit');
  await own.run(url, 'alter system reset default_transaction_read_only');
  await own.run(url, 'select pg_reload_conf()');
  await isOk(state);

  await fails('delete from shared_points');
  await isOk(state);
  expect(await state.query('select * from shared_points', [])).toEqual([]);
  expect(lines.filter((line) => line.includes('"degraded"'))).toHaveLength(3);
  state.close();
  await own.close();
});

test('a statement that is refused fails alone', async () => {
  const { state } = await connected(await server.create());
  await isOk(state);
  await expect(state.query('select 1 / 0', [])).rejects.toBeInstanceOf(SharedStateUnavailable);
  expect(state.health()).toBe('ok');
  state.close();
});
