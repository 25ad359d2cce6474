import { sql } from 'kysely';
import { AppError, INVALID_REQUEST, RATE_LIMITED } from '../../core/errors.js';
import { type AddOptions, minutesOf, type WantedWatch } from './add-watch.js';
import { deleteWatch, type RemovedFrom } from './delete-record.js';
import { derivedColumns } from './identity.js';
import { message } from './messages.js';
import { presentWatch } from './present-watches.js';
import { ownWatch, type RenamedClient } from './publish-watch.js';
import type { WatchData } from './published.js';
import type { Database, Row } from './schema.js';

/** A subject that was checked is not checked again on demand for this time. */
const RECHECK_MS = 600_000;

/** What a client changes of a watch. A field that is undefined stays as it is. */
export type WatchChange = Omit<WantedWatch, 'subject'> & {
  readonly paused?: boolean | undefined;
};

export interface ChangeOptions extends AddOptions {
  readonly eraseSoon: () => void;
  readonly store: RemovedFrom;
  readonly renameClient: (db: Database, owner: string, names: RenamedClient) => Promise<void>;
}

/** @throws AppError `watch_not_found`, `invalid_request` */
export async function changeWatch(
  options: ChangeOptions,
  owner: string,
  id: string,
  change: WatchChange,
): Promise<WatchData> {
  const { db, now } = options;
  const before = await ownWatch(db, owner, id);
  const { interval_hours, paused } = change;
  const minutes =
    interval_hours === undefined ? before.interval_minutes : minutesOf(before.kind, interval_hours);
  const resumes = before.paused_at !== null && paused === false;
  const soonest = now() + minutes * 60_000;
  const changed = (on: Database) =>
    on
      .updateTable('watch')
      .set({
        // Another request, or a check, may change other columns meanwhile.
        due_at: resumes
          ? Math.max(now(), recheckAt(before, now()))
          : sql<number>`case when due_at > ${soonest} then ${soonest} else due_at end`,
        ...(interval_hours !== undefined && { interval_minutes: minutes }),
        ...(paused !== undefined && { paused_at: paused ? now() : null }),
        ...(change.label !== undefined && { label: change.label }),
        ...(change.note !== undefined && { note: change.note }),
        ...(change.client !== undefined && { client: change.client || null }),
        ...(change.evidence !== undefined && { evidence: change.evidence }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  await db.transaction().execute(async (transaction) => {
    // From here on, the row is locked: nobody else changes its texts.
    const row = await changed(transaction);
    if (row === undefined) return;
    await transaction.updateTable('watch').set(derivedColumns(row)).where('id', '=', id).execute();
    const [from, to] = [before.client, row.client];
    if (from === null || to === null || from === to) return;
    const isElsewhere = async (client: string) => {
      const watches = transaction.selectFrom('watch').select('id').where('owner', '=', owner);
      const other = watches.where('client', '=', client).where('id', '!=', id).limit(1);
      return (await other.executeTakeFirst()) !== undefined;
    };
    const others = { from: await isElsewhere(from), to: await isElsewhere(to) };
    await options.renameClient(transaction, owner, { from, to, others });
  });
  // These texts may name persons.
  if ([change.label, change.note, change.client].some((text) => text !== undefined)) options.eraseSoon();
  if (resumes) options.wake();
  return presentWatch(options, await ownWatch(db, owner, id));
}

/** Removes a watch with its record, and returns it as it was. @throws AppError `watch_not_found` */
export async function removeWatch(options: ChangeOptions, owner: string, id: string): Promise<WatchData> {
  const row = await ownWatch(options.db, owner, id);
  const data = await presentWatch(options, row);
  await deleteWatch(options.db, options.store, id);
  return data;
}

/**
 * Makes the next check due at once. @throws AppError `watch_not_found`, `invalid_request` while the watch is paused,
 * `rate_limited` soon after a check
 */
export async function checkWatchNow(options: ChangeOptions, owner: string, id: string): Promise<WatchData> {
  const { db, now } = options;
  options.admit();
  const row = await ownWatch(db, owner, id);
  if (row.paused_at !== null) throw new AppError(INVALID_REQUEST, message('watchPaused'));
  const waitMs = recheckAt(row, now()) - now();
  if (waitMs > 0)
    throw new AppError(RATE_LIMITED, message('watchJustChecked', { minutes: RECHECK_MS / 60_000 }), {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  await db.updateTable('watch').set({ due_at: now() }).where('id', '=', id).execute();
  options.wake();
  return presentWatch(options, { ...row, due_at: now() });
}

/** When a subject may be checked on demand. A check in the future was made before the clock was set back. */
function recheckAt({ checked_at: at }: Row<'watch'>, now: number): number {
  return at === null || at > now ? 0 : at + RECHECK_MS;
}
