import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';
import { readConfig, settingsOf } from '../../core/config/config.js';
import { packageVersion } from '../../core/local-service.js';
import type { Language } from '../../core/published/language.js';
import { catalogue } from '../../core/texts/catalogue.js';
import type { ToolResult } from '../terminal/tool-result.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import { DATA_SETTINGS } from './settings.js';
import { sqlitePath } from './sqlite-path.js';
import {
  BACKUP_MARK,
  JOBS_FILE,
  KEY_FILE,
  PACKS_FOLDER,
  RECORD_FILE,
  type Storage,
  storageOf,
} from './storage.js';

// A backup is a folder: a copy of each SQLite file, the signing key, the packs, and a manifest, which is written last.

const MANIFEST = 'manifest.json';
const FORMAT = 'place-lookup-backup/1';
const PUBLIC = '.public';
/** While the service writes, a copy waits so long for a lock. */
const BUSY_MS = 10_000;
/** Every file of a backup. A path never leads out of the folder. */
const FILE = /^(?:place-lookup\.db|jobs\.db|evidence-key\.pem(?:\.public)?|evidence\/[\w-]{1,128}\.zip)$/;
const PACK = /^[\w-]{1,128}\.zip$/;
/** What a backup counts, by the file that has the table. */
const COUNTED = { [RECORD_FILE]: ['watch', 'event'], [JOBS_FILE]: ['job', 'job_link'] } as const;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  files: z.array(z.object({ path: z.string().regex(FILE), bytes: z.number(), sha256: z.string() })),
});
type Manifest = z.infer<typeof manifestSchema>;

const backupTexts = catalogue(en, pl);
type BackupTexts = ReturnType<typeof backupTexts>;

/** Why a backup cannot begin, or is not good: a sentence for the user. */
class Fault extends Error {}

/** Where the settings of the environment keep the data. @throws SettingsError */
function configured(): Storage {
  return storageOf(settingsOf(readConfig([DATA_SETTINGS]), DATA_SETTINGS));
}

/** Where the SQLite files of the service are. @throws Fault when its data are not in SQLite files */
function filesOf(storage: Storage, t: BackupTexts) {
  if (storage.database === null) throw new Fault(t('noData'));
  if (storage.jobs === null) throw new Fault(t('isPostgres'));
  const record = sqlitePath(storage.database);
  return { record, jobs: sqlitePath(storage.jobs), folder: storage.folder ?? dirname(record) };
}

/**
 * Copies the data of the service into an empty or new folder, also while the service runs, and checks the copy.
 * @throws errors of the file system and of SQLite
 */
export async function makeBackup(target: string, language: Language): Promise<ToolResult> {
  return settled(async () => {
    const t = backupTexts(language);
    const storage = configured();
    const { record, jobs, folder } = filesOf(storage, t);
    if (!existsSync(record)) throw new Fault(t('nothing', { file: resolve(record) }));
    await requireEmpty(target, t);
    if (!existsSync(target)) await mkdir(target, { mode: 0o700 });
    const copied: string[] = [];
    // The databases come first: a pack without its event is harmless, an event without its pack is not.
    for (const [name, path] of [
      [RECORD_FILE, record],
      [JOBS_FILE, jobs],
    ] as const) {
      if (!existsSync(path)) continue;
      const to = join(target, name);
      await writeFile(to, '', { mode: 0o600, flag: 'wx' });
      copyDatabase(path, to);
      copied.push(name);
    }
    const key = storage.keyFile;
    for (const end of key === null ? [] : ['', PUBLIC]) {
      const isCopied = await copyIfThere(`${key}${end}`, join(target, KEY_FILE + end));
      if (isCopied) copied.push(KEY_FILE + end);
    }
    const packs = await packsIn(join(folder, PACKS_FOLDER));
    if (packs.length > 0) await mkdir(join(target, PACKS_FOLDER), { mode: 0o700 });
    for (const name of packs) {
      const path = `${PACKS_FOLDER}/${name}`;
      // The service may delete a pack meanwhile.
      if (await copyIfThere(join(folder, path), join(target, path))) copied.push(path);
    }
    const files = [];
    for (const path of copied) files.push({ path, ...(await readBack(join(target, path))) });
    const manifest: Manifest = {
      format: FORMAT,
      version: packageVersion(),
      made_at: new Date().toISOString(),
      rows: checkDatabases(target, t),
      files,
    };
    const draft = join(target, `${MANIFEST}.part`);
    await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, join(target, MANIFEST));
    // The copy is good, also where the folder of the data is read-only.
    await writeFile(join(folder, BACKUP_MARK), `${manifest.made_at}\n`, { mode: 0o600 }).catch(
      () => undefined,
    );
    return t('done', { folder: resolve(target), summary: summary(manifest, t) });
  });
}

async function settled(work: () => Promise<string>): Promise<ToolResult> {
  try {
    return { text: await work(), isGood: true };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { faults: [error.message] };
  }
}

/** `lost+found` is part of a new file system. @throws Fault when a folder has files */
async function requireEmpty(folder: string, t: BackupTexts): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  if (names.every((name) => name === 'lost+found')) return;
  throw new Fault(t('notEmpty', { folder: resolve(folder) }));
}

/** Fills an empty file with a copy as of one moment. The service can write meanwhile. */
function copyDatabase(from: string, to: string): void {
  const file = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    file.prepare('VACUUM INTO ?').run(to);
  } finally {
    file.close();
  }
}

/** Checks the databases of a backup and counts their rows. @throws Fault when a database is damaged */
function checkDatabases(folder: string, t: BackupTexts): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const [name, tables] of Object.entries(COUNTED)) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const file = new DatabaseSync(path, { readOnly: true });
    try {
      const found = file.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
      const faults = found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
      if (faults.length > 0) throw new Fault(t('damaged', { path }));
      for (const table of tables) {
        const { count } = file.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
        rows[table] = count;
      }
    } finally {
      file.close();
    }
  }
  return rows;
}

async function packsIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => PACK.test(name));
}

/** False = there is no such file. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  await chmod(to, 0o600);
  return true;
}

async function readBack(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

function summary({ rows, files }: Manifest, t: BackupTexts): string {
  const { watch = 0, event = 0, job = 0, job_link = 0 } = rows;
  const packs = files.filter(({ path }) => path.startsWith(`${PACKS_FOLDER}/`)).length;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return t('summary', { watch, event, job, links: job_link, packs, bytes });
}
