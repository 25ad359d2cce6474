import { type ExpressionBuilder, sql } from 'kysely';
import { inBothZones } from '../../core/published/times.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf } from '../../kit/store/rows.js';
import { type PlaceState, readPlaceState } from './place-state.js';
import { type LocalTime, maybeTimes } from './publish-watch.js';
import type { WatchData } from './published.js';
import type { Database, Row, Schema } from './schema.js';

/** What a watch is published with. */
export interface Presenting {
  readonly db: Database;
  readonly localTime: LocalTime;
}

/** Watches as they are published, in the order of `rows`. */
export async function presentWatches(
  { db, localTime }: Presenting,
  rows: readonly Row<'watch'>[],
): Promise<WatchData[]> {
  const more = new Map<string, Pick<WatchData, 'state' | 'author'> & { readonly at: number | null }>();
  const ofReview = sql<string | null>`case when "kind" = 'review' then
    (select "author" from "review" where "review"."watch_id" = "watch"."id" limit 1) end`;
  const turn = createTurns();
  for (const ids of chunksOf(rows.map(({ id }) => id))) {
    const last = await db
      .selectFrom('watch')
      .select(['id', STATE.as('state'), ofReview.as('author')])
      .select((from) => newestEvent(from).select('event.at').as('at'))
      .where('id', 'in', ids)
      .execute();
    for (const one of last) more.set(one.id, one);
    await turn();
  }
  const published: WatchData[] = [];
  for (const row of rows) {
    await turn();
    const read = readPlaceState(row.place);
    const place = row.proven_at === null ? null : read;
    const counted = JSON.parse(row.counts ?? '[]') as ReviewCount[];
    const of = (one: ReviewCount['status']) => counted.find(({ status }) => status === one);
    const visible = of('visible');
    const fresh = Number(visible?.fresh ?? 0);
    const { id, kind, subject, label, note, client, evidence, trouble, proven_at } = row;
    const { state = 'new', author = null, at: newest = null } = more.get(id) ?? {};
    // Spread syntax with this many fields takes fifty times as long.
    const data = Object.assign(
      { id, kind, subject, label, note, client, evidence, state, trouble },
      {
        interval_hours: Math.round((row.interval_minutes / 60) * 100) / 100,
        ...inBothZones('created_at', row.created_at, localTime),
      },
      maybeTimes(
        {
          ...{ checked_at: row.checked_at, proven_at, last_event_at: newest },
          next_check_at: row.paused_at === null ? row.due_at : null,
          gone_at: goneSince(place),
        },
        localTime,
      ),
      {
        ...{ place_name: read?.name ?? null, author },
        figures:
          place?.figuresAt == null
            ? null
            : {
                ...{ rating: place.rating, review_count: place.reviewCount },
                ...inBothZones('at', place.figuresAt, localTime),
              },
        coverage: coverageOf(place, localTime),
        counts:
          proven_at === null
            ? null
            : {
                visible: kind === 'place' && !isListed(place, proven_at) ? null : fresh,
                not_visible: Number(of('not_visible')?.count ?? 0),
                not_seen_lately: Number(visible?.count ?? 0) - fresh,
                ...maybeTimes({ oldest_sighting_at: numberOf(visible?.oldest) }, localTime),
                unconfirmed: Number(of('missing')?.count ?? 0),
                ...inBothZones('at', proven_at, localTime),
              },
      },
    );
    published.push(data);
  }
  return published;
}

/** One watch as it is published. */
export async function presentWatch(presenting: Presenting, row: Row<'watch'>): Promise<WatchData> {
  const [data] = await presentWatches(presenting, [row]);
  if (data === undefined) throw new Error('a watch was not presented');
  return data;
}

/** The state of a watch, without the verdict on a watched review. */
export const PHASE = sql<
  WatchData['state']
>`case when paused_at is not null then 'paused' when trouble_since is not null then 'trouble' when proven_at is null then 'new' else 'watching' end`;
/** The state of a watch as it is published. */
export const STATE = sql<
  WatchData['state']
>`case when ${PHASE} <> 'watching' or kind = 'place' then ${PHASE} else coalesce(
  (select case when first_seen_at is null then 'never_visible' else 'not_visible' end from "review"
    where "review"."watch_id" = "watch"."id" and status = 'not_visible' limit 1), 'visible') end`;

type ReviewCount = Awaited<ReturnType<typeof countReviews>>[number];

/** Whether the last check with a result read a list of reviews. */
function isListed(place: PlaceState | null, provenAt: number): boolean {
  const list = place?.list ?? null;
  return list?.at === provenAt && (list.isComplete || list.read > 0);
}

/** Reviews of the ledger of a watch by status. `fresh`: seen by the last check with a result. */
function countReviews(db: Database, id: string) {
  const isFresh = sql<boolean>`"review"."last_seen_at" >= "watch"."proven_at"`;
  return db
    .selectFrom('review')
    .innerJoin('watch', 'watch.id', 'review.watch_id')
    .select('review.status')
    .select(({ fn }) => fn.countAll().as('count'))
    .select(sql<number>`sum(case when ${isFresh} then 1 else 0 end)`.as('fresh'))
    .select(sql<number | null>`min(case when not ${isFresh} then "review"."last_seen_at" end)`.as('oldest'))
    .where('review.watch_id', '=', id)
    .groupBy('review.status')
    .execute();
}

/** Stores the counts of a watch after a check with a result or a deletion, so that a list of watches reads no reviews. */
export async function storeCounts(db: Database, id: string): Promise<void> {
  const counts = JSON.stringify(await countReviews(db, id));
  await db.updateTable('watch').set({ counts }).where('id', '=', id).execute();
}

/** PostgreSQL gives sums and times of 64 bits as texts. */
const numberOf = (value: unknown) => (value == null ? null : Number(value));

function goneSince(place: PlaceState | null) {
  const { value = false, since = null } = place?.facts.gone ?? {};
  return value ? since : null;
}

function coverageOf(place: PlaceState | null, localTime: LocalTime): WatchData['coverage'] {
  if (place?.list == null) return null;
  const { at, read, unread, total, isComplete } = place.list;
  return { read, unread, total, complete: isComplete, ...inBothZones('at', at, localTime) };
}

/** The newest event of the watch of the outer query. */
export function newestEvent(from: ExpressionBuilder<Schema, 'watch'>) {
  return from
    .selectFrom('event')
    .whereRef('event.watch_id', '=', 'watch.id')
    .orderBy('event.seq', 'desc')
    .limit(1);
}
