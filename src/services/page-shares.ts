import type { Scope } from '../scope.js';

/** Who holds pages, and who may take more: what keeps one client's work from stopping everybody else's. */
export interface PageShares {
  /** Notes that a client asks for something: those asked within the last minute are active. */
  note(scope: Scope): void;
  /** Notes that a load of a client begins. */
  serve(scope: Scope): void;
  /** Counts a page as taken. Call the function that is returned when it has gone back; calling it again does nothing. */
  take(scope: Scope): () => void;
  /** Whether this work may take so many more pages; that there are free ones is for the caller to see. */
  mayTake(scope: Scope, pages?: number): boolean;
  /** Negative when the first goes before the second: its client holds fewer pages, or was served longer ago. */
  compare(a: Scope, b: Scope): number;
}

const ACTIVE_MS = 60_000;

/** Pages that bulk checks and lists may hold together: half of them, and at least one. */
export function backgroundPages(pages: number): number {
  return Math.max(1, Math.floor(pages / 2));
}

/** `pages`: those the pool has at most. */
export function createPageShares(pages: number): PageShares {
  const holds = new Set<{ readonly scope: Scope }>();
  const clients = createRecentClients();
  const background = createRecentClients();
  const isBackground = ({ priority }: Scope) => priority !== 'single';

  const note = (scope: Scope) => {
    clients.note(scope.client);
    if (isBackground(scope)) background.note(scope.client);
  };
  const held = (isCounted: (scope: Scope) => boolean) =>
    [...holds].filter(({ scope }) => isCounted(scope)).length;
  /** While others are active, one client leaves a page to them. */
  const mostForOne = (all: number, recent: RecentClients, { client }: Scope) =>
    recent.hasOtherThan(client) ? Math.max(1, all - 1) : Number.POSITIVE_INFINITY;

  return {
    note,
    serve: (scope) => {
      note(scope);
      clients.serve(scope.client);
    },
    take: (scope) => {
      const hold = { scope };
      holds.add(hold);
      return () => {
        if (holds.delete(hold)) note(scope);
      };
    },
    mayTake: (scope, more = 1) => {
      const isOwn = ({ client }: Scope) => client === scope.client;
      if (held(isOwn) + more > mostForOne(pages, clients, scope)) return false;
      if (!isBackground(scope)) return true;
      const most = backgroundPages(pages);
      if (held(isBackground) + more > most) return false;
      const own = held((other) => isOwn(other) && isBackground(other));
      return own + more <= mostForOne(most, background, scope);
    },
    compare: (a, b) => {
      const pagesOf = ({ client }: Scope) => held((scope) => scope.client === client);
      return pagesOf(a) - pagesOf(b) || clients.lastServed(a.client) - clients.lastServed(b.client);
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

/** Forgets who was not seen for a minute, so that its size is bounded by what is asked in one. */
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
