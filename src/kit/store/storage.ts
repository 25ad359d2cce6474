import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Core } from '../../core/capability.js';
import { type SettingsOf, settingsOf } from '../../core/config/config.js';
import type { Message } from '../../core/texts/messages.js';
import { freeBytes, writingFault } from './data-folder.js';
import { message } from './messages.js';
import { DATA_SETTINGS } from './settings.js';
import { sqlitePath } from './sqlite-path.js';

/** Where the service keeps what outlasts the process. */
interface Storage {
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
const JOBS_FILE = 'jobs.db';
export const KEY_FILE = 'evidence-key.pem';
/** Its time is the time of the last backup. */
export const BACKUP_MARK = 'last-backup';
/** The folder of packs of watched subjects below `Storage.folder`. */
export const PACKS_FOLDER = 'evidence';

type StorageSettings = SettingsOf<(typeof DATA_SETTINGS)['shape']>;

/** Where the service keeps its data, and why it cannot keep them. */
export interface Data {
  readonly storage: Storage;
  /** Why the folder of the data cannot be used; null = it can, or there is none. */
  readonly storageFault: Message | null;
}

/** Finds out once for all capabilities where the service keeps its data, and measures the room of their disk. */
export function dataOf({
  config,
  log,
  together,
  metrics: { gauge },
}: Pick<Core, 'config' | 'log' | 'together' | 'metrics'>): Promise<Data> {
  return together('data', async () => {
    const storage = storageOf(settingsOf(config, DATA_SETTINGS));
    if (storage.folder !== null) diskGauge(gauge, storage.folder);
    return { storage, storageFault: findStorageFault(storage, log) };
  });
}

/** Defines the gauges of a folder: the room that its disk has, and its last backup. */
export function diskGauge(gauge: Core['metrics']['gauge'], folder: string): void {
  gauge('data_free_bytes', 'Bytes that the disk of the data folder has left', () =>
    existsSync(folder) ? freeBytes(folder) : Number.NaN,
  );
  gauge('backup_timestamp_seconds', 'When the last backup ended; NaN = no backup is known', () => {
    const mark = statSync(join(folder, BACKUP_MARK), { throwIfNoEntry: false });
    return mark === undefined ? Number.NaN : mark.mtimeMs / 1_000;
  });
}

/**
 * Why the default folder of data cannot be used; null = it can, or another place was configured, whose faults end the
 * start.
 */
function findStorageFault({ setting, folder }: Storage, log: Core['log']): Message | null {
  if (setting !== 'DATA_DIR' || folder === null) return null;
  const reason = writingFault(folder);
  if (reason === null) return null;
  const fault = message('dataFolderFails', { reason });
  log.error({ folder: resolve(folder) }, fault.text);
  return fault;
}

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
  const fileUrl = (file: string | null) => (file === null ? null : `sqlite:${encodeURIComponent(file)}`);
  const jobs = isMemory ? url : fileUrl(inside(beside ?? folder, JOBS_FILE));
  return {
    setting: url === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    database: url ?? fileUrl(inside(folder, RECORD_FILE)),
    jobs: isPostgres ? null : (jobs ?? null),
    folder,
    keyFile: EVIDENCE_KEY_FILE ?? (isPostgres ? null : inside(folder, KEY_FILE)),
  };
}
