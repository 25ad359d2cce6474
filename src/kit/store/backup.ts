import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { readConfig, settingsOf } from '../../core/config/config.js';
import type { Language } from '../../core/published/language.js';
import { catalogue } from '../../core/texts/catalogue.js';
import type { ToolResult } from '../terminal/tool-result.js';
import { en } from './en.js';
import { pl } from './pl.js';
import { DATA_SETTINGS } from './settings.js';
import { sqlitePath } from './sqlite-path.js';
import { BACKUP_MARK, PACKS_FOLDER, storageOf } from './storage.js';

// A backup is a folder with the files of DATA_DIR under their names: a copy of each SQLite file, the packs, the key.

const PACK = /^[\w-]{1,128}\.zip$/;
/** The ending of a backup that is not finished. */
const PART = '.part';
/** How long a copy waits for a lock while the service writes. */
const BUSY_MS = 10_000;

const textsOf = catalogue(en, pl);

/**
 * Copies the data of the service into a new folder, also while the service runs, and checks the copied databases. The
 * folder has its name only if the copy is complete.
 * @throws errors of the settings, of the file system and of SQLite
 */
export async function makeBackup(target: string, language: Language): Promise<ToolResult> {
  const t = textsOf(language);
  const { database, jobs, folder, keyFile } = storageOf(
    settingsOf(readConfig([DATA_SETTINGS]), DATA_SETTINGS),
  );
  if (database === null) return { faults: [t('noData')] };
  if (jobs === null) return { faults: [t('isPostgres')] };
  const record = sqlitePath(database);
  if (!existsSync(record)) return { faults: [t('nothing', { file: resolve(record) })] };
  const part = resolve(target) + PART;
  for (const path of [resolve(target), part])
    if (existsSync(path)) return { faults: [t('exists', { path })] };
  await mkdir(part, { mode: 0o700 });
  try {
    const data = folder ?? dirname(record);
    // The databases come first: a pack without its event is harmless, an event without its pack is not.
    for (const path of [record, sqlitePath(jobs)])
      if (existsSync(path)) await copyDatabase(path, join(part, basename(path)));
    await copyPacks(join(data, PACKS_FOLDER), join(part, PACKS_FOLDER));
    // The key comes last: each copied pack was signed before.
    for (const path of keyFile === null ? [] : [keyFile, `${keyFile}.public`])
      await copyIfThere(path, join(part, basename(path)));
    await flush(part);
    await rename(part, target);
    await flush(dirname(resolve(target)));
    // The backup is good, also where the folder of the data is read-only.
    await writeFile(join(data, BACKUP_MARK), `${new Date().toISOString()}\n`, { mode: 0o600 }).catch(
      () => undefined,
    );
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  return { text: t('done', { folder: resolve(target) }), isGood: true };
}

/** Copies a database as of one moment. @throws Error when the copy is damaged */
async function copyDatabase(from: string, to: string): Promise<void> {
  await writeFile(to, '', { mode: 0o600 });
  const file = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    file.prepare('VACUUM INTO ?').run(to);
  } finally {
    file.close();
  }
  const copy = new DatabaseSync(to, { readOnly: true });
  try {
    const [row] = copy.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
    if (row?.integrity_check !== 'ok') throw new Error(`${from}: ${row?.integrity_check}`);
  } finally {
    copy.close();
  }
  await flush(to);
}

async function copyPacks(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { mode: 0o700 });
  // The service may delete a pack meanwhile.
  for (const name of await readdir(from))
    if (PACK.test(name)) await copyIfThere(join(from, name), join(to, name));
  await flush(to);
}

/** A copy has the mode of its file. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await flush(to);
}

/** Writes a file, or the names in a folder, to the disk. Windows refuses this for a file that is opened to read. */
async function flush(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
