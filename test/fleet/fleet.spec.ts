import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { needsPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { expect, test } from '../support/test.js';
import { arrivals, type Replica, startReplica } from './fleet.js';

// Three processes and a real PostgreSQL. The clock of the second replica is five minutes ahead in every test; the third
// reaches PostgreSQL through a proxy that can be cut. test/capabilities/fleet has the cases of each mechanism; these tests show that the
// processes share them.

needsPostgres();

const LOADS_PER_SECOND = 20;
const COOLDOWN_MS = 2_000;
const ENV = {
  RATE_LIMIT_PER_MINUTE: '20',
  PROVIDER_LOADS_PER_MINUTE: String(60 * LOADS_PER_SECOND),
  BREAKER_COOLDOWN_MS: String(COOLDOWN_MS),
  FLEET_SIZE_HINT: '3',
  REQUEST_TIMEOUT_MS: '30000',
};
/** Places that the HTTP fast path reads: one document each, and for the first a data answer. */
const PLACES = [
  'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  'ChIJsQOa74ZdHEcRBvpYsnFNnmw',
  'ChIJPqhM-SBdFrcRJMmxVnoP0-g',
  'ChIJsyF6Xw3MHkcRWhL4w7fmBJ0',
  'ChIJgFztkjtvGkcRNovSpZ5xwE8',
  'ChIJ8jgNnlpscQQRWAxu1zvxSQo',
] as const;
const details = (place: string = PLACES[0]) => `/api/details?placeid=${place}`;
const isDocument = (_host: string, path: string) => path.startsWith('/maps/place/');
let standIn: StandIn;
let server: PostgresServer;
let url: string;
let way: TcpProxy;
let replicas: Replica[] = [];
test.beforeAll(async () => {
  [standIn, server] = await Promise.all([startStandIn(), startPostgres()]);
  [url, way] = await Promise.all([server.create(), startTcpProxy({ path: server.path })]);
  const [, database] = /@\/(\w+)/.exec(url) ?? [];
  replicas = await Promise.all([
    startReplica(standIn, { databaseUrl: url, env: ENV }),
    startReplica(standIn, { databaseUrl: url, env: ENV, isAhead: true }),
    startReplica(standIn, { databaseUrl: `postgres://test@127.0.0.1:${way.port}/${database}`, env: ENV }),
  ]);
});
test.afterAll(async () => {
  await Promise.all(replicas.map(({ process }) => process.kill()));
  await way?.close();
  await Promise.all([server?.close(), standIn?.close()]);
});
test.beforeEach(async () => {
  standIn.reset();
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
  await expect.poll(() => providers()).toEqual(['ok', 'ok', 'ok']);
});

const one = (index: number): Replica => {
  const replica = replicas[index];
  if (replica === undefined) throw new Error('no such replica');
  return replica;
};
const eachReady = () => Promise.all(replicas.map((replica) => replica.ready()));
const health = async () => (await eachReady()).map(({ sharedState }) => sharedState);
const providers = async () => (await eachReady()).map(({ provider }) => provider);
const breakers = () => Promise.all(replicas.map((replica) => replica.metric('breaker_state')));

/** All replicas ask for all places again and again, past the caches, until `work` is done. */
async function askDuring(work: Promise<void>): Promise<void> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  const clients = replicas.flatMap((replica) => PLACES.map((place) => ({ replica, place })));
  await Promise.all([
    ended,
    ...clients.map(async ({ replica, place }) => {
      while (!isDone) {
        const { status, code } = await replica.get(details(place), { fresh: true });
        expect(status, code ?? '').toBe(200);
      }
    }),
  ]);
}

/** Waits until `count` more loads have arrived. */
async function moreLoads(count: number): Promise<void> {
  const wanted = arrivals(standIn).length + count;
  await expect.poll(() => arrivals(standIn).length, { intervals: [50] }).toBeGreaterThanOrEqual(wanted);
}

/** Asks during `work`, and compares the loads that arrived with the limit for the time until the last load. */
async function expectWithinLimit(work: Promise<void>): Promise<void> {
  const since = performance.now();
  await askDuring(work);
  const times = arrivals(standIn).filter((at) => at >= since);
  const seconds = ((times.at(-1) ?? since) - since) / 1_000;
  // One load of each replica may have had its turn before.
  expect(times.length).toBeLessThanOrEqual(Math.ceil(seconds * LOADS_PER_SECOND) + replicas.length);
}

/** Empties the tables that the replicas share, as a crash of the server does. */
const empty = () => server.run(url, 'truncate shared_points, shared_turn, shared_breaker');

