import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type ApiKeys, EVERYBODY, type UsableKey } from '../../core/config/api-keys.js';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import type { JobsOwn } from '../jobs/endpoints.js';
import { deleteWatch, type RemovedFrom } from './delete-record.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import { type LocalTime, maybeTimes } from './publish-watch.js';
import type { OwnerData } from './published.js';
import type { Database, Row } from './schema.js';

/**
 * The owners of watches, channels and jobs. Without a usable key, the watches of an owner pause, its deliveries are held
 * and its jobs wait; 30 days later everything of the owner is deleted.
 */
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

const DAY_MS = 86_400_000;
/** After this time without a usable key, everything of an owner is deleted. */
const KEPT_MS = 30 * DAY_MS;
/** The tables whose rows name their owner. */
const OWNED = ['watch', 'channel', 'forgotten'] as const;

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

/** Gives what `from` has to `to`. A watch or channel that `to` has already stays with `from`. */
function move(db: Database, from: string, to: string) {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('watch')
      // A check under way would write events for the earlier owner: it loses its claim and is repeated.
      .set({ owner: to, claimed_by: null, claimed_until: null })
      .where('owner', '=', from)
      .where('subject', 'not in', ({ selectFrom }) =>
        selectFrom('watch as other').select('other.subject').where('other.owner', '=', to),
      )
      .execute();
    await transaction
      .updateTable('event')
      .set({ owner: to })
      .where('owner', '=', from)
      .where('watch_id', 'in', ({ selectFrom }) =>
        selectFrom('watch').select('watch.id').where('watch.owner', '=', to),
      )
      .execute();
    await transaction
      .updateTable('channel')
      .set({ owner: to })
      .where('owner', '=', from)
      .where('target', 'not in', ({ selectFrom }) =>
        selectFrom('channel as other').select('other.target').where('other.owner', '=', to),
      )
      .execute();
    // Also for the watches that stay, the authors stay forgotten.
    await transaction
      .insertInto('forgotten')
      .columns(['owner', 'author_key', 'at'])
      .expression(({ selectFrom }) =>
        selectFrom('forgotten')
          .select([sql<string>`cast(${to} as text)`.as('owner'), 'author_key', 'at'])
          .where('owner', '=', from),
      )
      .onConflict((one) => one.doNothing())
      .execute();
    await transaction
      .deleteFrom('forgotten')
      .where('owner', '=', from)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('watch').select('watch.id').where('watch.owner', '=', from))),
      )
      .execute();
  });
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

/** Owners of rows that no known owner has: they come from an earlier version. */
async function unknown(db: Database, known: ReadonlySet<string>): Promise<string[]> {
  const found = await Promise.all(
    OWNED.map((table) => db.selectFrom(table).select('owner').distinct().execute()),
  );
  return [...new Set(found.flat().map(({ owner }) => owner))].filter((owner) => !known.has(owner));
}

function warnOf({ log }: Owners, owner: string | null) {
  log.warn({ owner }, 'an owner has no usable key: what it has waits, and is deleted in 30 days');
}

async function add(owners: Owners, row: Pick<Row<'owner'>, 'owner' | 'name' | 'gone_at'>) {
  await owners.db
    .insertInto('owner')
    .values({ ...row, ending_at: null, paused_at: null })
    // Another replica may add the owner at the same moment.
    .onConflict((one) => one.doNothing())
    .execute();
  if (row.gone_at !== null) warnOf(owners, row.owner);
}

/** Compares the owners with the keys as they are now. Call it at the start and whenever the keys have changed. */
export async function syncOwners(owners: Owners): Promise<void> {
  const { db, hashKey, keys, jobs, log, now } = owners;
  const at = now();
  const keyed = new Map(
    [...current(owners)].map(([name, used]) => [ownerHash(hashKey, name), { name, used }]),
  );
  const before = await rows(db).execute();
  const known = new Set(before.map(({ owner }) => owner));
  for (const [owner, { name }] of keyed)
    if (!known.has(owner)) await add(owners, { owner, name, gone_at: null });
  const everybody = ownerHash(hashKey, EVERYBODY);
  // Without keys an earlier version kept the watches of each address apart.
  const withRows = new Set([...known, ...keyed.keys()]);
  if (keys === null) for (const owner of await unknown(db, withRows)) await move(db, owner, everybody);
  for (const owner of await unknown(db, withRows)) await add(owners, { owner, name: null, gone_at: at });
  for (const { owner, name, gone_at: goneAt } of before) {
    const isGone = !keyed.has(owner);
    if (isGone === (goneAt !== null)) continue;
    const change = { gone_at: isGone ? at : null, ending_at: null };
    await db.updateTable('owner').set(change).where('owner', '=', owner).execute();
    if (isGone) warnOf(owners, name);
    else log.info({ owner: name }, 'an owner has a usable key again');
  }
  const held = new Set(before.filter((row) => row.paused_at !== null).map(({ owner }) => owner));
  const active = [...keyed].flatMap(([owner, { name }]) => (held.has(owner) ? [] : [name]));
  await jobs?.hold(active, keys === null ? before.flatMap(({ name }) => name ?? []) : null);
}

