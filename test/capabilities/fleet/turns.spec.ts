import type { SharedTurns, TurnAnswer } from '../../../src/capabilities/fleet/fleet-rate-limit.js';
import type { SharedState } from '../../../src/capabilities/fleet/shared-state.js';
import { createSharedTurns } from '../../../src/capabilities/fleet/shared-turns.js';
import { needsPostgres } from '../../support/postgres-server.js';
import { replicaOf, type SharedDatabase, sharedDatabase } from '../../support/shared-states.js';
import { expect, test } from '../../support/test.js';

needsPostgres();

let database: SharedDatabase;
let states: SharedState[];
test.beforeAll(async () => {
  database = await sharedDatabase();
});
test.beforeEach(async () => {
  await database.empty();
  states = await Promise.all([1, 2, 3].map(() => replicaOf(database.url)));
});
test.afterEach(() => {
  for (const state of states) state.close();
});

const turnsOf = (perMinute: number) => states.map((state) => createSharedTurns(state, perMinute));
/** Between two turns: longer than a busy machine needs between two questions. */
const INTERVAL_MS = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Asks until there is a turn. */
async function nextTurn(turns: SharedTurns, isSingle = true): Promise<string> {
  for (;;) {
    const answer = await turns.ask(isSingle);
    if ('turn' in answer) return answer.turn;
    await pause(Math.ceil(answer.waitMs));
  }
}
const waitOf = (answer: TurnAnswer) => ('waitMs' in answer ? answer.waitMs : 0);

test('turns of three replicas keep their distance, also when the tables are emptied', async () => {
  const perMinute = 3_000;
  const given: number[] = [];
  await Promise.all(
    turnsOf(perMinute).map(async (turns) => {
      while (given.length < 24) {
        given.push(Number(await nextTurn(turns)));
        if (given.length === 12) await database.empty();
      }
    }),
  );
  given.sort((a, b) => a - b);
  const distances = given.slice(1).map((at, index) => at - (given[index] ?? 0));
  // Microseconds. At this distance, any 60 s hold at most the limit.
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(60_000_000 / perMinute);
});

test('the first turn comes after one interval, because earlier turns are not known', async () => {
  const [one] = turnsOf(600);
  const waitMs = waitOf((await one?.ask(true)) ?? { turn: '' });
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(100.5);
});

test('while a single request waits, other work of every replica waits longer', async () => {
  const [one, two] = turnsOf(60_300 / INTERVAL_MS);
  if (one === undefined || two === undefined) throw new Error('two replicas');
  await nextTurn(one, false);
  expect(waitOf(await two.ask(false))).toBeLessThanOrEqual(INTERVAL_MS);
  const single = waitOf(await one.ask(true));
  expect(single).toBeGreaterThan(0);
  const bulk = waitOf(await two.ask(false));
  expect(bulk).toBeGreaterThan(INTERVAL_MS);
  await pause(Math.ceil(single));
  expect(await one.ask(true)).toHaveProperty('turn');
  // No single request waits any more: other work goes on at the pace of the limit.
  await expect.poll(async () => waitOf(await two.ask(false))).toBeLessThanOrEqual(INTERVAL_MS);
});

test('a turn that is given back can be taken again, unless a later turn was given', async () => {
  const [one, two] = turnsOf(60_300 / INTERVAL_MS);
  if (one === undefined || two === undefined) throw new Error('two replicas');
  const turn = await nextTurn(one);
  await one.giveBack(turn);
  const again = await two.ask(true);
  expect(again).toHaveProperty('turn');
  await one.giveBack(turn);
  expect(await one.ask(true)).toHaveProperty('waitMs');
});

test('replicas of another egress group have turns of their own', async () => {
  const [one] = turnsOf(1_200);
  const elsewhere = await replicaOf(database.url, 'elsewhere');
  states.push(elsewhere);
  const other = createSharedTurns(elsewhere, 1_200);
  await Promise.all([one?.ask(true), other.ask(true)]);
  await pause(60);
  const answers = await Promise.all([one?.ask(true), other.ask(true)]);
  for (const answer of answers) expect(answer).toHaveProperty('turn');
});

test('a clock of the database that goes back costs one interval', async () => {
  const [one] = turnsOf(600);
  await one?.ask(true);
  await database.run("update shared_turn set last_at = last_at + interval '1 hour'");
  expect(waitOf((await one?.ask(true)) ?? { turn: '' })).toBeLessThan(101);
});
