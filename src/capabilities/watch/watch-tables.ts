import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Migrations, runs, type TableSet } from '../../kit/store/migrate-tables.js';
import { TURN_TABLE } from '../../kit/store/owner-turns.js';
import { derivedColumns } from './derived.js';
import type { Schema } from './schema.js';

/** The tables of the first version, in SQL that both databases read alike. */
const TABLES = [
  `create table "watch" ("id" text primary key, "owner" text not null, "kind" text not null,
    "subject" text not null, "label" text, "note" text, "interval_minutes" integer not null,
    "evidence" text not null, "created_at" bigint not null, "paused_at" bigint,
    "due_at" bigint not null, "claimed_by" text, "claimed_until" bigint, "checked_at" bigint, "proven_at" bigint,
    "whole_at" bigint, "trouble_since" bigint, "trouble" text, "failures" integer default 0 not null, "place" text,
    constraint "watch_of_subject" unique ("owner", "subject"))`,
  'create index "watch_due" on "watch" ("due_at")',
  `create table "watch_check" ("id" text primary key,
    "watch_id" text not null references "watch" ("id") on delete cascade, "at" bigint not null,
    "took_ms" integer not null, "loads" integer not null, "trouble" text, "complete" integer, "read" integer,
    "review_count" integer, "rating" double precision, "left_over" integer not null)`,
  'create index "check_of_watch" on "watch_check" ("watch_id", "at")',
  `create table "review" ("watch_id" text not null references "watch" ("id") on delete cascade,
    "review_id" text not null, "url" text, "author_key" text, "status" text not null, "reason" text,
    "status_at" bigint not null, "first_seen_at" bigint, "last_seen_at" bigint, "evidence" text,
    constraint "review_key" primary key ("watch_id", "review_id"))`,
  'create index "review_of_author" on "review" ("author_key")',
  `create table "review_version" ("watch_id" text not null, "review_id" text not null, "number" integer not null,
    "hash" text not null, "stars" integer, "text" text, "photos" integer, "reply" text, "author" text,
    "date_text" text, "published_at" bigint, "first_seen_at" bigint not null, "last_seen_at" bigint not null,
    constraint "review_version_key" primary key ("watch_id", "review_id", "number"),
    constraint "version_of_review" foreign key ("watch_id", "review_id")
      references "review" ("watch_id", "review_id") on delete cascade)`,
  `create table "event" ("seq" bigint primary key, "id" text not null unique,
    "watch_id" text not null references "watch" ("id") on delete cascade, "owner" text not null,
    "at" bigint not null, "type" text not null, "review_id" text, "before" text, "after" text,
    "check_id" text not null, "evidence" text)`,
  'create index "event_of_owner" on "event" ("owner", "seq")',
  'create index "event_of_watch" on "event" ("watch_id", "seq")',
  `create table "channel" ("id" text primary key, "owner" text not null, "kind" text not null,
    "target" text not null, "secret" text, "old_secret" text, "old_secret_until" bigint, "pace" text not null,
    "language" text not null, "types" text, "created_at" bigint not null, "ended_at" bigint)`,
  'create index "channel_of_owner" on "channel" ("owner")',
  `create table "delivery" ("id" text primary key,
    "channel_id" text not null references "channel" ("id") on delete cascade,
    "event_seq" bigint references "event" ("seq") on delete cascade, "created_at" bigint not null,
    "due_at" bigint not null, "claimed_by" text, "claimed_until" bigint, "attempts" integer not null,
    "outcome" text, "ended_at" bigint, "log" text not null,
    constraint "delivery_of_event" unique ("channel_id", "event_seq"))`,
  'create index "delivery_due" on "delivery" ("outcome", "due_at")',
  'create index "delivery_claimed" on "delivery" ("claimed_until")',
  `create table "forgotten" ("owner" text not null, "author_key" text not null, "at" bigint not null,
    constraint "forgotten_key" primary key ("owner", "author_key"))`,
  'create table "stored_value" ("name" text primary key, "value" text not null)',
];
/** Columns and indexes by which lists of many watches and long ledgers are read. */
const SEARCHED = [
  'alter table "watch" add column "identity" text',
  'alter table "watch" add column "searched" text',
  'create index "watch_of_identity" on "watch" ("owner", "identity")',
  'create index "watch_of_owner" on "watch" ("owner", "paused_at", "trouble_since", "proven_at", "kind", "id")',
  // Not `paused_at` first: SQLite would take this index for the search for due watches, and sort all of them.
  'create index "watch_of_state" on "watch" ("kind", "interval_minutes", "paused_at", "trouble_since", "proven_at")',
  'create index "watch_checked" on "watch" ("checked_at", "kind", "id")',
  'create index "review_of_status" on "review" ("watch_id", "status", "status_at" desc, "review_id")',
  'create index "event_of_type" on "event" ("owner", "type", "seq")',
];

/** Owners take turns, and deliveries of a watch keep their order. The indexes hold only rows that are open. */
const TURNS = [
  TURN_TABLE,
  `alter table "delivery" add column "queue" text default '' not null`,
  `update "delivery" set "queue" = (select "watch_id" from "event" where "seq" = "event_seq")
    where "outcome" is null and "event_seq" is not null`,
  'drop index "delivery_due"',
  'create index "delivery_due" on "delivery" ("channel_id", "due_at") where "outcome" is null',
  'create index "delivery_order" on "delivery" ("channel_id", "queue", "event_seq") where "outcome" is null',
  'create index "watch_claimed" on "watch" ("claimed_until") where "claimed_until" is not null',
];

