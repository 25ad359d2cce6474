import { chunksOf, newId } from '../../kit/store/rows.js';
import type { Database, NewRow, Row } from '../watch/schema.js';

/** Writes a delivery of each event to each open channel of its owner, in the transaction that writes the events. */
export async function writeDeliveries(db: Database, events: readonly Row<'event'>[]): Promise<void> {
  const owners = [...new Set(events.map(({ owner }) => owner))];
  const channels = await db
    .selectFrom('channel')
    .select(['id', 'types', 'owner'])
    .where('owner', 'in', owners)
    .where('ended_at', 'is', null)
    .execute();
  const deliveries = events.flatMap((event) =>
    channels
      .filter(({ owner, types }) => {
        if (owner !== event.owner) return false;
        return types === null || (JSON.parse(types) as string[]).includes(event.type);
      })
      .map(
        ({ id }): NewRow<'delivery'> => ({
          id: newId('d'),
          channel_id: id,
          event_seq: event.seq,
          queue: event.watch_id,
          created_at: event.at,
          due_at: event.at,
          attempts: 0,
          log: '[]',
        }),
      ),
  );
  for (const some of chunksOf(deliveries)) await db.insertInto('delivery').values(some).execute();
}
