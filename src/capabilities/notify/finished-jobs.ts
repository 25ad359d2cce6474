import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inBothZones } from '../../core/published/times.js';
import { chunksOf } from '../../kit/store/rows.js';
import type { WatchOwn } from '../watch/endpoints.js';
import type { LocalTime } from '../watch/publish-watch.js';
import type { Database } from '../watch/schema.js';

interface FinishedJobs {
  readonly db: Database;
  readonly jobs: NonNullable<WatchOwn['jobs']>;
  /** The names of the owners that have a usable key, by their keyed hash. */
  readonly owners: ReadonlyMap<string, string>;
  readonly now: number;
  readonly localTime: LocalTime;
}

/** A job is looked for again for this long: its end may be committed late, or the clock of its database differ. */
const OVERLAP_MS = 60_000;

/**
 * Writes a delivery of each job that has finished to each channel that names `job.finished`. The id of a delivery
 * follows from channel and job, so a second look, or another replica, writes none again. Jobs that finished before the
 * channel named the type are not told. @throws AppError `jobs_unavailable`
 */
export async function writeFinishedJobs({ db, jobs, owners, now, localTime }: FinishedJobs) {
  const names = sql<boolean>`coalesce(channel.types, '') like '%"job.finished"%'`;
  await sql`update channel set jobs_at = null where jobs_at is not null and not (${names})`.execute(db);
  const open = db.selectFrom('channel').where('ended_at', 'is', null).where(names);
  const rows = await open.select(['id', 'jobs_at', 'owner']).execute();
  for (const { id: channel_id, jobs_at: at, owner } of rows) {
    const name = owners.get(owner);
    if (name === undefined) continue;
    const finished = at === null ? [] : await jobs.finished(name, Number(at));
    const deliveries = finished.map(({ endedAt, ...job }) => {
      const hash = createHash('sha256').update(`${channel_id} ${job.id}`).digest('base64url');
      const times = { created_at: endedAt, due_at: endedAt, attempts: 0 };
      const news = JSON.stringify({ ...job, ...inBothZones('ended_at', endedAt, localTime) });
      return { id: `d_${hash.slice(0, 22)}`, channel_id, event_seq: null, job: news, ...times };
    });
    const written = db.insertInto('delivery').onConflict((one) => one.column('id').doNothing());
    for (const some of chunksOf(deliveries)) await written.values(some).execute();
    // There may be more jobs than one look returns: the next look begins after the last of these.
    const last = Math.min(now - OVERLAP_MS, finished.at(-1)?.endedAt ?? now);
    const jobs_at = at === null ? now : Math.max(Number(at), last);
    await db.updateTable('channel').set({ jobs_at }).where('id', '=', channel_id).execute();
  }
}
