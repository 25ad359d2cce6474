import { createHmac } from 'node:crypto';
import { type Generated, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { TableSet } from '../../kit/store/make-tables.js';
import type { OpenDatabase } from '../../kit/store/open-database.js';
import type { TurnTable } from '../../kit/store/owner-turns.js';
import { secretIn } from '../../kit/store/rows.js';

// The tables of jobs. Times are milliseconds since 1970, by the clock of the database.

/**
 * `receiving`: the links are still being uploaded, and the job is not visible yet. `waiting`: no link was begun.
 * `finished` and `cancelled` never change again. `deleted` occurs only in the answer to the deletion.
 */
export type JobState = 'receiving' | 'waiting' | 'running' | 'finished' | 'cancelled' | 'deleted';

/** `gone`: nobody sees the job, and its rows are deleted in small steps. */
type StoredState = Exclude<JobState, 'deleted'> | 'gone';

interface JobTable {
  id: string;
  /** The keyed hash of a client. */
  owner: string;
  type: string;
  /** JSON. */
  parameters: string;
  /** JSON of `OwnColumns`; null = the list is not a table. */
  columns: string | null;
  state: StoredState;
  created_at: number;
  begun_at: number | null;
  ended_at: number | null;
  /** When a sweep makes the job `gone`; null = it is open. A clock that jumps moves it, see `followClock`. */
  expires_at: number | null;
  total: Generated<number>;
  /** The number of the next link that was never handed out. */
  next: Generated<number>;
  done: Generated<number>;
  rows: Generated<number>;
  /** Links without a result whose attempts failed. */
  retrying: Generated<number>;
  /** JSON of `Outcomes`. */
  outcomes: Generated<string>;
  /** Keyed hash of the Idempotency-Key. */
  request_key: string | null;
  request_hash: string | null;
}

interface LinkTable {
  job_id: string;
  /** From 0. */
  number: number;
  line: number | null;
  input: string;
  /** A number made of `input`; null = the link is not asked. */
  same: number | null;
  /** JSON of `OwnCells`. */
  own: string | null;
  attempts: Generated<number>;
  /** See `ClaimedLink`. */
  bugs: Generated<number>;
  /** By the time of `job_clock`. */
  failing_since: number | null;
  /** Only of links that were handed out and have no result: the end of the claim, or the next attempt. */
  due_at: number | null;
  claimed_by: string | null;
  /** The place in the order of completion, from 1; null = there is no result yet. */
  position: number | null;
  /** The result; without a position, the failure of the last attempt. */
  data: Uint8Array | null;
}

export interface JobSchema {
  job: JobTable;
  job_link: LinkTable;
  job_secret: { name: string; secret: string };
  /** One row: the time of the last sweep. */
  job_clock: { at: number };
  queue_turn: TurnTable;
}

export type JobRow = Selectable<JobTable>;
export type LinkRow = Selectable<LinkTable>;

// The index of due links is as small as the work in progress, because links that were never handed out have no due
// time. A blob is `bytea` in PostgreSQL; SQLite takes any name of a type.
export const JOB_TABLES: TableSet = {
  name: 'job',
  version: 5,
  statements: [
    'create table "job_secret" ("name" text primary key, "secret" text not null)',
    'create table "job_clock" ("at" bigint not null)',
    'insert into "job_clock" values (0)',
    `create table "job" ("id" text primary key, "owner" text not null, "type" text not null,
        "parameters" text not null, "columns" text, "state" text not null,
        "created_at" bigint not null, "begun_at" bigint, "ended_at" bigint, "expires_at" bigint,
        "total" integer default 0 not null, "next" integer default 0 not null, "done" integer default 0 not null,
        "rows" integer default 0 not null, "retrying" integer default 0 not null, "outcomes" text default '{}' not null, "request_key" text,
        "request_hash" text)`,
    'create index "job_of_owner" on "job" ("owner", "created_at")',
    'create unique index "job_of_request" on "job" ("owner", "request_key") where "request_key" is not null',
    `create index "job_open" on "job" ("owner") where "state" in ('waiting', 'running')`,
    'create index "job_expires" on "job" ("expires_at") where "expires_at" is not null',
    `create table "job_link" ("job_id" text not null references "job" ("id"), "number" integer not null,
        "line" integer, "input" text not null, "same" bigint, "own" text, "attempts" integer default 0 not null,
        "bugs" integer default 0 not null, "failing_since" bigint, "due_at" bigint, "claimed_by" text, "position" integer, "data" bytea,
        constraint "job_link_key" primary key ("job_id", "number"))`,
    'create unique index "job_result" on "job_link" ("job_id", "position") where "position" is not null',
    'create index "job_link_same" on "job_link" ("job_id", "same", "number") where "position" is null',
    'create index "job_link_due" on "job_link" ("job_id", "due_at") where "due_at" is not null',
  ],
};

export type JobDatabase = OpenDatabase<JobSchema>;
export type JobTransaction = Transaction<JobSchema>;

/** What the stores of jobs share. */
export interface JobStore {
  readonly database: JobDatabase;
  readonly retentionMs: number;
  /** Open links that one owner may have, uploads under way included. */
  readonly maxOpenLinks: number;
}

export const isOpen = sql<boolean>`state in ('waiting', 'running')`;

/** The condition for jobs that a client may see. It asks no clock: a clock that is wrong for a minute hides no job. */
export const isVisible = sql<boolean>`state not in ('receiving', 'gone')`;

/** The columns of a job that ends now. */
export function endOf(state: 'finished' | 'cancelled', { database: { now }, retentionMs }: JobStore) {
  return {
    state,
    retrying: 0,
    ended_at: now,
    expires_at: sql<number>`${now} + cast(${retentionMs} as bigint)`,
  };
}

// SQLite's words, without their second byte, and PostgreSQL's, by their first two characters for a kind of fault.
const FULL = /^(?:13|53100)$/;
/** Values, statements and damage; errors of this program. XX000 may be a proxy without a free connection. */
const FOR_GOOD =
  /^(?:1|11|18|19|20|21|25|26|(?:22|23|42|54)...|XX00[12]|ERR_(?:INVALID|OUT_OF)_.*|(?:Type|Range|Syntax|Reference)Error)$/;

/** The word of a database for an error; the name of an error of this program. */
function wordOf(error: unknown): string {
  const { errcode, code, name } = Object(error);
  return String(typeof errcode === 'number' ? errcode & 0xff : (code ?? name));
}
/** Whether an error of the database says that its disk is full. */
export const isDiskFull = (error: unknown): boolean => FULL.test(wordOf(error));

/** Whether a repetition cannot help. It does after a lock, a limit of time, a restart, and on a full disk with room again. */
export const isRefusedForGood = (error: unknown): boolean => FOR_GOOD.test(wordOf(error));

/** Locks the jobs of an owner until the end of the transaction. A transaction of SQLite has the file for itself. */
export async function lockOwner(transaction: JobTransaction, { kind }: JobDatabase, owner: string) {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${owner}))`.execute(transaction);
}

/** The hash that stands for a client or a request key. Without the secret of the database, nobody can guess the text. */
export async function createJobHash(db: Kysely<JobSchema>): Promise<(text: string) => string> {
  const secret = await secretIn(db, { table: 'job_secret', column: 'secret', name: 'owner' });
  return (text) => createHmac('sha256', secret).update(text).digest('base64url');
}
