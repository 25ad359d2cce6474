import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { TableSet } from './make-tables.js';

// Who waits in a queue is served in turn. Each service has a cost; whoever was served least is next. Who was away for a
// time begins where the others are, so that nobody saves up turns.

/** Who was served in a queue, and how much. */
export interface TurnTable {
  queue: string;
  /** An owner, or a part of the work of an owner. */
  name: string;
  /** `served` before the last service. */
  began: number;
  served: number;
}

/** Every database has this table. */
export const TURN_TABLES: TableSet = {
  name: 'turn',
  version: 1,
  statements: [
    `create table "queue_turn" ("queue" text not null, "name" text not null, "began" bigint not null,
      "served" bigint not null, constraint "queue_turn_key" primary key ("queue", "name"))`,
  ],
};

/** The order in which a queue is served, the next first. `name`: the column with the name. */
export function turnOf(queue: string | RawBuilder<string>, name: string) {
  return sql<number>`coalesce((select served from queue_turn where queue = ${queue}
    and queue_turn.name = ${sql.ref(name)}), 0)`;
}

/** Notes that somebody is served. Call it in the transaction of the claim. */
export async function takeTurn(db: QueryExecutorProvider, queue: string, name: string): Promise<void> {
  const floor = sql`coalesce((select max(began) from queue_turn where queue = ${queue}), 0)`;
  const began = sql`case when queue_turn.served > excluded.began then queue_turn.served else excluded.began end`;
  await sql`insert into queue_turn (queue, name, began, served)
    values (${queue}, ${name}, ${floor}, ${floor} + 1)
    on conflict (queue, name) do update set began = ${began}, served = ${began} + 1`.execute(db);
}

/** Adds to the cost of a service that has ended. */
export async function addCost(db: QueryExecutorProvider, queue: string, name: string, cost: number) {
  await sql`update queue_turn set served = served + cast(${cost} as bigint)
    where queue = ${queue} and name = ${name}`.execute(db);
}
