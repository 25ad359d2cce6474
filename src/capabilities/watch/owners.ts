import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type ApiKeys, usableOwners } from '../../core/config/api-keys.js';
import { AppError } from '../../core/errors.js';
import type { JobsOwn } from '../jobs/endpoints.js';
import type { additionsOf } from './additions.js';
import { deleteWatch } from './delete-record.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import type { OwnerData } from './published.js';
import type { Database } from './schema.js';

/** The owners of watches, channels and jobs. */
export interface Owners {
  readonly db: Database;
  /** The names of the owners that have a usable key now, by their keyed hash. */
  readonly usable: () => ReadonlyMap<string, string>;
  /** The keys as they are now; null = no keys are configured. */
  readonly keys: Pick<ApiKeys, 'usable'> | null;
  /** Null = this service has no jobs. */
  readonly jobs: JobsOwn['owners'];
  readonly store: Pick<ReturnType<typeof additionsOf>, 'remove' | 'removeOwner'>;
}

/** The name under which everything of an owner is stored in the database with this key: HMAC-SHA-256, base64url. */
export function ownerHash(hashKey: string, name: string): string {
  return createHmac('sha256', hashKey).update(`watch owner ${name}`).digest('base64url');
}

/** The names of the owners that have a usable key now, by their keyed hash. */
export function usableByHash(hashKey: string, keys: Owners['keys']): ReadonlyMap<string, string> {
  return new Map(usableOwners(keys).map((name) => [ownerHash(hashKey, name), name]));
}

/** Stores the names of new owners, so that an operator sees them when their keys are gone. */
export async function noteOwners({ db, usable }: Pick<Owners, 'db' | 'usable'>): Promise<void> {
  const rows = await db.selectFrom('owner').select('owner').execute();
  const known = new Set(rows.map(({ owner }) => owner));
  const added = [...usable()].flatMap(([owner, name]) => (known.has(owner) ? [] : [{ owner, name }]));
  if (added.length === 0) return;
  // Another replica may add the owner at the same moment.
  await db
    .insertInto('owner')
    .values(added)
    .onConflict((one) => one.doNothing())
    .execute();
}

/** All owners, by name. */
export async function listOwners(owners: Owners): Promise<OwnerData[]> {
  await noteOwners(owners);
  const { db, usable, keys, jobs } = owners;
  const watches = sql<number>`(select count(*) from watch where watch.owner = "owner"."owner")`;
  const all = await db
    .selectFrom('owner')
    .selectAll()
    .select(watches.as('watches'))
    .orderBy('name')
    .execute();
  const open = (await jobs?.counts(all.map(({ name }) => name))) ?? new Map<string, number>();
  const active = usable();
  const used = keys?.usable() ?? [];
  return all.map(({ owner, name, watches: count }) => ({
    id: owner,
    name,
    keys: used.flatMap((key) => (key.owner === name ? [key.name] : [])),
    state: active.has(owner) ? 'active' : 'gone',
    ...{ watches: Number(count), jobs: open.get(name) ?? 0 },
  }));
}

/** Deletes everything of an owner, and returns the owner as it was. @throws AppError `watch_not_found` */
export async function removeOwner(owners: Owners, id: string): Promise<OwnerData> {
  const before = (await listOwners(owners)).find((owner) => owner.id === id);
  if (before === undefined) throw new AppError(WATCH_NOT_FOUND, message('ownerNotFound'));
  const { db, usable, jobs, store } = owners;
  await jobs?.remove(before.name);
  await store.removeOwner(id);
  const watches = await db.selectFrom('watch').select('id').where('owner', '=', id).execute();
  for (const watch of watches) await deleteWatch(db, store, watch.id);
  await db.deleteFrom('forgotten').where('owner', '=', id).execute();
  if (!usable().has(id)) await db.deleteFrom('owner').where('owner', '=', id).execute();
  return before;
}