/** Packs that wait for another attempt, or can never be made, are known to all replicas and hide no other pack. */
const PACKS = [
  `create table "pack" ("id" text primary key,
    "event_id" text references "event" ("id") on delete cascade, "watch_id" text, "review_id" text,
    "at" bigint not null, "attempts" integer not null, "due_at" bigint, "claimed_by" text, "claimed_until" bigint,
    constraint "pack_of_review" foreign key ("watch_id", "review_id")
      references "review" ("watch_id", "review_id") on delete cascade)`,
  'create index "pack_of_event" on "pack" ("event_id")',
  'create index "pack_of_watch" on "pack" ("watch_id", "review_id")',
  'create index "event_without_pack" on "event" ("at") where "evidence" is null',
  `delete from "stored_value" where "name" = 'evidence_turn'`,
];

/** What is known since when. Earlier checks did not note how many reviews they saw. */
const KNOWLEDGE = [
  'alter table "review" add column "first_missed_at" bigint',
  'alter table "review" add column "last_proof_at" bigint',
  'alter table "review" add column "proofs" integer default 0 not null',
  `update "review" set "first_missed_at" = "status_at" where "status" <> 'visible'`,
  `update "review" set "last_proof_at" = "status_at", "proofs" = 1 where "status" = 'not_visible'`,
  'alter table "event" add column "last_seen_at" bigint',
  'alter table "event" add column "first_missed_at" bigint',
  'alter table "event" add column "same_author_review_id" text',
  `create table "reading" ("watch_id" text not null references "watch" ("id") on delete cascade,
    "at" bigint not null, "result" text not null, "rating" double precision, "review_count" integer,
    "visible" integer, "not_visible" integer, "unknown" integer,
    constraint "reading_key" primary key ("watch_id", "at"))`,
  `insert into "reading" ("watch_id", "at", "result", "rating", "review_count")
    select "watch_id", "at", case when "trouble" is null then 'whole'
      when "trouble" = 'provider_limit' then 'part' else 'failed' end, "rating", "review_count"
    from "watch_check" where true on conflict do nothing`,
  `create table "deletion" ("watch_id" text not null references "watch" ("id") on delete cascade,
    "day" integer not null, "cause" text not null, "events" integer not null, "reviews" integer not null,
    "since" bigint not null, "until" bigint not null,
    constraint "deletion_key" primary key ("watch_id", "day", "cause"))`,
];

/** The state of a place of the version before: the highest count was the count that was told last. */
const earlierPlace = z.looseObject({
  highestCount: z.number().nullish(),
  reviewCount: z.number().nullish(),
  lacking: z.array(z.string()).optional(),
});

async function rewritePlaces(db: Kysely<Schema>): Promise<void> {
  const rows = await db
    .selectFrom('watch')
    .select(['id', 'place', 'checked_at'])
    .where('place', 'is not', null)
    .execute();
  for (const { id, place, checked_at: at } of rows) {
    const { highestCount, lacking = [], ...state } = earlierPlace.parse(JSON.parse(place ?? '{}'));
    const known = {
      ...state,
      toldCount: highestCount ?? state.reviewCount ?? null,
      lacking: Object.fromEntries(lacking.map((key) => [key, at ?? 0])),
    };
    await db
      .updateTable('watch')
      .set({ place: JSON.stringify(known) })
      .where('id', '=', id)
      .execute();
  }
}

/** Names of owners. */
const OWNERS = [
  `create table "owner" ("owner" text primary key, "name" text, "gone_at" bigint, "ending_at" bigint,
    "paused_at" bigint)`,
];

/** Watches and events by customer, and what is left to do. */
const CLIENTS = [
  'alter table "watch" add column "client" text',
  'alter table "review_version" add column "edited_at" bigint',
  'alter table "event" add column "stars" integer',
  'alter table "event" add column "done_at" bigint',
  'alter table "event" add column "done_by" text',
  `update "event" set "stars" = (select "stars" from "review_version" as "one"
    where "one"."watch_id" = "event"."watch_id" and "one"."review_id" = "event"."review_id"
      and "one"."first_seen_at" <= "event"."at" order by "number" desc limit 1)
    where "review_id" is not null`,
  'create index "event_open" on "event" ("owner", "seq") where "done_at" is null',
];

async function fillDerivedColumns(db: Kysely<Schema>): Promise<void> {
  const rows = await db
    .selectFrom('watch')
    .select(['id', 'kind', 'subject', 'label', 'note', 'place'])
    .execute();
  for (const row of rows)
    await db.updateTable('watch').set(derivedColumns(row)).where('id', '=', row.id).execute();
}

/** Every version of the database, the oldest first. Forward only: a migration that was released never changes. */
export const MIGRATIONS: Migrations = {
  '0001': runs(...TABLES),
  '0003': {
    up: async (db: Kysely<Schema>) => {
      await runs(...SEARCHED).up(db);
      await fillDerivedColumns(db);
    },
  },
  '0004': runs(...TURNS),
  '0005': runs(...PACKS),
  '0006': {
    up: async (db: Kysely<Schema>) => {
      await runs(...KNOWLEDGE).up(db);
      await rewritePlaces(db);
    },
  },
  '0007': runs(...OWNERS),
  '0008': runs(...CLIENTS),
};

export const WATCH_TABLES: TableSet = { name: 'watch', migrations: MIGRATIONS };
