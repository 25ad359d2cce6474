import { sql } from 'kysely';
import { beginOf } from '../../core/api/local-time.js';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { createTurns } from '../../core/runtime/turns.js';
import { message } from './messages.js';
import type { LocalTime } from './publish-watch.js';
import type { Database } from './schema.js';

/** The first and the last moment of a period, in milliseconds since 1970. `from` null = when the watch began. */
interface Period {
  readonly from: number | null;
  readonly to: number;
}

/** The first and the last day of a period, `YYYY-MM-DD` in the time zone of the service; undefined = open. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whose cover is read. `clients` null = of all clients; `id`: of one watch. */
interface Covered {
  readonly owner: string;
  readonly clients?: readonly string[] | null | undefined;
  readonly id?: string | undefined;
}

const DAY_MS = 86_400_000;
/** Watches of one statement: others have their turn after it. */
const PART = 100;

/** What results a watch has in a period, and before it. Times are milliseconds since 1970; null = there is none. */
export type Cover = Awaited<ReturnType<typeof readPart>>[number];

/** The results of watches in a period, the oldest watch first. */
export async function readCovers(db: Database, of: Covered, period: Period): Promise<Cover[]> {
  const covers: Cover[] = [];
  const turn = createTurns();
  for (let [after, count] = ['', PART]; count === PART; await turn()) {
    const part = await readPart(db, of, period, after);
    [after, count] = [part.at(-1)?.id ?? after, part.length];
    covers.push(...part);
  }
  return covers.toSorted((one, other) => one.created_at - other.created_at);
}

/**
 * Reads with `read` what a cover is about, and the cover. A check that is stored meanwhile is not covered; a watch of which
 * a part is deleted meanwhile is not known; a watch that is removed is left out. No transaction holds up other requests.
 */
export async function readCovered<T>(db: Database, of: Covered, period: Period, read: () => Promise<T>) {
  const before = await readCovers(db, of, period);
  const found = await read();
  const own = db.selectFrom('watch').select(['id', deletionsIn(period).as('deletions')]);
  const rows = await own.where('owner', '=', of.owner).execute();
  const deletions = new Map(rows.map((row) => [row.id, row.deletions]));
  const covers = before.flatMap((cover) =>
    deletions.has(cover.id) ? [{ ...cover, deletions: deletions.get(cover.id) }] : [],
  );
  return { found, covers };
}

const deletionsIn = ({ from, to }: Period) => sql<unknown>`(select count(*) from deletion
  where deletion.watch_id = watch.id and deletion.until >= cast(${from ?? 0} as bigint)
    and deletion.since <= cast(${to} as bigint))`;

function readPart(db: Database, { owner, clients = null, id }: Covered, period: Period, after: string) {
  const { from, to } = period;
  const [begin, end] = [sql`cast(${from ?? 0} as bigint)`, sql`cast(${to} as bigint)`];
  const result = sql`from watch_check as one where one.watch_id = watch.id and one.trouble is null and one.at <= ${end}`;
  const within = sql`${result} and one.at >= ${begin}`;
  // A check that read a part of the list, or not the page of the place, proves nothing about what it did not read.
  const whole = sql`(watch.kind = 'review' or (one.complete = 1 and one.review_count is not null
    and (one.rating is not null or one.review_count = 0)))`;
  const time = (least: 'min' | 'max', found: typeof result) =>
    sql<number | null>`(select ${sql.raw(least)}(one.at) ${found})`;
  // The last list that was not read whole.
  const part = sql<string>`(select one.id ${within} and one.complete = 0 order by one.at desc limit 1)`;
  const lastTwo = sql`(select one.complete ${result} order by one.at desc limit 2) as two`;
  return db
    .selectFrom('watch')
    .leftJoin('watch_check as part', (join) => join.on('part.id', '=', part))
    .select(['watch.id', 'kind', 'subject', 'label', 'place', 'created_at', 'paused_at'])
    .select(['part.at as part_at', 'part.read as part_read', 'part.review_count as part_counted'])
    .select([
      sql<number | null>`(select one.pending from watch_check as one where one.watch_id = watch.id
        and one.at between ${begin} and ${end} order by one.at desc limit 1)`.as('pending'),
      time('min', within).as('first'),
      time('max', within).as('last'),
      time('min', sql`${within} and ${whole}`).as('first_whole'),
      time('max', sql`${within} and ${whole}`).as('last_whole'),
      time('max', sql`${result} and one.at < ${begin}`).as('earlier'),
      time('max', sql`${result} and one.at < ${begin} and ${whole}`).as('earlier_whole'),
      sql<unknown>`(select count(*) from ${lastTwo} where two.complete is null)`.as('without_list'),
      deletionsIn(period).as('deletions'),
    ])
    .where('owner', '=', owner)
    .where('watch.id', '>', after)
    .$if(id !== undefined, (watches) => watches.where('watch.id', '=', id ?? ''))
    .$if(clients !== null, (watches) => watches.where('client', 'in', clients ?? []))
    .orderBy('watch.id')
    .limit(PART)
    .execute();
}

/**
 * The only sentence about a silence: without an event, nothing changed if results lie at both ends of the period, a day
 * late at most, that read the list and the page of the place whole, nothing of the period was deleted, and the last
 * check left nothing open, such as a difference that a further check has to confirm.
 */
export function isKnown(cover: Cover, { from, to }: Period, localTime: LocalTime): boolean {
  const { first_whole: first, last_whole: last, earlier_whole: earlier } = cover;
  if (first === null || last === null || Number(cover.deletions) + (cover.pending ?? 0) > 0) return false;
  const day = (at: number, late: number) => Date.parse(localTime(at).slice(0, 10)) + late * DAY_MS;
  const isAtBegin = day(first, 0) <= day(from ?? cover.created_at, 1);
  return isAtBegin && day(last, 1) >= day(to, 0) && (first < last || earlier !== null);
}

/** Whether the last two results prove that the provider shows no such place. */
export function isGone({ kind, without_list: without }: Cover): boolean {
  return kind === 'place' && Number(without) === 2;
}

/** The begin and the end of a period. @throws AppError `invalid_request` */
export function momentsOf({ from, to }: Days, localTime: LocalTime): readonly (number | undefined)[] {
  if (from !== undefined && to !== undefined && from > to)
    throw new AppError(INVALID_REQUEST, message('periodReversed'), { field: 'from' });
  const after = to && new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10);
  return [from, after].map((day) => (day === undefined ? undefined : beginOf(day, localTime)));
}
