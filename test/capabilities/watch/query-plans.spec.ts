import type { KyselyPlugin } from 'kysely';
import { LinkWork } from '../../../src/capabilities/jobs/link-work.js';
import { createDelivery } from '../../../src/capabilities/notify/deliver.js';
import { createEvidenceStore } from '../../../src/capabilities/reports/evidence-store.js';
import { createEvidenceRecorder } from '../../../src/capabilities/reports/record-evidence.js';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { readKnown, recordCheck } from '../../../src/capabilities/watch/ledger.js';
import { createRetention } from '../../../src/capabilities/watch/retention.js';
import { LISTED_STATES } from '../../../src/capabilities/watch/values.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { openJobs, REQUEST, startJobs } from '../../support/job-databases.js';
import { readPlans, recordStatements } from '../../support/query-plans.js';
import { expect, test } from '../../support/test.js';
import { addChannel, addEvent } from '../../support/watch-rows.js';
import { addWatch, DAY_MS, look, seen } from '../../support/watched.js';
import { PLACES, startWatching } from '../../support/watching.js';

// A statement that reads the whole record takes seconds for a million reviews, and holds up every request meanwhile.

const log = createLogger('silent');
const AUTHOR = '110483770106878901976';
const localTime = createLocalTime('Europe/Warsaw');

// A statement without its index reads more rows than it needs, even where another index spares it the whole table.
const RECORD_INDEXES = [
  ...['channel_of_owner', 'check_of_watch', 'delivery_claimed', 'delivery_due', 'delivery_event'],
  ...['delivery_failing', 'delivery_order', 'event_at', 'event_of_owner'],
  ...['event_of_review', 'event_of_type', 'event_of_watch', 'event_open'],
  ...['review_of_author', 'review_of_status', 'review_old', 'watch_claimed'],
  ...['watch_due', 'watch_of_identity', 'watch_of_owner', 'watch_of_state'],
];
const JOB_INDEXES = ['expires', 'link_due', 'link_same', 'of_owner', 'of_request', 'open', 'result'].map(
  (name) => `job_${name}`,
);

type Started = Awaited<ReturnType<typeof startWatching>>;
interface Recorded {
  readonly started: Started;
  readonly owner: string;
  readonly clock: { now: number };
}

/** A watch of a place with a review that is missing, a watch of a review, channels and events. */
async function record({ started: { db, database }, owner, clock }: Recorded) {
  const row = await addWatch(database, { id: 'w_1', owner, client: 'Klient', due_at: clock.now + DAY_MS });
  const ofReview = { id: 'w_2', owner, kind: 'review', subject: 'link', due_at: 0 } as const;
  const reviewed = await addWatch(database, ofReview);
  const author = authorKey(await hashKeyOf(db), AUTHOR);
  const reviews = ['R1', 'R2', 'R3'].map((id) => seen(id, { authorKey: author }));
  await recordCheck(database, row, { ...look(0, { reviews }), at: clock.now });
  const missed = { ...look(1, { reviews: reviews.slice(0, 2), verdicts: { R3: 'no_rating' } }) };
  await recordCheck(database, row, { ...missed, at: clock.now });
  await addChannel(db, { owner });
  await addChannel(db, { id: 'ch_2', owner, kind: 'email', pace: 'weekly', created_at: 0 });
  for (const [index, evidence] of ['a', 'b', 'c'].entries())
    await addEvent(db, 1_000 + index, ['ch_1'], {
      ...{ id: `e_${evidence}`, owner, at: clock.now, type: 'review.not_visible', review_id: 'R3' },
    });
  return { row, reviewed };
}

/** Checks, deliveries, packs and retention. */
async function workInBackground({ started, owner, clock }: Recorded): Promise<void> {
  const { db, database, folder } = started;
  await started.tick();
  const answers = [
    { status: 500, error: 'HTTP 500' },
    { status: 200, error: null },
    { status: 410, error: 'HTTP 410' },
  ];
  const carrier = {
    refusalOf: () => null,
    send: async () => answers.shift() ?? { status: 200, error: null },
  };
  const carriers = { webhook: carrier, email: carrier, chat: carrier };
  const now = () => clock.now;
  const parts = { replica: 'one', usable: () => [owner], log, now };
  const deliveries = createDelivery({ ...parts, database, carriers, localTime });
  for (let round = 0; round < 3; round += 1) {
    await deliveries.writeWeek();
    await deliveries.tick();
    await deliveries.figures();
    clock.now += 3_600_000;
  }
  const store = createEvidenceStore({ folder, maxBytes: 100_000_000, log });
  const evidence = {
    key: async () => ({}) as never,
    make: async () => ({ verdict: { is_visible: false }, zip: [Buffer.from('PK')] }) as never,
  };
  const recorder = createEvidenceRecorder({ ...parts, db, store, evidence, hasRoom: () => true });
  expect(await recorder.tick()).toBeGreaterThan(0);
  const days = { events: 1, reviews: 1 };
  const { clean } = deliveries;
  const retention = createRetention({ db, store, days, clean, erase: (work) => work(), log, now });
  for (let day = 0; day < 4; day += 1, clock.now += DAY_MS) await retention.tick();
}

