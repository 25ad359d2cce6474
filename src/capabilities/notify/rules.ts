import { z } from 'zod';
import { chunksOf, newId } from '../../kit/store/rows.js';
import { publishEvent, type RenamedClient, selectEvents } from '../watch/publish-watch.js';
import { type ChannelData, channelType, type EventData } from '../watch/published.js';
import type { Database, NewRow, Row } from '../watch/schema.js';

/** Which events a channel gets; null = all. */
export type Rules = Pick<ChannelData, 'types' | 'max_stars' | 'clients'>;
type RuleColumns = Pick<Row<'channel'>, 'types' | 'rules'>;

const storedRules = z.object({ max_stars: z.number().nullable(), clients: z.array(z.string()).nullable() });

/** The rules in a row. */
export function rulesIn({ types, rules }: RuleColumns): Rules {
  const others = rules === null ? { max_stars: null, clients: null } : storedRules.parse(JSON.parse(rules));
  return { types: types === null ? null : z.array(channelType).parse(JSON.parse(types)), ...others };
}

/** The columns that hold rules. */
export function rulesAsRow({ types, max_stars, clients }: Rules): RuleColumns {
  return { types: types && JSON.stringify(types), rules: JSON.stringify({ max_stars, clients }) };
}

/** Whether a rule about stars holds for an event: all but new and changed reviews are told whatever their stars. */
export const hasStarRule = ({ max_stars: max }: Rules, { type }: Pick<EventData, 'type'>): boolean =>
  max !== null && (type === 'review.appeared' || type === 'review.edited');

/** Whether a channel gets an event. An event whose stars are not known passes, and says so. */
function isWanted(rules: Rules, event: EventData): boolean {
  const { types, max_stars: max, clients } = rules;
  if (types !== null && !types.includes(event.type)) return false;
  if (clients !== null && (event.client === null || !clients.includes(event.client))) return false;
  if (max === null || event.stars === null || !hasStarRule(rules, event)) return true;
  return Math.min(event.stars, event.before?.stars ?? event.stars) <= max;
}

/** The queue of a mailbox or a chat for the troubles of all watches: one message a day, apart from all other events. */
export const TROUBLES = 'troubles';

/**
 * Takes rules along when the client of a watch is renamed: a rule that names `from` names a new client `to`, too, and
 * no longer names `from` when no watch has it.
 */
export async function renameClient(db: Database, owner: string, { from, to, others }: RenamedClient) {
  const channels = db.selectFrom('channel').select(['id', 'types', 'rules']).where('owner', '=', owner);
  for (const { id, ...row } of await channels.execute()) {
    const { clients, ...rules } = rulesIn(row);
    if (clients?.includes(from) !== true) continue;
    const known = others.to ? clients : [...clients.filter((client) => client !== to), to];
    const kept = known.filter((client) => others.from || client !== from);
    // A rule that names no client would let no event through.
    if (kept.length === 0) continue;
    const changed = db.updateTable('channel').set(rulesAsRow({ ...rules, clients: kept }));
    await changed.where('id', '=', id).execute();
  }
}

/**
 * Writes a delivery of each event to each open channel of its owner whose rules let it through, in the transaction that
 * writes the events.
 */
export async function writeDeliveries(db: Database, events: readonly Row<'event'>[]): Promise<void> {
  if (events.length === 0) return;
  const owners = [...new Set(events.map(({ owner }) => owner))];
  const channels = db.selectFrom('channel').select(['id', 'owner', 'kind', 'types', 'rules']);
  const rows = await channels.where('owner', 'in', owners).where('ended_at', 'is', null).execute();
  const open = rows.map((row) => ({ ...row, rules: rulesIn(row) }));
  for (const some of open.length === 0 ? [] : chunksOf(events)) {
    const seqs = some.map(({ seq }) => seq);
    const found = await selectEvents(db).where('seq', 'in', seqs).orderBy('seq').execute();
    const deliveries = found.flatMap((told): NewRow<'delivery'>[] => {
      const { owner, at } = told;
      const event = publishEvent(told, String);
      const wanting = open.filter((one) => one.owner === owner && isWanted(one.rules, event));
      const row = { event_seq: event.seq, created_at: at, due_at: at, attempts: 0 };
      const isTrouble = event.type.startsWith('watch.');
      return wanting.map(({ id, kind }) => {
        const queue = isTrouble && kind !== 'webhook' ? TROUBLES : event.watch_id;
        return { id: newId('d'), channel_id: id, queue, ...row };
      });
    });
    for (const part of chunksOf(deliveries)) await db.insertInto('delivery').values(part).execute();
  }
}
