import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { storeCounts } from '../../src/capabilities/watch/present-watches.js';
import type { Database } from '../../src/capabilities/watch/schema.js';
import { processes } from '../support/chromium-processes.js';
import { makeDataFolder } from '../support/data-folder.js';
import { addChannel } from '../support/watch-rows.js';
import { addWatch, DAY_MS } from '../support/watched.js';
import { startWatching } from '../support/watching.js';
import { type Arena, ask, OPTIONS, startService } from './processes.js';
import type { Section } from './report.js';
import { numberText } from './statistics.js';

// What a large record costs: processor time, because a statement of SQLite holds up every request meanwhile.

const PLACES = OPTIONS.quick ? 30 : 300;
const REVIEWS = 1_000;
const QUIET_MS = OPTIONS.quick ? 10_000 : 60_000;
const LISTS = 10;
/** Of a service without keys. */
const OWNER = 'everybody';

/** Adds places with their reviews, versions, events and deliveries, and the counts that their checks would write. */
async function fill(db: Database, owner: string) {
  const now = Date.now();
  await addChannel(db, { id: 'ch', owner });
  await db.transaction().execute(async (transaction) => {
    const ids = Array.from({ length: PLACES }, (_, number) => `w_${number}`);
    const times = { created_at: now, checked_at: now, proven_at: now, due_at: now + 9 * DAY_MS };
    for (const id of ids)
      await addWatch({ db: transaction }, { id, owner, subject: `ChIJ${id}`, evidence: 'on_loss', ...times });
    const numbers = sql`(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${REVIEWS - 1})
      select i, watch.id, 'R' || watch.id || '_' || i as review_id from watch, n)`;
    await sql`insert into review (watch_id, review_id, url, author_key, status, status_at, first_seen_at, last_seen_at,
        version, version_at, read_at, stars, text, author)
      select id, review_id, 'https://www.google.com/maps/reviews/' || review_id, 'a' || review_id,
        case when i % 100 = 0 then 'not_visible' else 'visible' end, ${now} - i * 60000, 1, ${now} - i % 100 * 86400000,
        1, 1, ${now}, 5, 'Zmyślona opinia ' || i, 'Anna Zmyślona'
      from ${numbers}`.execute(transaction);
    await sql`insert into event (seq, id, watch_id, owner, at, type, review_id, check_id, evidence)
      select row_number() over (), 'e' || review_id, id, ${owner},
        ${now} - i * 86400000, 'review.not_visible', review_id, 'c', 'e.zip' from ${numbers} where i % 20 = 0`.execute(
      transaction,
    );
    await sql`insert into delivery (id, channel_id, event_seq, queue, created_at, due_at, attempts, outcome)
      select 'd' || id, 'ch', seq, watch_id, at, at, 1, 'delivered' from event`.execute(transaction);
    await sql`insert into stored_value (name, value) select 'event', cast(max(seq) as text) from event where true
      on conflict (name) do update set value = excluded.value`.execute(transaction);
    for (const id of ids) await storeCounts(transaction, id);
  });
}

/** Measures the processor time of a quiet service with a large record, and of its list of watches. */
export async function measureRecord(arena: Arena): Promise<Section> {
  const DATABASE_URL = `sqlite:${join(makeDataFolder(), 'some.db')}`;
  const { watch, db, close } = await startWatching({ DATABASE_URL });
  await fill(db, watch.ownerOf(OWNER));
  await close();
  const service = await startService(arena, { DATABASE_URL });
  // Chromium, which the service has started, is not counted.
  const cpu = () => (processes().find(({ pid }) => pid === service.pid)?.cpuSeconds ?? Number.NaN) * 1_000;
  const list = async () => (await ask(service, { path: '/watches?limit=500' })).arrayBuffer();
  await list();
  await sleep(5_000);
  const before = cpu();
  await sleep(QUIET_MS);
  const quiet = cpu() - before;
  for (let asked = 0; asked < LISTS; asked += 1) await list();
  const listMs = (cpu() - before - quiet) / LISTS;
  const size = `${numberText(PLACES)} places of ${numberText(REVIEWS)} reviews`;
  return {
    goals: [
      [`${size}, nobody asks: % of a core`, (quiet / QUIET_MS) * 100, '≤', 1],
      [`${size}: CPU ms of GET /api/watches?limit=500`, listMs, '≤', 100],
    ],
    text: [
      '### A large record',
      `Processor time of the service without Chromium, for ${QUIET_MS / 1_000} s.`,
    ].join('\n\n'),
  };
}