/** What the endpoints ask for; what deletes comes last. */
async function askEverything(
  { started: { db, watch }, owner, clock }: Recorded,
  { row, reviewed }: Awaited<ReturnType<typeof record>>,
): Promise<void> {
  const lost = { type: 'review.not_visible', review_id: 'R3' } as const;
  await addEvent(db, 1_100, ['ch_1'], { id: 'e_fresh', owner, at: clock.now, ...lost });
  const page = { limit: 100 };
  const { next } = await watch.list(owner, {}, { limit: 1 });
  for (const state of LISTED_STATES) await watch.list(owner, { state }, page);
  const filter = { client: 'Klient', kind: 'place', query: 'lokal' } as const;
  await watch.list(owner, filter, { ...page, after: next ?? undefined });
  await watch.get(owner, row.id);
  const days = { from: '2026-01-01', to: '2026-12-31' };
  for (const status of [undefined, 'visible', 'missing', 'not_visible'] as const)
    await watch.reviews(owner, row.id, status, { ...page, ...days });
  const wanted = { since: 0, limit: 100 };
  for (const order of ['oldest', 'newest'] as const) {
    for (const done of [undefined, 'true', 'false'] as const)
      await watch.events(owner, { ...wanted, order, done });
    await watch.events(owner, { ...wanted, order, types: ['review.not_visible', 'place.gone'] });
    await watch.events(owner, { ...wanted, order, client: 'Klient', max_stars: 2, ...days });
    await watch.events(owner, { ...wanted, order, watchId: row.id });
  }
  await watch.channels.list(owner);
  await watch.channels.change(owner, 'ch_1', { ended: false, max_stars: 3 });
  await watch.markEvents(owner, ['e_fresh'], true, null);
  await watch.markEvents(owner, ['e_fresh'], false, null);
  await watch.change(owner, row.id, { label: 'Lokal', paused: true });
  await watch.change(owner, row.id, { paused: false });
  await watch.owners.list();
  const names = { lang: 'pl', authors: 'names' } as const;
  const { signal } = new AbortController();
  await watch.exportOf(owner, row.id, names as never, { signal, client: null });
  const scope = startScope('test', log, null, 'single');
  await watch.addMany(owner, [{ subject: PLACES[0] ?? '' }], scope);
  const asking = { scope, charge: async () => undefined };
  await watch.clientFile(owner, 'Klient', { ...names, format: 'xlsx' }, asking);
  await watch.evidenceOf(owner, 'e_fresh').catch(() => undefined);
  await watch.dataOfAuthor(owner, AUTHOR, scope);
  await watch.forget(owner, AUTHOR, scope);
  await watch.channels.remove(owner, 'ch_1');
  await watch.remove(owner, reviewed.id);
  scope[Symbol.dispose]();
}

test('no statement of the watch, of deliveries or of packs reads the whole record', async () => {
  const { statements, plugin } = recordStatements();
  const settings = { WEBHOOK_HOSTS: '127.0.0.1' };
  await using started = await startWatching(settings, READY_SERVICES.evidence, { plugin });
  const recorded = { started, owner: started.watch.ownerOf('owner'), clock: { now: Date.now() } };
  const watches = await record(recorded);
  await workInBackground(recorded);
  await askEverything(recorded, watches);

  expect(statements.size).toBeGreaterThan(100);
  // The cover of each watch looks for its last part of a list once.
  const covers = [...statements].filter((one) => one.includes('without_list'));
  expect(new Set(covers.map((one) => one.split('complete = 0').length - 1))).toEqual(new Set([1]));
  const { whole, indexes } = await readPlans(started.db, statements);
  expect(whole).toEqual([]);
  expect(indexes).toEqual(RECORD_INDEXES);
});

test('a check of a large place reads its reviews in parts, each with its last version', async () => {
  const rowsOf: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rowsOf.push(result.rows.length);
      return result;
    },
  };
  await using watching = await startWatching({}, READY_SERVICES.evidence, { plugin });
  const { db, database } = watching;
  const row = await addWatch(database);
  const ids = Array.from({ length: 1_001 }, (_, at) => `R${at}`);
  for (const text of ['Dobre', 'Lepsze']) {
    const reviews = ids.map((id) => seen(id, { text }));
    await recordCheck(database, row, look(text.length, { reviews }));
  }
  const { reviews } = await readKnown(db, row);
  expect([...reviews.keys()].toSorted()).toEqual(ids.toSorted());
  expect(new Set([...reviews.values()].map(({ text }) => text))).toEqual(new Set(['Lepsze']));
  expect(Math.max(...rowsOf)).toBeLessThanOrEqual(500);
});

test('no statement of jobs reads all links', async () => {
  const { statements, plugin } = recordStatements();
  const opened = await openJobs('sqlite::memory:');
  const database = { ...opened, db: opened.db.withPlugin(plugin) };
  let attempts = 0;
  const { jobs, worker, owners } = await startJobs(database, {
    runner: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the first attempt fails');
      return { outcome: 'visible', data: { is_visible: true }, rows: 1 };
    },
  });
  try {
    const entries = [['a', 'b', 'c'].map((text) => ({ text, line: null, problem: null }))];
    const { id } = await jobs.submit({ ...REQUEST, requestKey: 'key', client: 'north', entries });
    await expect.poll(async () => (await jobs.get('north', id)).done).toBeGreaterThan(0);
    await jobs.endWaiting('north', id);
    const job = await jobs.get('north', id);
    await jobs.completed(job, 0);
    await jobs.inOrder(job, 0);
    await jobs.list('north');
    await jobs.finished('north', 0);
    await owners?.counts(['north']);
    await jobs.cancel('north', id, true);
    await new LinkWork({ database, retentionMs: 1, maxOpenLinks: 1 }, () => []).sweep();
    expect(statements.size).toBeGreaterThan(20);
    const { whole, indexes } = await readPlans(opened.db, statements);
    expect(whole).toEqual([]);
    expect(indexes).toEqual(JOB_INDEXES);
  } finally {
    await worker.close();
    await opened.close();
  }
});
