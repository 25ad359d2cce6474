import { dirname, join } from 'node:path';
import type { Config } from './config.js';
import { sqlitePath, sqliteUrl } from './sqlite-path.js';

/** Where the service keeps what outlasts the process. */
export interface Storage {
  /** The setting that names the database, for messages. */
  readonly setting: 'DATABASE_URL' | 'DATA_DIR';
  /** The database of watches and, with PostgreSQL, of jobs. Null = there are no watches and no jobs. */
  readonly database: string | null;
  /** The SQLite file of jobs; null = jobs are in `database`, or nowhere. */
  readonly jobs: string | null;
  /** The folder of SQLite files, signing key and packs of watched subjects. Null = no packs are kept. */
  readonly folder: string | null;
  /** The key that signs evidence packs. Null = there are no evidence packs. */
  readonly keyFile: string | null;
}

const DEFAULT_FOLDER = 'data';
/** The value of DATA_DIR that means no folder. */
const NO_FOLDER = 'none';
export const RECORD_FILE = 'place-lookup.db';
export const JOBS_FILE = 'jobs.db';
export const KEY_FILE = 'evidence-key.pem';
/** The folder of packs of watched subjects below `Storage.folder`. */
export const PACKS_FOLDER = 'evidence';

type StorageSettings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'EVIDENCE_KEY_FILE'>;

/**
 * Where the service keeps its data. With PostgreSQL, folder and key have no default: replicas must share them, and a
 * replica cannot know whether its own folder is shared.
 */
export function storageOf({ DATABASE_URL: url, DATA_DIR, EVIDENCE_KEY_FILE }: StorageSettings): Storage {
  const isPostgres = url !== undefined && !url.startsWith('sqlite:');
  const path = url === undefined || isPostgres ? null : sqlitePath(url);
  const isMemory = path === ':memory:';
  const beside = path === null || isMemory ? null : dirname(path);
  const folder = DATA_DIR === NO_FOLDER ? null : (DATA_DIR ?? (url === undefined ? DEFAULT_FOLDER : beside));
  const inside = (parent: string | null, name: string) => (parent === null ? null : join(parent, name));
  const fileUrl = (file: string | null) => (file === null ? null : sqliteUrl(file));
  const jobs = isMemory ? url : fileUrl(inside(beside ?? folder, JOBS_FILE));
  return {
    setting: url === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    database: url ?? fileUrl(inside(folder, RECORD_FILE)),
    jobs: isPostgres ? null : (jobs ?? null),
    folder,
    keyFile: EVIDENCE_KEY_FILE ?? (isPostgres ? null : inside(folder, KEY_FILE)),
  };
}
