import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import {
  Kysely,
  type Migration,
  Migrator,
  PostgresDialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { StartupError } from '../contract/errors.js';
import type { Logger } from '../runtime/logger.js';
import { MIGRATIONS } from './migrations.js';
import type { Schema } from './schema.js';

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'sqlite' | 'postgres';
  readonly close: () => Promise<void>;
}

interface DatabaseOptions {
  /** `sqlite:///absolute/path.db`, `sqlite:relative/path.db`, or `postgres://…`. */
  readonly url: string;
  readonly log: Logger;
  /** The versions of the database, the oldest first. Tests pass other migrations. */
  readonly migrations?: Readonly<Record<string, Migration>>;
}

/** While SQLite waits for the lock of another process, this process stands still: the wait has to be short. */
const BUSY_MS = 250;
const MAX_PREPARED = 100;
/** Maximum rows of one statement: a database takes at most 32,766 values. */
const MAX_ROWS = 1_000;
const CONNECTIONS = 5;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
/** File systems of network shares, by `statfs`: NFS, SMB 1, CIFS, SMB 2. Their locks do not protect a database. */
const SHARES: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/**
 * Opens the database and brings it to the version of this service. A copy of an SQLite file is made before that.
 * @throws StartupError when it cannot be opened, or is of a newer version
 */
export async function openDatabase({
  url,
  log,
  migrations = MIGRATIONS,
}: DatabaseOptions): Promise<OpenDatabase> {
  const isSqlite = url.startsWith('sqlite:');
  const opened = isSqlite ? openSqlite(sqlitePath(url), log) : openPostgres(url, log);
  try {
    await migrate(opened.db, migrations, opened.copy);
  } catch (error) {
    await opened.db.destroy();
    throw error instanceof StartupError ? error : new StartupError(unusable(error), { cause: error });
  }
  return {
    db: opened.db,
    kind: isSqlite ? 'sqlite' : 'postgres',
    close: () => opened.db.destroy(),
  };
}

function unusable(error: unknown): string {
  return `DATABASE_URL: the database cannot be used: ${error instanceof Error ? error.message : String(error)}`;
}

/** The path in `sqlite:path` and `sqlite:///path`. */
export function sqlitePath(url: string): string {
  return decodeURIComponent(url.replace(/^sqlite:(?:\/\/(?=\/))?/, ''));
}

type Copy = ((version: string) => void) | null;
type SqliteFile = InstanceType<typeof DatabaseSync>;

function openSqlite(path: string, log: Logger): { readonly db: Database; readonly copy: Copy } {
  const isMemory = path === ':memory:';
  const isNew = isMemory || !existsSync(path);
  let file: SqliteFile;
  try {
    // Not recursive: below /proc, a recursive `mkdirSync` never returns.
    if (!isMemory && !existsSync(dirname(path))) mkdirSync(dirname(path));
    file = new DatabaseSync(path, { timeout: BUSY_MS });
    if (!isMemory && SHARES.has(statfsSync(path).type))
      log.warn({ path }, 'the database is on a network share, where it can be damaged: use a local disk');
    // FULL: a change that was answered outlasts a power failure. secure_delete overwrites deleted rows.
    file.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    );
  } catch (error) {
    throw new StartupError(unusable(error), { cause: error });
  }
  const copy = (version: string) => {
    const to = `${path}.before-${version}`;
    // A killed start, or a start before an older backup was restored, may have left a copy, and VACUUM never replaces a
    // file.
    rmSync(to, { force: true });
    file.prepare('VACUUM INTO ?').run(to);
  };
  return {
    db: new Kysely({ dialect: new SqliteDialect({ database: asSqliteDatabase(file) }) }),
    copy: isNew ? null : copy,
  };
}

/** Adapts node:sqlite to the interface that Kysely needs. */
function asSqliteDatabase(file: SqliteFile): SqliteDatabase {
  // Prepared statements are kept: preparing a statement takes as long as running it.
  const prepared = new LRUCache<string, ReturnType<SqliteFile['prepare']>>({ max: MAX_PREPARED });
  return {
    close: () => {
      prepared.clear();
      file.close();
    },
    prepare: (sql): SqliteStatement => {
      const statement = prepared.get(sql) ?? file.prepare(sql);
      prepared.set(sql, statement);
      const values = (parameters: readonly unknown[]) => parameters as (string | number | null)[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

function openPostgres(url: string, log: Logger): { readonly db: Database; readonly copy: Copy } {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
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
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), copy: null };
}

async function migrate(
  db: Database,
  migrations: Readonly<Record<string, Migration>>,
  copy: Copy,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'watch_migration',
    migrationLockTableName: 'watch_migration_lock',
  });
  const newest = Object.keys(migrations).at(-1) ?? '';
  const found = await versionOf(db);
  if (found !== null && found > newest) {
    throw new StartupError(
      `DATABASE_URL: the database has version ${found}, this service knows up to ${newest}. Start a newer service, or restore a backup.`,
    );
  }
  if (found === newest) return;
  copy?.(newest);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** The name of the last migration; null = the database is new. */
async function versionOf(db: Database): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'watch_migration')) return null;
  const last = await db
    .withTables<{ watch_migration: { name: string } }>()
    .selectFrom('watch_migration')
    .select(({ fn }) => fn.max('name').as('name'))
    .executeTakeFirst();
  return last?.name ?? null;
}

/** A new id of a row. `prefix`: the kind of row. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** Rows in parts that fit into one statement. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / MAX_ROWS);
  return Array.from({ length: count }, (_, at) => rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS));
}