/** Records each turn with its time in microseconds of the database's clock; a turn that is given back goes. */
const RECORD_TURNS = `create table turn_log (at bigint);
create function record_turn() returns trigger language plpgsql as $$ begin
  if new.last_at < old.last_at then
    delete from turn_log where at = (select max(at) from turn_log);
  elsif new.given and new.last_at > old.last_at then
    insert into turn_log values ((extract(epoch from new.last_at) * 1000000)::bigint);
  end if;
  return null;
end $$;
create trigger record_turn after update on shared_turn for each row execute function record_turn()`;

test('a client has one allowance at all replicas, and a refused request costs nothing', async () => {
  expect(Number(one(1).process.log.at(-1)?.time) - Date.now(), 'the second clock').toBeGreaterThan(200_000);
  const client = '192.0.2.1';
  const statuses: number[] = [];
  for (let request = 0; request < 24; request += 1)
    statuses.push((await one(request % 3).get('/api/info', { client })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429]);
  const other = await one(0).get('/api/info', { client: '192.0.2.2' });
  expect(other).toMatchObject({ status: 200 });
  expect(other.headers.get('ratelimit')).toMatch(/r=19/);
});

test('loads of all replicas together stay within the limit, also when the tables are emptied', async () => {
  await server.run(url, RECORD_TURNS);
  const work = async () => {
    await moreLoads(15);
    const loads = arrivals(standIn).length;
    const rows = await server.rows<{ at: string }>(url, 'select at from turn_log order by at');
    const turns = rows.map(({ at }) => Number(at));
    // Exactly, by one clock: turns keep their distance, and every load had one. On a machine that stands still for
    // longer than the database is waited for, a replica may have used its own part of the limit for a moment.
    if (replicas.every((replica) => changesOf(replica).length === 1))
      expect(turns.length).toBeGreaterThanOrEqual(loads);
    const distances = turns.slice(1).map((at, index) => at - (turns[index] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(1_000_000 / LOADS_PER_SECOND);
    await empty();
    await moreLoads(8);
  };
  await expectWithinLimit(work());
});

test('a block page stops all replicas, also after the tables are emptied; then one replica probes', async () => {
  const repair = standIn.fault({ kind: 'block_page', match: isDocument });
  expect(await one(0).get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  const met = performance.now();
  await expect.poll(breakers, { intervals: [20] }).toEqual([2, 2, 2]);
  await empty();
  repair();
  standIn.requests.length = 0;
  for (const replica of replicas)
    expect(await replica.get(details(), { fresh: true })).toMatchObject({ code: 'provider_blocked' });
  expect(standIn.requests).toEqual([]);

  await expect.poll(breakers, { intervals: [20] }).toEqual([1, 1, 1]);
  expect(performance.now() - met).toBeGreaterThan(COOLDOWN_MS - 200);
  // Long enough that the other replicas ask while the probe is under way.
  standIn.fault({ kind: 'delay', ms: 1_000, match: isDocument, times: 1 });
  const answers = await Promise.all(replicas.map((replica) => replica.get(details(), { fresh: true })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
  // The probe, and the lookup of the replica that made it.
  expect(arrivals(standIn)).toHaveLength(2);
  await expect.poll(breakers, { intervals: [20] }).toEqual([0, 0, 0]);
  for (const replica of replicas) expect((await replica.get(details(), { fresh: true })).status).toBe(200);
});

/** Without the database a replica is ready and degraded, and answers. */
async function expectGoingOn(replica: Replica): Promise<void> {
  expect(await replica.get(details(), { fresh: true })).toMatchObject({ status: 200 });
  await expect.poll(() => replica.ready()).toMatchObject({ status: 200, sharedState: 'degraded' });
  expect(await replica.metric('shared_state_degraded')).toBe(1);
  expect(await replica.get('/api/info')).toMatchObject({ status: 200 });
}
const changesOf = ({ process }: Replica) => process.log.flatMap(({ sharedState }) => sharedState ?? []);

test('a replica that cannot reach the database works by itself; with a frozen database each replica keeps its part of the limit', async () => {
  const logged = replicas.map((replica) => changesOf(replica).length);
  way.cut();
  await expectGoingOn(one(2));
  expect(await health()).toEqual(['ok', 'ok', 'degraded']);
  for (const index of [0, 1]) expect((await one(index).get(details(), { fresh: true })).status).toBe(200);
  server.freeze();
  try {
    await Promise.all(replicas.map(expectGoingOn));
    await expectWithinLimit(moreLoads(8));
  } finally {
    server.thaw();
    way.mend();
  }
  await expect.poll(health).toEqual(['ok', 'ok', 'ok']);
  for (const [index, replica] of replicas.entries()) {
    const changes = changesOf(replica).slice(logged[index]);
    // One line for each change; a busy machine may change twice.
    expect(changes.length).toBeLessThanOrEqual(4);
    expect(changes).toEqual(changes.map((_, line) => (line % 2 === 0 ? 'degraded' : 'ok')));
  }
});
