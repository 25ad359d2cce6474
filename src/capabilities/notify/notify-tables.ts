import type { Generated } from 'kysely';
import type { TableSet } from '../../kit/store/make-tables.js';
import type { ChannelKind, ChannelPace } from '../watch/values.js';

// The tables of channels, in the database of the watch.

declare module '../watch/schema.js' {
  interface Schema {
    channel: ChannelTable;
    delivery: DeliveryTable;
  }
}

/** Where events are delivered. */
interface ChannelTable {
  id: string;
  owner: string;
  kind: ChannelKind;
  /** The address of the webhook or the chat, or the mailbox. */
  target: string;
  /** The secret of a webhook (`whsec_…`); null = another kind has none. */
  secret: string | null;
  /** `daily`, `weekly`: one message with all events. */
  pace: ChannelPace;
  /** Since when the channel is open with its pace. */
  paced_at: number;
  language: 'pl' | 'en';
  /** JSON list of event types; null = all. */
  types: string | null;
  /** JSON of the other rules; null = there are none. */
  rules: string | null;
  created_at: number;
  /** When and why the channel ended; null = it is open. */
  ended_at: number | null;
  ended_because: 'gone' | 'given_up' | null;
  /** Jobs that finished before this time need no delivery; null = the next look sets the time. */
  jobs_at: number | null;
}

/** The outbox: one row for each event and channel, written with the event; and jobs that finished, and weeks. */
interface DeliveryTable {
  /** Stable over all attempts: the `webhook-id`. */
  id: string;
  channel_id: string;
  /** Null = a finished job, or the message of a week. */
  event_seq: number | null;
  /** JSON of a finished job; null = none. */
  job: string | null;
  /**
   * Deliveries of a channel with the same `queue` are sent in the order of their events: the id of the watch, `TROUBLES`,
   * or `WEEK`. Jobs have no queue.
   */
  queue: Generated<string>;
  created_at: number;
  due_at: number;
  claimed_by: string | null;
  claimed_until: number | null;
  attempts: number;
  /** Null = not ended. */
  outcome: 'delivered' | 'given_up' | 'gone' | null;
  ended_at: number | null;
  /** When the last attempt ended, and its error; null = it was delivered, or there was none. */
  tried_at: number | null;
  error: string | null;
}

/** In SQL that both databases read alike. */
export const NOTIFY_TABLES: TableSet = {
  name: 'notify',
  version: 1,
  statements: [
    `create table "channel" ("id" text primary key, "owner" text not null, "kind" text not null,
      "target" text not null, "secret" text, "pace" text not null, "paced_at" bigint not null,
      "language" text not null, "types" text, "rules" text, "created_at" bigint not null, "ended_at" bigint,
      "ended_because" text, "jobs_at" bigint)`,
    'create index "channel_of_owner" on "channel" ("owner")',
    `create table "delivery" ("id" text primary key,
      "channel_id" text not null references "channel" ("id") on delete cascade,
      "event_seq" bigint references "event" ("seq") on delete cascade, "job" text,
      "queue" text default '' not null, "created_at" bigint not null, "due_at" bigint not null,
      "claimed_by" text, "claimed_until" bigint, "attempts" integer not null, "outcome" text, "ended_at" bigint,
      "tried_at" bigint, "error" text, constraint "delivery_of_event" unique ("channel_id", "event_seq"))`,
    'create index "delivery_due" on "delivery" ("channel_id", "due_at") where "outcome" is null',
    'create index "delivery_order" on "delivery" ("channel_id", "queue", "event_seq") where "outcome" is null',
    'create index "delivery_failing" on "delivery" ("channel_id", "tried_at") where "error" is not null',
    'create index "delivery_claimed" on "delivery" ("claimed_until")',
    // The deletion of an event looks for its deliveries.
    'create index "delivery_event" on "delivery" ("event_seq", "created_at")',
  ],
};
