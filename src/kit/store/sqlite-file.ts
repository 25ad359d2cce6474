import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../core/runtime/logger.js';
import { warnIfOpenToOthers } from '../../core/runtime/private-files.js';
import { hasReserve, RESERVE } from './data-folder.js';
import { atOpening, createErasing, EMPTY_WAL, MADE_MARK, NO_ERASING, setMark, stateOf } from './erasing.js';
import { KEY_FILE, PACKS_FOLDER, RECORD_FILE } from './storage.js';

/** While SQLite waits for a lock, this process stands still. Only the start may take that long. */
const OPENING_MS = 5_000;
/** Only programs that read the file, such as a backup, still hold a lock later. */
const BUSY_MS = 250;
const MAX_PREPARED = 100;
const SQLITE_BUSY = 5;
/** Where the header of an SQLite file has `user_version`: 4 bytes, big-endian. */
const USER_VERSION_AT = 60;
/** File systems of network shares, by `statfs`: NFS, SMB 1, CIFS, SMB 2. Their locks do not protect a database. */
const SHARES: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

type SqliteFile = InstanceType<typeof DatabaseSync>;

/** Opens a file, or a database in memory for `:memory:`. */
export function openSqlite(path: string, log: Logger) {
  const isMemory = path === ':memory:';
  const sign = isMemory ? null : signOfData(path);
  if (!isMemory && !existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
  if (!isMemory) {
    warnIfOpenToOthers([dirname(path), path, `${path}-wal`, `${path}-shm`, `${path}.lock`], log);
    makePrivate(path);
  }
  const give = isMemory ? () => undefined : takeFile(path);
  const before = isMemory ? { isWiped: false, isReleased: false } : atOpening(path);
  const pages = isMemory ? null : openToWipe(path);
  const release = () => {
    if (pages !== null) closeSync(pages);
    give();
  };
  let file: SqliteFile;
  try {
    file = new DatabaseSync(path, { timeout: OPENING_MS });
    if (sign !== null && file.prepare('select 1 from sqlite_master limit 1').get() === undefined) {
      file.close();
      throw new Error(
        `${path} is empty or missing, but ${sign} shows that there was one: put back a backup of the whole folder, or begin anew in a new folder`,
      );
    }
    if (!isMemory && SHARES.has(statfsSync(path).type))
      log.warn({ path }, 'the database is on a network share, where it can be damaged: use a local disk');
    // FULL: a change that was answered outlasts a power failure. secure_delete overwrites deleted rows.
    file.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    );
  } catch (error) {
    release();
    throw error;
  }
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new FileDriver(file, release),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (own) => new SqliteIntrospector(own),
    },
  });
  const erasing = createErasing({ db, file, path, pages, before, log });
  return {
    ...(isMemory ? NO_ERASING : erasing),
    db,
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    hasRoom: () => isMemory || hasReserve(path),
    ready: () => {
      file.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      if (isMemory) return;
      makePrivate(path + MADE_MARK);
      erasing.begin();
    },
    close: async () => {
      const state = await erasing.end();
      await db.destroy();
      // It may have been written since the end.
      if (state !== null && state === stateOf(path)) setMark(path, state);
    },
  };
}

/** What beside a file shows that the file had data; null = the file is new. */
function signOfData(path: string): string | null {
  const packs = join(dirname(path), PACKS_FOLDER);
  const ofRecord = basename(path) === RECORD_FILE ? [join(dirname(path), KEY_FILE), packs] : [];
  const isThere = (sign: string) => existsSync(sign) && (sign !== packs || readdirSync(packs).length > 0);
  return [path + MADE_MARK, path + RESERVE, ...ofRecord].find(isThere) ?? null;
}

/**
 * Makes an empty file that only its user can open, unless there is a file. SQLite gives `-wal` and `-shm` the same mode.
 * An existing file is not opened: closing it would end the locks of this process.
 */
function makePrivate(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // Another process was faster, or SQLite reports why there can be no file.
  }
}

/** Opens a file as long as its database is open: closing it ends all locks that this process has on the file. */
function openToWipe(path: string): number | null {
  try {
    return openSync(path, 'r+');
  } catch {
    // SQLite reports why the file cannot be opened. Nothing is deleted in a file that can only be read.
    return null;
  }
}

const taken = new Set<string>();

/**
 * Takes a file for this process, until the process ends or calls the returned function. The lock is that of a second
 * file, so that other programs can read the database. Never read that file here: closing a file descriptor ends all
 * locks that the process has on the file. @throws Error when another process has the file
 */
function takeFile(path: string): () => void {
  const name = `${realpathSync(dirname(path))}/${path.split('/').at(-1)}`;
  if (taken.has(name)) throw new Error(`this process has already opened ${path}`);
  const lockPath = `${path}.lock`;
  makePrivate(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: OPENING_MS });
  try {
    // In this mode, SQLite keeps the lock after the transaction that takes it.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A new lock file: an older one may have been removed while its process works on.
    if (statSync(lockPath).size === 0) refuseIfOpen(path);
    lock.exec(`PRAGMA user_version = ${process.pid}; COMMIT`);
  } catch (error) {
    lock.close();
    if ((error as { readonly errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    const other = readFileSync(lockPath);
    const user =
      other.length > USER_VERSION_AT + 4
        ? `the process ${other.readInt32BE(USER_VERSION_AT)}`
        : 'another process';
    throw new Error(`${user} uses ${path}; this is the process ${process.pid}`, { cause: error });
  }
  taken.add(name);
  return () => {
    lock.close();
    taken.delete(name);
  };
}

/** @throws Error (SQLITE_BUSY) while another process has the database open, even to read it */
function refuseIfOpen(path: string): void {
  const file = new DatabaseSync(path, { timeout: OPENING_MS });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  } finally {
    file.close();
  }
}

class FileDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  readonly #release: () => void;

  constructor(file: SqliteFile, release: () => void) {
    super({ database: asSqliteDatabase(file) });
    this.#file = file;
    this.#release = release;
  }

  /** A transaction that reads first could not write later if another program wrote meanwhile. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite itself ends the transaction. A second rollback would hide the error. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }

  override async destroy() {
    await super.destroy();
    this.#release();
  }
}

/** Adapts node:sqlite to the interface that Kysely needs. */
export function asSqliteDatabase(file: Pick<SqliteFile, 'prepare' | 'exec' | 'close'>): SqliteDatabase {
  // Prepared statements are kept: to prepare one, and to ask for its columns, takes as long as to run it.
  const prepared = new LRUCache<string, SqliteStatement>({
    max: MAX_PREPARED,
    memoMethod: (text) => {
      const statement = file.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters as (string | number | null)[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  });
  return {
    close: () => {
      // SQLite moves the log only when no prepared statement is left; this driver cannot finalise statements.
      try {
        file.exec(EMPTY_WAL);
      } catch {
        // A damaged or full disk: the rows stay in the log, which the next start reads.
      }
      prepared.clear();
      file.close();
    },
    prepare: (text) => prepared.memo(text),
  };
}
