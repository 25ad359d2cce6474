import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type ApiKeys, EVERYBODY, type UsableKey } from '../../core/config/api-keys.js';
import { AppError } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import type { JobsOwn } from '../jobs/endpoints.js';
import { deleteWatch, type RemovedFrom } from './delete-record.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import { type LocalTime, maybeTimes } from './publish-watch.js';
import type { OwnerData } from './published.js';
import type { Database, Row } from './schema.js';

/** The owners of watches, channels and jobs. Checks, deliveries and jobs of an owner without a usable key wait. */
export interface Owners {
  readonly db: Database;
  /** The secret of the database. */
  readonly hashKey: string;
  /** The keys as they are now; null = no keys are configured. */
  readonly keys: Pick<ApiKeys, 'usable'> | null;
  /** Null = this service has no jobs. */
  readonly jobs: JobsOwn['owners'];
  readonly store: RemovedFrom;
  readonly localTime: LocalTime;
  readonly log: Logger;
  readonly now: () => number;
}

/** The name under which everything of an owner is stored in the database with this key: HMAC-SHA-256, base64url. */
export function ownerHash(hashKey: string, name: string): string {
  return createHmac('sha256', hashKey).update(`watch owner ${name}`).digest('base64url');
}

/** The keys of each owner that has a usable key. */
function current({ keys }: Pick<Owners, 'keys'>): ReadonlyMap<string, readonly UsableKey[]> {
  const usable = keys === null ? [{ name: EVERYBODY, owner: EVERYBODY, digest: '' }] : keys.usable();
  const names = new Set(usable.map(({ owner }) => owner));
  return new Map([...names].map((name) => [name, usable.filter(({ owner }) => owner === name)]));
}

function rows(db: Database) {
  return db.selectFrom('owner').selectAll().orderBy(sql`name is null`).orderBy('name');
}

async function named(db: Database, id: string): Promise<Row<'owner'>> {
  const row = await db.selectFrom('owner').selectAll().where('owner', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError(WATCH_NOT_FOUND, message('ownerNotFound'));
  return row;
}

/** Deletes everything of an owner. */
async function clear({ db, jobs, store }: Owners, { owner, name }: Row<'owner'>): Promise<void> {
  if (name !== null) await jobs?.remove(name);
  await db.deleteFrom('channel').where('owner', '=', owner).execute();
  const watches = await db.selectFrom('watch').select('id').where('owner', '=', owner).execute();
  for (const { id } of watches) await deleteWatch(db, store, id);
  await db.deleteFrom('forgotten').where('owner', '=', owner).execute();
  await db.deleteFrom('owner').where('owner', '=', owner).where('gone_at', 'is not', null).execute();
}

/** Compares the owners with the keys as they are now. Call it at the start and whenever the keys have changed. */
export async function syncOwners(owners: Owners): Promise<void> {
  const { db, hashKey, jobs, log, now } = owners;
  const at = now();
  const keyed = new Map([...current(owners).keys()].map((name) => [ownerHash(hashKey, name), { name }]));
  const before = await rows(db).execute();
  const known = new Set(before.map(({ owner }) => owner));
  for (const [owner, { name }] of keyed) {
    if (known.has(owner)) continue;
    // Another replica may add the owner at the same moment.
    await db
      .insertInto('owner')
      .values({ owner, name, gone_at: null })
      .onConflict((one) => one.doNothing())
      .execute();
  }
  for (const { owner, name, gone_at: goneAt } of before) {
    const isGone = !keyed.has(owner);
    if (isGone === (goneAt !== null)) continue;
    await db
      .updateTable('owner')
      .set({ gone_at: isGone ? at : null })
      .where('owner', '=', owner)
      .execute();
    if (isGone) log.warn({ owner: name }, 'an owner has no usable key: its checks, deliveries and jobs wait');
    else log.info({ owner: name }, 'an owner has a usable key again');
  }
  await jobs?.hold([...keyed.values()].map(({ name }) => name));
}

/** All owners, by name. */
export async function listOwners(owners: Owners): Promise<OwnerData[]> {
  const { db, keys, jobs, localTime } = owners;
  const count = (of: string) => sql<number>`(select count(*) from ${sql.raw(of)} = "owner"."owner")`;
  const waits = 'delivery join channel on channel.id = channel_id where outcome is null and channel.owner';
  const all = await rows(db)
    .select([
      count('watch where watch.owner').as('watches'),
      count('channel where channel.owner').as('channels'),
      count(waits).as('waiting'),
    ])
    .execute();
  const open = (await jobs?.counts(all.flatMap(({ name }) => name ?? []))) ?? new Map<string, number>();
  const used = current(owners);
  return all.map(({ owner, name, gone_at: goneAt, watches, channels, waiting }) => ({
    id: owner,
    name,
    keys: keys === null ? [] : (used.get(name ?? '')?.map((key) => key.name) ?? []),
    state: goneAt === null ? 'active' : 'gone',
    ...{ watches: Number(watches), channels: Number(channels) },
    ...{ deliveries_waiting: Number(waiting), jobs: open.get(name ?? '') ?? 0 },
    ...maybeTimes({ gone_at: goneAt }, localTime),
  }));
}

async function one(owners: Owners, id: string): Promise<OwnerData> {
  const found = (await listOwners(owners)).find((owner) => owner.id === id);
  if (found === undefined) throw new AppError(WATCH_NOT_FOUND, message('ownerNotFound'));
  return found;
}

/** Deletes everything of an owner. @throws AppError `watch_not_found` */
export async function removeOwner(owners: Owners, id: string): Promise<OwnerData> {
  const row = await named(owners.db, id);
  const before = await one(owners, id);
  await clear(owners, row);
  return before;
}
