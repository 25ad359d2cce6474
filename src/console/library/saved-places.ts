import { signal } from '@preact/signals';
import type { Snapshot } from '../../kit/ui/snapshot.js';
import { readonly } from '../../kit/ui/state/ui-signals.js';
import type { Pace, PlaceLine } from '../place/place-line.js';
import {
  type Database,
  deleteSet,
  type KeptData,
  keysOf,
  type PlaceSet,
  renamed,
} from './library-database.js';

export const MAX_SETS = 50;

export type PlaceSets = ReturnType<typeof createPlaceSets>;

/** The sets of places that this browser keeps, with the answers of the last reading and a snapshot of each reading. */
export function createPlaceSets({ run, expired, follow }: KeptData) {
  const sets = signal<readonly PlaceSet[]>([]);
  const paces = signal<ReadonlyMap<string, Pace>>(new Map());
  const change = follow(async () => {
    sets.value = (await run([], (database) => database.getAll('sets'))).sort((a, b) => b.at - a.at);
    const known = await run([], (database) => database.getAll('paces'));
    paces.value = new Map(known.map((pace) => [pace.placeId, pace]));
  });
  return {
    ...readonly({ sets, paces }),
    /** Keeps a set, and deletes the oldest sets beyond MAX_SETS. */
    save: (set: PlaceSet) =>
      change(async (database) => {
        await database.put('sets', set);
        for (const { id } of sets.value.filter(({ id }) => id !== set.id).slice(MAX_SETS - 1))
          await deleteSet(database, id);
      }),
    /** Keeps a line and its snapshot. Returns all snapshots of the place, from all sets, the oldest first. */
    saveLine: (set: string, index: number, line: PlaceLine, snapshot: Snapshot | null) =>
      run<readonly Snapshot[]>(snapshot === null ? [] : [snapshot], async (database) => {
        if ((await database.getKey('sets', set)) === undefined) return [];
        await database.put('lines', { set, index, line });
        if (snapshot === null) return [];
        await database.put('snapshots', { set, ...snapshot });
        return snapshotsOf(database, snapshot.placeId);
      }),
    /** Reads a set; null when it is unknown. */
    open: async (id: string) => {
      await expired();
      return run(null, async (database) => {
        const set = await database.get('sets', id);
        if (set === undefined) return null;
        await database.put('sets', { ...set, usedAt: Date.now() });
        const kept = await database.getAll('lines', keysOf(id));
        const lines = new Map(kept.map(({ index, line }) => [index, line]));
        const ids = kept.flatMap(({ line: { outcome } }) =>
          outcome !== null && 'data' in outcome ? [outcome.data.place_id] : [],
        );
        const history = new Map<string, readonly Snapshot[]>();
        for (const placeId of new Set(ids)) history.set(placeId, await snapshotsOf(database, placeId));
        return { set, lines, history };
      });
    },
    /** All readings of the places of a set, also as a part of other sets. Rejects when the browser cannot read them. */
    readings: async (set: string) => {
      const read = await run(null, async (database) => {
        const own = await database.getAll('snapshots', keysOf(set));
        const ids = new Set(own.map(({ placeId }) => placeId));
        return Promise.all(Array.from(ids, (placeId) => snapshotsOf(database, placeId)));
      });
      if (read === null) throw new Error('the browser could not read the readings of a set');
      return read.flat();
    },
    /** Renames a set; an empty title removes the user's name. */
    rename: (id: string, title: string) =>
      change(async (database) => {
        const set = await database.get('sets', id);
        if (set !== undefined) await database.put('sets', renamed(set, title));
      }),
    remove: (id: string) => change((database) => deleteSet(database, id)),
    notePace: (pace: Pace) => change((database) => database.put('paces', pace)),
  };
}

async function snapshotsOf(database: Database, placeId: string): Promise<Snapshot[]> {
  return (await database.getAllFromIndex('snapshots', 'placeId', placeId)).sort((a, b) => a.at - b.at);
}
