import type { TableSet } from '../../kit/store/make-tables.js';

// The table of evidence packs, in the database of the watch.

declare module '../watch/schema.js' {
  interface Schema {
    pack: PackTable;
  }
}

/** The pack of an event whose making has begun or failed. */
interface PackTable {
  event_id: string;
  /** When the pack was first claimed. */
  at: number;
  attempts: number;
  /** The next attempt; null = the pack can never be made. */
  due_at: number | null;
  claimed_by: string | null;
  claimed_until: number | null;
}

/** In SQL that both databases read alike. */
export const PACK_TABLES: TableSet = {
  name: 'pack',
  version: 1,
  statements: [
    `create table "pack" ("event_id" text primary key references "event" ("id") on delete cascade,
      "at" bigint not null, "attempts" integer not null, "due_at" bigint, "claimed_by" text, "claimed_until" bigint)`,
  ],
};
