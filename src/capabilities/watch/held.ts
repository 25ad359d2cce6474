import type { RawBuilder } from 'kysely';
import type { Database } from './schema.js';

/** The owners whose watches pause: without a usable key, or paused by the operator. */
export function heldOwners(db: Database) {
  return db
    .selectFrom('owner')
    .select('owner')
    .where(({ or, eb }) => or([eb('gone_at', 'is not', null), eb('paused_at', 'is not', null)]));
}

/** The channels whose deliveries wait. `isOver`: the condition of `createMailLimits`; null = e-mails have no limits. */
export function heldChannels(db: Database, isOver: RawBuilder<boolean> | null) {
  return db
    .selectFrom('channel')
    .select('channel.id')
    .where(({ or, eb }) =>
      or([
        eb('channel.asked_at', 'is not', null),
        eb('channel.former_at', 'is not', null),
        eb('channel.owner', 'in', heldOwners(db)),
        ...(isOver === null ? [] : [isOver]),
      ]),
    );
}
