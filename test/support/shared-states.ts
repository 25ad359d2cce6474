import { connectSharedState, type SharedState } from '../../src/capabilities/fleet/shared-state.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { sharedPostgres } from './postgres-server.js';

/** Connects as a replica of its own does. Close it. */
export async function replicaOf(url: string, egressGroup = 'default'): Promise<SharedState> {
  const state = await connectSharedState({ url, egressGroup, log: createLogger('silent') });
  // A busy machine may need more than the second that the start waits.
  while (state.health() === 'degraded') await new Promise((resolve) => state.onChange(resolve));
  return state;
}

/** The tables that the replicas share. */
const TABLES = 'shared_points, shared_turn, shared_breaker';

/** A database of this test worker in PostgreSQL. */
export interface SharedDatabase {
  readonly url: string;
  /** Empties the tables, as a crash of the server does. */
  empty(): Promise<void>;
  run(statements: string): Promise<void>;
  rows<Row extends Record<string, unknown>>(statement: string): Promise<readonly Row[]>;
}

/** Makes a database with the tables of the shared state. */
export async function sharedDatabase(): Promise<SharedDatabase> {
  const server = await sharedPostgres();
  const url = await server.create();
  (await replicaOf(url)).close();
  return {
    url,
    empty: () => server.run(url, `truncate ${TABLES}`),
    run: (statements) => server.run(url, statements),
    rows: <Row extends Record<string, unknown>>(statement: string) => server.rows<Row>(url, statement),
  };
}
