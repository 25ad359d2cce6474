import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../core/runtime/logger.js';
import { NO_ERASING } from './erasing.js';

const CONNECTIONS = 5;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

/** A pool of connections that loses a connection without harm. */
function createPool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    // The answer of a database that is there comes first.
    query_timeout: STATEMENT_MS + 2_000,
    // A process that stands still within a transaction holds its locks no longer.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'place-lookup',
    // Without this, 64-bit numbers are texts. All columns of this type hold times and counters, which a number holds
    // exactly.
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // The pool listens to idle connections only. An `error` event that nobody listens to ends the process, so each
  // connection has a listener for as long as it lives. A query that was running fails on its own.
  pool.on('connect', (connection) =>
    connection.on('error', (error) => log.warn({ err: error }, 'a connection to the database was lost')),
  );
  pool.on('error', () => undefined);
  return pool;
}

/** Logs a warning if password and data would cross a network in clear text. Takes all forms of the address. */
function warnWithoutTls(url: string, log: Logger): void {
  const { host, ssl } = new pg.Client({ connectionString: url });
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const isLoopback = isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
  // An address that begins with "/" is the folder of a socket.
  const isHere = isLoopback || address === 'localhost' || address.startsWith('/');
  if (isHere || ssl) return;
  log.warn(
    { host },
    'DATABASE_URL leads to another host without TLS: the password and all data can be read on the way; add sslmode=verify-full or sslmode=require',
  );
}

export function openPostgres(url: string, log: Logger) {
  warnWithoutTls(url, log);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createPool(url, log) }) });
  return {
    ...NO_ERASING,
    db,
    // The time of `clock_timestamp()` is never a bound of an index, because it changes within a statement.
    now: sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`,
    hasRoom: () => true,
    ready: () => undefined,
    close: () => db.destroy(),
  };
}
