import { sql } from 'kysely';
import { isOpen, type JobDatabase } from './job-tables.js';

export type JobOwners = ReturnType<typeof createJobOwners>;

/** The jobs of owners, by the names of the owners. `hash`: see `createJobHash`. `cleanUp`: erases deleted jobs. */
export function createJobOwners(
  { db, withReserve }: JobDatabase,
  hash: (text: string) => string,
  cleanUp: () => Promise<unknown>,
) {
  const ownerOf = (name: string) => hash(`job owner ${name}`);

  return {
    /** Deletes all jobs of an owner. */
    remove: async (name: string) => {
      const gone = db
        .updateTable('job')
        .set({ state: 'gone', request_key: null })
        .where('owner', '=', ownerOf(name))
        .where('state', '!=', 'receiving');
      await withReserve(() => gone.execute());
      await cleanUp();
    },
    /** The open jobs of each owner. */
    counts: async (names: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const rows = await db
        .selectFrom('job')
        .select('owner')
        .select(sql<number>`cast(count(*) as integer)`.as('jobs'))
        .where(isOpen)
        .groupBy('owner')
        .execute();
      const found = new Map(rows.map(({ owner, jobs }) => [owner, jobs]));
      return new Map(names.map((name) => [name, found.get(ownerOf(name)) ?? 0]));
    },
  };
}
