import { randomBytes } from 'node:crypto';
import { existsSync, fsync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DatabaseSync } from '@photostructure/sqlite';
import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../core/runtime/logger.js';
import { within } from '../../core/runtime/timeout.js';
import { nextStep } from '../../core/runtime/turns.js';
import { freeBytes, hasReserve, RESERVE } from './data-folder.js';
import { wipePages } from './wipe-pages.js';

/**
 * Moves the write-ahead log into the file and empties it: afterwards the file alone has every row, and no deleted row
 * stays readable in the log. `busy` is 1 while a reader holds the log back.
 */
export const EMPTY_WAL = 'PRAGMA wal_checkpoint(TRUNCATE)';
/** How long a deletion waits while a reader, such as a backup, holds the log back; then it is tried again later. */
const WAIT_MS = 30_000;
const PAUSE_MS = 250;
/** Overwritten values become unreadable this much later: many changes share one look at the file. */
const SOON_MS = 10_000;
/** How long an end waits for wiping. */
const END_MS = 3_000;
/** More than a part of a deletion writes, which is a copy of each page that it changes: 4,000 pages. */
const RESERVE_FILE_BYTES = 16 * 1_048_576;
/** A file beside the database, made with its tables. After an end that wiped everything it has the state of the file. */
export const MADE_MARK = '.made';
const MAYBE = { throwIfNoEntry: false } as const;

interface ErasingParts {
  readonly db: Kysely<unknown>;
  readonly file: Pick<InstanceType<typeof DatabaseSync>, 'exec' | 'isOpen' | 'prepare'>;
  readonly path: string;
  /** The file of the database, open to be written; null = it can only be read, or is in memory. */
  readonly pages: number | null;
  readonly before: ReturnType<typeof atOpening>;
  readonly log: Logger;
}

const atOnce = <T>(work: () => Promise<T>) => work();
/** For a database that is not in files of this process. */
export const NO_ERASING = { withReserve: atOnce, erase: atOnce, eraseSoon: () => undefined };

/** Deletions in an SQLite file: they have a reserve of the disk, and leave nothing readable. */
export function createErasing({ db, file, path, pages, before, log }: ErasingParts) {
  /** Empties the log and wipes some pages; returns the next page, or `page` while a reader holds the log back. */
  const wipe = (page: number) =>
    // A transaction of `db` that is under way ends first: SQLite refuses the command within one.
    db.connection().execute(async (one) => {
      const { rows } = await sql<{ busy: number }>`${sql.raw(EMPTY_WAL)}`.execute(one);
      if (rows[0]?.busy !== 0) return page;
      if (pages === null) return null;
      // With this lock and an empty log nobody writes the file, and no log holds another state of a page.
      file.exec('BEGIN IMMEDIATE');
      try {
        return statSync(`${path}-wal`).size > 0 ? page : wipePages(pages, page);
      } finally {
        // The pages in memory have the old bytes.
        file.exec('COMMIT; PRAGMA shrink_memory');
      }
    });
  const wipeAll = async (isAgain = false): Promise<boolean> => {
    let cause: unknown = new Error('a program reads the file');
    try {
      let giveUpAt = performance.now() + WAIT_MS;
      for (let page = 0; performance.now() < giveUpAt; ) {
        const next = await wipe(page);
        if (next === null && pages !== null) await promisify(fsync)(pages);
        if (next === null) return true;
        if (next === page) await sleep(PAUSE_MS);
        else giveUpAt = performance.now() + WAIT_MS;
        page = next;
        await nextStep();
      }
    } catch (error) {
      cause = error;
    }
    // The start wipes what an end leaves.
    if (!file.isOpen) return false;
    if (!isAgain) log.warn({ err: cause, path }, 'deleted rows stay readable in the files of the database');
    setTimeout(() => void wipeAll(true), WAIT_MS).unref();
    return false;
  };
  let wiping = Promise.resolve(true);
  let [isAsked, isSoon] = [false, false];
  /** Deletions that wait for their turn share one. */
  const wiped = () => {
    if (!isAsked) {
      isAsked = true;
      wiping = wiping.then(() => {
        isAsked = false;
        isSoon = false;
        return wipeAll();
      });
    }
    return wiping;
  };

  let running = 0;
  let { isReleased } = before;
  const keepReserve = () => {
    if (pages !== null && (isReleased || hasReserve(path))) fill(path + RESERVE);
    isReleased = false;
  };
  const withReserve = async <T>(work: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      isReleased = releaseReserve(path) || isReleased;
      return await work();
    } finally {
      running -= 1;
      if (running === 0) keepReserve();
    }
  };
  return {
    withReserve,
    erase: <T>(work: () => Promise<T>) => withReserve(() => work().finally(() => within(WAIT_MS, wiped()))),
    eraseSoon: () => {
      if (!isSoon) setTimeout(() => void wiped(), SOON_MS).unref();
      isSoon = true;
    },
    /** The state of the file to leave as its mark, if everything was wiped, and nobody wrote between its pages. */
    end: async () => {
      const changes = () => file.isOpen && file.prepare('SELECT total_changes() AS count').get()?.count;
      const before = changes();
      return (await within(END_MS, wiped())) && changes() === before && pages !== null ? stateOf(path) : null;
    },
    /** Without a mark, a killed process may have left deleted rows, or whoever wrote the file. */
    begin: () => {
      keepReserve();
      if (!before.isWiped) void wiped();
    },
  };
}

/** Before a file is opened: takes the mark away that its last end wiped everything; gives it the reserve of a full disk. */
export function atOpening(path: string) {
  const mark = path + MADE_MARK;
  const isWiped = existsSync(mark) && readFileSync(mark, 'utf8') === stateOf(path);
  setMark(path, '');
  return { isWiped, isReleased: releaseReserve(path) };
}

export function setMark(path: string, state: string): void {
  try {
    if (existsSync(path + MADE_MARK)) writeFileSync(path + MADE_MARK, state);
  } catch {
    // The folder cannot be written: the file cannot, either.
  }
}

/** The size and time of a file with an empty log. */
export function stateOf(path: string): string | null {
  const [file, log] = [path, `${path}-wal`].map((one) => statSync(one, { ...MAYBE, bigint: true }));
  return file === undefined || log?.size ? null : `${file.size} ${file.mtimeNs}`;
}

/** Removes the reserve of a file where the disk has less left; returns whether it did. */
function releaseReserve(path: string): boolean {
  if (!existsSync(path + RESERVE) || freeBytes(path) >= RESERVE_FILE_BYTES) return false;
  rmSync(path + RESERVE);
  return true;
}

/** Makes a file as large as the reserve, or as the disk allows. */
function fill(path: string): void {
  try {
    // No file system makes random bytes smaller.
    if ((statSync(path, MAYBE)?.size ?? 0) < RESERVE_FILE_BYTES)
      writeFileSync(path, randomBytes(RESERVE_FILE_BYTES), { mode: 0o600 });
  } catch {
    // The disk is full: what was written is the reserve.
  }
}
