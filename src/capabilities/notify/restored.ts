import type { Logger } from '../../core/runtime/logger.js';
import { UNCLAIMED } from '../../kit/store/claims.js';
import { RESTORED } from '../../kit/store/storage.js';
import type { Database } from '../watch/schema.js';

/**
 * Ends all open channels of a database that was restored from a backup. The next checks find the changes since the
 * backup again, under new ids, and nobody knows which of them were sent: the owner decides when a channel starts again.
 */
export async function endRestored(db: Database, at: number, log: Logger): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const marks = transaction.deleteFrom('stored_value').where('name', '=', RESTORED).returning('value');
    const backup = (await marks.executeTakeFirst())?.value;
    if (backup === undefined) return;
    const attempt = { at, status: null, error: `not sent: a backup of ${backup} was restored` };
    const given = {
      outcome: 'given_up',
      ended_at: at,
      ...UNCLAIMED,
      log: JSON.stringify([attempt]),
    } as const;
    await transaction.updateTable('delivery').set(given).where('outcome', 'is', null).execute();
    const open = transaction.updateTable('channel').where('ended_at', 'is', null);
    await open.set({ ended_at: at, ended_because: 'restored' }).execute();
    log.warn({ backup }, 'the database is a restored backup: all channels have ended');
  });
}
