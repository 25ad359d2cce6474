import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { createTurns } from '../../core/runtime/turns.js';
import { type Days, momentsOf } from './cover.js';
import { lowerCase } from './identity.js';
import { versionsOf } from './ledger.js';
import { message } from './messages.js';
import { newestEvent, PHASE, type Presenting, presentWatches, STATE } from './present-watches.js';
import { knownClient, ledgerReview, ownWatch } from './publish-watch.js';
import type { LedgerData, WatchData, WatchesData } from './published.js';
import type { Database, Row, Schema, WatchDatabase } from './schema.js';
import type { LISTED_STATES } from './values.js';

/** Maximum clients that the answer to a list names. */
const MAX_CLIENTS = 1_000;
/** Intervals after which a watch without a result needs attention. */
const MAX_AGE = 2;
/** The order of a ledger. */
const LEDGER_ORDER = ['not_visible', 'missing', 'visible'] as const;

export interface WatchFilter {
  /** `attention`: in trouble, without a result for two intervals, or with a review that is missing without a verdict. */
  readonly state?: (typeof LISTED_STATES)[number] | undefined;
  readonly kind?: WatchData['kind'] | undefined;
  readonly client?: string | undefined;
  /** A part of label, note, subject or name of the place; upper and lower case are the same. */
  readonly query?: string | undefined;
}

/** A page of a list. */
export interface Page {
  readonly limit: number;
  /** `next` of the page before; undefined = the first page. */
  readonly after?: string | undefined;
}

interface ListOptions extends Presenting, Pick<WatchDatabase, 'kind'> {
  readonly now: () => number;
}

/** Watches in trouble first, then the watches with the newest events. @throws AppError `invalid_request` */
export async function listWatches(
  options: ListOptions,
  owner: string,
  filter: WatchFilter,
  { limit, after }: Page,
): Promise<WatchesData> {
  const { db, now } = options;
  await knownClient(db, owner, filter.client);
  const last = after === undefined ? null : readCursor(after);
  const fitting = fittingWatches(db, owner, filter, now());
  const { total } = await fitting.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const trouble = sql<number>`case when ${PHASE} = 'trouble' then 1 else 0 end`;
  const seq = (from: ExpressionBuilder<Schema, 'watch'>) =>
    sql<number>`coalesce(${newestEvent(from).select('event.seq')}, 0)`.as('seq');
  // Ids are compared by code points, not by the rules of a language.
  const id = options.kind === 'postgres' ? sql<string>`id collate "C"` : sql<string>`id`;
  const rows = await db
    .with(
      (name) => name('position').materialized(),
      () => fitting.select(['watch.id', trouble.as('trouble'), seq]),
    )
    .selectFrom('position')
    .select(['id', 'trouble', 'seq'])
    .$if(last !== null, (query) => query.where(isBehind(last ?? [0, 0, ''], id)))
    .orderBy('trouble', 'desc')
    .orderBy('seq', 'desc')
    .orderBy(id)
    .limit(limit + 1)
    .execute();
  const own = db.selectFrom('watch').select('client').distinct().where('owner', '=', owner);
  const named = own.where('client', 'is not', null).orderBy('client').limit(MAX_CLIENTS);
  const clients = await named.execute();
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const full = await rowsOf(db, page);
  return {
    watches: await presentWatches(options, full),
    total: Number(total),
    clients: clients.flatMap(({ client }) => client ?? []),
    next:
      rows.length > limit && end !== undefined
        ? cursorOf([Number(end.trouble), Number(end.seq), end.id])
        : null,
  };
}

