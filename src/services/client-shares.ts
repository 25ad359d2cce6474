import type { Scope } from '../scope.js';

/** What a load holds while it lasts: a page of the pool, or a place for plain requests. */
export type Share = 'page' | 'plain';

/** Tracks what each client holds and limits what it may take, so that one client cannot stop the others. */
export interface ClientShares {
  /** Notes that a client asks for something: a client that asked within the last minute is active. */
  note(scope: Scope): void;
  /** Notes that a load of a client begins. */
  serve(scope: Scope): void;
  /** Counts one as taken. Call the returned function when it is returned; further calls do nothing. */
  take(scope: Scope, share: Share): () => void;
  /** How many are taken by all. */
  taken(share: Share): number;
  /** Whether this work may take one more by the limits of its client and priority. The caller checks that one is free. */
  mayTake(scope: Scope, share: Share): boolean;
  /** Negative when the first goes before the second: its client holds less, or was served longer ago. */
  compare(a: Scope, b: Scope): number;
}

const ACTIVE_MS = 60_000;

/** How many of `all` bulk checks and lists may hold together: half, and at least one. */
export function backgroundPart(all: number): number {
  return Math.max(1, Math.floor(all / 2));
}

/** `most`: how many pages and places there are. */
export function createClientShares(most: Readonly<Record<Share, number>>): ClientShares {
  const holds = new Set<{ readonly scope: Scope; readonly share: Share }>();
  const clients = createRecentClients();
  const background = createRecentClients();
  const isBackground = ({ priority }: Scope) => priority !== 'single';

  const note = (scope: Scope) => {
    clients.note(scope.client);
    if (isBackground(scope)) background.note(scope.client);
  };
  const held = (share: Share | null, isCounted: (scope: Scope) => boolean) =>
    [...holds].filter((hold) => (share === null || hold.share === share) && isCounted(hold.scope)).length;
  /** While others are active, one client leaves one to them. */
  const mostForOne = (all: number, recent: RecentClients, { client }: Scope) =>
    recent.hasOtherThan(client) ? Math.max(1, all - 1) : Number.POSITIVE_INFINITY;

  return {
    note,
    serve: (scope) => {
      note(scope);
      clients.serve(scope.client);
    },
    take: (scope, share) => {
      const hold = { scope, share };
      holds.add(hold);
      return () => {
        if (holds.delete(hold)) note(scope);
      };
    },
    taken: (share) => held(share, () => true),
    mayTake: (scope, share) => {
      const isOwn = ({ client }: Scope) => client === scope.client;
      if (held(share, isOwn) >= mostForOne(most[share], clients, scope)) return false;
      if (!isBackground(scope)) return true;
      const part = backgroundPart(most[share]);
      if (held(share, isBackground) >= part) return false;
      const own = held(share, (other) => isOwn(other) && isBackground(other));
      return own < mostForOne(part, background, scope);
    },
    compare: (a, b) => {
      const heldBy = ({ client }: Scope) => held(null, (scope) => scope.client === client);
      return heldBy(a) - heldBy(b) || clients.lastServed(a.client) - clients.lastServed(b.client);
    },
  };
}

interface RecentClients {
  note(client: string | null): void;
  serve(client: string | null): void;
  hasOtherThan(client: string | null): boolean;
  /** Grows with every load that begins; 0 = not within the last minute. */
  lastServed(client: string | null): number;
}

/** Forgets a client after a minute without a request, which bounds its size. */
function createRecentClients(): RecentClients {
  /** In the order of `seenAt`. */
  const seen = new Map<string | null, { readonly seenAt: number; readonly served: number }>();
  let servedTotal = 0;

  const forgetOld = () => {
    const oldest = performance.now() - ACTIVE_MS;
    for (const [client, { seenAt }] of seen) {
      if (seenAt >= oldest) return;
      seen.delete(client);
    }
  };
  const update = (client: string | null, served: number) => {
    forgetOld();
    seen.delete(client);
    seen.set(client, { seenAt: performance.now(), served });
  };
  const lastServed = (client: string | null) => seen.get(client)?.served ?? 0;

  return {
    note: (client) => update(client, lastServed(client)),
    serve: (client) => {
      servedTotal += 1;
      update(client, servedTotal);
    },
    hasOtherThan: (client) => {
      forgetOld();
      return seen.size > (seen.has(client) ? 1 : 0);
    },
    lastServed,
  };
}
