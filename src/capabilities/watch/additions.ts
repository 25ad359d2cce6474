import type { RenamedClient } from './publish-watch.js';
import type { Database, Row } from './schema.js';

/** What another capability does with the record of watches. Every part may be absent. */
export interface Addition {
  /** Writes what belongs to new events, in the transaction that writes the events. */
  readonly write?: (db: Database, events: readonly Row<'event'>[]) => Promise<void>;
  /** Called after a check with new events was recorded. */
  readonly recorded?: () => void;
  /** Deletes an evidence pack, if there is one with this name. @throws PackFolderError */
  readonly removePack?: (name: string) => Promise<void>;
  /**
   * Deletes rows that belong to no event and are older than `before`, the time before which events are deleted. Deletes
   * at most `limit` rows and returns their number. Called until it returns less.
   */
  readonly clean?: (before: number, limit: number) => Promise<number>;
  /** Takes along what names the client of a watch, in the transaction that gives the watch the new client. */
  readonly renameClient?: (db: Database, owner: string, names: RenamedClient) => Promise<void>;
  /** Deletes what an owner has beside watches. */
  readonly removeOwner?: (owner: string) => Promise<unknown>;
  /** Reads what health and metrics show. */
  readonly look?: () => Promise<void>;
}

type Hook<Name extends keyof Addition> = NonNullable<Addition[Name]>;

/** All additions as one, also additions that are registered later. */
export function additionsOf(additions: readonly Addition[]) {
  const each =
    <Name extends keyof Addition>(name: Name) =>
    async (...given: Parameters<Hook<Name>>): Promise<void> => {
      for (const one of additions)
        await (one[name] as ((...of: typeof given) => unknown) | undefined)?.(...given);
    };
  return {
    ...{ write: each('write'), recorded: each('recorded'), remove: each('removePack') },
    ...{ renameClient: each('renameClient'), removeOwner: each('removeOwner'), look: each('look') },
    clean: async (before: number, limit: number) => {
      let most = 0;
      for (const { clean } of additions) most = Math.max(most, (await clean?.(before, limit)) ?? 0);
      return most;
    },
  };
}