/**
 * Like `syncOwners`; also ends owners whose 30 days are over by two looks at the clock that are a day apart: a clock that jumps ahead for an
 * hour deletes nothing.
 */
export async function tickOwners(owners: Owners): Promise<void> {
  await syncOwners(owners);
  const { db, log } = owners;
  const at = owners.now();
  for (const row of await rows(db).execute()) {
    const { owner, name, gone_at: goneAt, ending_at: endingAt } = row;
    if (goneAt === null) continue;
    const isOver = at >= goneAt + KEPT_MS;
    if (isOver && endingAt !== null && at >= endingAt + DAY_MS) {
      await clear(owners, row);
      log.info({ owner: name }, 'everything of an owner without a key was deleted');
    } else if (isOver !== (endingAt !== null) || (endingAt ?? 0) > at) {
      await db
        .updateTable('owner')
        .set({ ending_at: isOver ? at : null })
        .where('owner', '=', owner)
        .execute();
    }
  }
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
  return all.map(({ owner, name, gone_at: goneAt, paused_at: pausedAt, watches, channels, waiting }) => ({
    id: owner,
    name,
    keys: keys === null ? [] : (used.get(name ?? '')?.map((key) => key.name) ?? []),
    state: goneAt !== null ? 'gone' : pausedAt !== null ? 'paused' : 'active',
    ...{ watches: Number(watches), channels: Number(channels) },
    ...{ deliveries_waiting: Number(waiting), jobs: open.get(name ?? '') ?? 0 },
    ...maybeTimes({ gone_at: goneAt, ends_at: goneAt && goneAt + KEPT_MS, paused_at: pausedAt }, localTime),
  }));
}

async function one(owners: Owners, id: string): Promise<OwnerData> {
  const found = (await listOwners(owners)).find((owner) => owner.id === id);
  if (found === undefined) throw new AppError(WATCH_NOT_FOUND, message('ownerNotFound'));
  return found;
}

/** Pauses the watches, deliveries and jobs of an owner, or lets them go on. @throws AppError `watch_not_found` */
export async function pauseOwner(owners: Owners, id: string, isPaused: boolean): Promise<OwnerData> {
  const { db, now } = owners;
  const { paused_at: pausedAt } = await named(db, id);
  const change = { paused_at: isPaused ? (pausedAt ?? now()) : null };
  await db.updateTable('owner').set(change).where('owner', '=', id).execute();
  await syncOwners(owners);
  return one(owners, id);
}

/**
 * Gives everything of an owner to an owner that has a usable key, and returns the first owner with what stayed.
 * @throws AppError `watch_not_found`, `invalid_request`
 */
export async function handOverOwner(owners: Owners, id: string, to: string): Promise<OwnerData> {
  const { db, hashKey, jobs } = owners;
  const { name } = await named(db, id);
  const receiver = ownerHash(hashKey, to);
  if (!current(owners).has(to) || receiver === id)
    throw new AppError(INVALID_REQUEST, message('ownerWithoutKey'), { field: 'to' });
  await syncOwners(owners);
  await move(db, id, receiver);
  if (name !== null) await jobs?.move(name, to);
  await syncOwners(owners);
  return one(owners, id);
}

/** Deletes everything of an owner. @throws AppError `watch_not_found` */
export async function removeOwner(owners: Owners, id: string): Promise<OwnerData> {
  const row = await named(owners.db, id);
  const before = await one(owners, id);
  await clear(owners, row);
  return before;
}