/** The watches of a page, in its order. */
async function rowsOf(db: Database, page: readonly Pick<Row<'watch'>, 'id'>[]): Promise<Row<'watch'>[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const rows = await db.selectFrom('watch').selectAll().where('id', 'in', ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** The ledger of a watch: not visible first, then the newest. @throws AppError `watch_not_found`, `invalid_request` */
export async function listReviews(
  { db, localTime }: Presenting,
  owner: string,
  id: string,
  status: Row<'review'>['status'] | undefined,
  { limit, after, ...days }: Page & Days,
): Promise<LedgerData> {
  const [begin, until] = momentsOf(days, localTime);
  await ownWatch(db, owner, id);
  const last = after === undefined ? null : readCursor(after);
  let of = db.selectFrom('review').where('watch_id', '=', id);
  if (begin !== undefined)
    of = of.where(({ or, eb }) => or([eb('last_seen_at', '>=', begin), eb('status_at', '>=', begin)]));
  if (until !== undefined) of = of.where(({ fn }) => fn.coalesce('first_seen_at', 'status_at'), '<', until);
  const { total } = await of
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'visible'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows: Row<'review'>[] = [];
  for (const [rank, one] of LEDGER_ORDER.entries()) {
    if ((status ?? one) !== one || rows.length > limit) continue;
    const [lastRank, lastAt, lastId] = last ?? [-1, 0, ''];
    if (rank < lastRank) continue;
    const behind = sql<boolean>`(status_at < ${number(lastAt)} or (status_at = ${number(lastAt)} and review_id > ${lastId}))`;
    const some = await of
      .selectAll()
      .where('status', '=', one)
      .$if(rank === lastRank, (query) => query.where(behind))
      .orderBy('status_at', 'desc')
      .orderBy('review_id')
      .limit(limit + 1 - rows.length)
      .execute();
    rows.push(...some);
  }
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const versions = await versionsOf(db, id, page);
  const reviews: LedgerData['reviews'] = [];
  const turn = createTurns();
  for (const row of page) {
    await turn();
    reviews.push(ledgerReview(row, versions.get(row.review_id) ?? [], localTime));
  }
  return {
    reviews,
    total: Number(total),
    next:
      rows.length > limit && end !== undefined
        ? cursorOf([LEDGER_ORDER.indexOf(end.status), end.status_at, end.review_id])
        : null,
  };
}

/** Whether a watch needs attention: the words "all checks have results" are true only if no watch does. */
function needsAttention(at: number) {
  const before = sql`cast(${at} as bigint) - ${MAX_AGE} * cast("interval_minutes" as bigint) * 60000`;
  const isMissing = sql`exists (select 1 from "review" where "review"."watch_id" = "watch"."id"
    and "review"."status" = 'missing' and "review"."first_missed_at" <= ${before})`;
  return sql<boolean>`(paused_at is null and (trouble_since is not null
    or coalesce(proven_at, created_at) < ${before} or ${isMissing}))`;
}

/** The watches of an owner that a filter lets through. */
function fittingWatches(
  db: Database,
  owner: string,
  { state, kind, client, query }: WatchFilter,
  at: number,
) {
  const words = lowerCase(query?.trim() ?? '');
  // No text of the database has these characters: SQLite and PostgreSQL store neither.
  const isStorable = !words.includes('\0') && !/\p{Cs}/u.test(words);
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const isFound = isStorable ? sql<boolean>`searched like ${pattern} escape '\\'` : sql<boolean>`1 = 0`;
  return db
    .selectFrom('watch')
    .where('owner', '=', owner)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'place'))
    .$if(client !== undefined, (rows) => rows.where('client', '=', client ?? ''))
    .$if(state !== undefined, (rows) =>
      rows.where(state === 'attention' ? needsAttention(at) : sql<boolean>`${STATE} = ${state}`),
    )
    .$if(words !== '', (rows) => rows.where(isFound));
}

/** The position of a row in a list: two numbers, the higher first, then an id. */
type Position = readonly [first: number, second: number, id: string];

/** A number of a cursor: a client may send any number, and PostgreSQL would refuse a fraction. */
const number = (value: number) => sql<number>`cast(${value} as double precision)`;

/** Whether a row of the list comes after a position. */
function isBehind([first, second, last]: Position, id: RawBuilder<string>): RawBuilder<boolean> {
  const seq = sql`(seq < ${number(second)} or (seq = ${number(second)} and ${id} > ${last}))`;
  return sql<boolean>`(trouble < ${number(first)} or (trouble = ${number(first)} and ${seq}))`;
}

const cursorOf = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws AppError `invalid_request` */
function readCursor(text: string): Position {
  try {
    return z
      .tuple([z.number(), z.number(), z.string()])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new AppError(INVALID_REQUEST, message('cursorInvalid'), { field: 'after' });
  }
}
