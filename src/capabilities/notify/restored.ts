import type { Logger } from '../../core/runtime/logger.js';
import { RESTORED } from '../../kit/store/storage.js';
import type { Database } from '../watch/schema.js';

/**
 * Ends all open channels of a database that was restored from a backup. The next checks find the changes since the
 * backup again, under new ids, and nobody knows which of them were sent: the owner decides when a channel starts again.
 */
export async function endRestored(db: Database, at: number, log: Logger): Promise<void> {
  const ended = await db.transaction().execute(async (transaction) => {
    const marks = transaction.deleteFrom('stored_value').where('name', '=', RESTORED).returning('value');
    const backup = (await marks.executeTakeFirst())?.value;
    if (backup === undefined) return null;
    const attempts = [{ at, status: null, error: `not sent: a backup of ${backup} was restored` }];
    const waiting = transaction.updateTable('delivery').where('outcome', 'is', null);
    const given = { outcome: 'given_up', ended_at: at, claimed_by: null, claimed_until: null } as const;
    await waiting.set({ ...given, log: JSON.stringify(attempts) }).execute();
    const open = transaction.updateTable('channel').where('ended_at', 'is', null);
    const ids = await open.set({ ended_at: at, ended_because: 'restored' }).returning('id').execute();
    return { backup, channels: ids.length };
  });
  if (ended !== null && ended.channels > 0)
    log.warn(
      ended,
      'the database is a restored backup: its channels have ended until their owners start them',
    );
}
