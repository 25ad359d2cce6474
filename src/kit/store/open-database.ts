import type { Kysely, RawBuilder } from 'kysely';
import { StartupError } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { makeTables, type TableSet } from './make-tables.js';
import { TURN_TABLES } from './owner-turns.js';
import { sqlitePath } from './sqlite-path.js';

/** An open database with the tables of one part of the service. */
export interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>;
  readonly kind: 'sqlite' | 'postgres';
  /** The current time in SQL: milliseconds since 1970, by the clock of the database. It may be a bound of an index. */
  readonly now: RawBuilder<number>;
  /** False while the disk of an SQLite file has only the reserve left, see `hasReserve`. PostgreSQL has its own disk. */
  readonly hasRoom: () => boolean;
  /** Runs work that makes room: on a full disk of SQLite files, it has a reserve that other work does not have. */
  readonly withReserve: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs a deletion with the reserve. Afterwards deleted rows are unreadable in the files of SQLite: it waits up to 30 s
   * for programs that read them, then this is tried again later. PostgreSQL removes deleted rows by itself (VACUUM).
   */
  readonly erase: <T>(work: () => Promise<T>) => Promise<T>;
  /** Makes values that were overwritten unreadable in the files of SQLite, like deleted rows, some seconds later. */
  readonly eraseSoon: () => void;
  /** Ends the connections. Call it once for each `openDatabase`. */
  readonly close: () => Promise<void>;
}

interface DatabaseOptions {
  /** `sqlite:///absolute/path.db`, `sqlite:relative/path.db`, `sqlite::memory:`, or `postgres://…`. */
  readonly url: string;
  readonly tables: TableSet;
  readonly log: Logger;
  /** The setting that names the database, for messages. */
  readonly setting?: string;
}

/**
 * Opens a database and makes its tables, unless it has them.
 * One process has an SQLite file at a time, and one handle.
 * @throws StartupError when the database cannot be opened, belongs to another process, or has tables of another version
 */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<OpenDatabase<Tables>> {
  const { url, tables, log, setting = 'DATABASE_URL' } = options;
  const kind = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  return atStart(setting, async () => {
    // Only the driver that is used takes memory.
    const opened =
      kind === 'sqlite'
        ? (await import('./sqlite-file.js')).openSqlite(sqlitePath(url), log)
        : (await import('./postgres-pool.js')).openPostgres(url, log);
    const db = opened.db as Kysely<Tables>;
    try {
      await makeTables({ db, kind }, TURN_TABLES);
      await makeTables({ db, kind }, tables);
      opened.ready();
    } catch (error) {
      await opened.close();
      throw error;
    }
    return { ...opened, db, kind };
  });
}

/** @throws StartupError when `work` fails, with the setting that names the database */
export async function atStart<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${setting}: the database cannot be used: ${reason}`, { cause: error });
  }
}
