import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Scope } from '../runtime/scope.js';

/** What a load holds while it lasts: a page of the pool, or a place for plain requests. */
export type Share = 'page' | 'plain';

/**
 * Tracks what each client holds and limits what it may take, so that one client cannot stop the others. All addresses of
 * one site (an IPv6 /48, an IPv4 /24) have one share between them, and take turns within it: whoever has many addresses
 * as a rule has neighbouring ones.
 */
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
  /**
   * Negative when the first goes before the second: its site holds less, or was served longer ago; within a site, its
   * client. A client that was not here for a minute counts as served just now: it is behind those that wait.
   */
  compare(a: Scope, b: Scope): number;
  /**
   * True for a client whose site has had twice as many loads lately as another that is active: it leaves the last turn to
   * that one, so that whoever asks seldom need not wait behind those who ask all the time.
   */
  leavesLastTurn(scope: Scope): boolean;
  /** The site of a client, or the client itself where it is a key. */
  siteOf(scope: Scope): string | null;
}

const ACTIVE_MS = 60_000;
/** In so long loads count half, in milliseconds. */
const HALF_LIFE_MS = 30_000;

/** How many of `all` bulk checks and lists may hold together: half, and at least one. */
export function backgroundPart(all: number): number {
  return Math.max(1, Math.floor(all / 2));
}

/** `most`: how many pages and places there are. */
export function createClientShares(most: Readonly<Record<Share, number>>): ClientShares {
  const holds = new Set<{ readonly scope: Scope; readonly share: Share }>();
  const siteNames = new LRUCache<string, string>({ max: MAX_SITES });
  const siteOf = ({ client }: Scope): string | null => {
    if (client === null) return null;
    const site = siteNames.get(client) ?? siteOfClient(client);
    siteNames.set(client, site);
    return site;
  };
  const levelOf = (nameOf: Level['nameOf']): Level => ({
    nameOf,
    recent: createRecentClients(),
    background: createRecentClients(),
  });
  const sites = levelOf(siteOf);
  const levels = [sites, levelOf(({ client }) => client)];
  const isBackground = ({ priority }: Scope) => priority !== 'single';

  const note = (scope: Scope) => {
    for (const { nameOf, recent, background } of levels) {
      recent.note(nameOf(scope));
      if (isBackground(scope)) background.note(nameOf(scope));
    }
  };
  const held = (share: Share | null, isCounted: (scope: Scope) => boolean) =>
    [...holds].filter((hold) => (share === null || hold.share === share) && isCounted(hold.scope)).length;
  /** While others are active, one client leaves one to them. */
  const mostForOne = (all: number, recent: RecentClients, name: string | null) =>
    recent.hasOtherThan(name) ? Math.max(1, all - 1) : Number.POSITIVE_INFINITY;
  const mayTakeOf = ({ nameOf, recent, background }: Level, scope: Scope, share: Share) => {
    const name = nameOf(scope);
    const isOwn = (other: Scope) => nameOf(other) === name;
    if (held(share, isOwn) >= mostForOne(most[share], recent, name)) return false;
    if (!isBackground(scope)) return true;
    const own = held(share, (other) => isOwn(other) && isBackground(other));
    return own < mostForOne(backgroundPart(most[share]), background, name);
  };

  return {
    note,
    serve: (scope) => {
      note(scope);
      for (const { nameOf, recent } of levels) recent.serve(nameOf(scope));
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
      if (isBackground(scope) && held(share, isBackground) >= backgroundPart(most[share])) return false;
      return levels.every((level) => mayTakeOf(level, scope, share));
    },
    compare: (a, b) => {
      for (const { nameOf, recent } of levels) {
        const [one, other] = [nameOf(a), nameOf(b)];
        if (one === other) continue;
        const heldBy = (name: string | null) => held(null, (scope) => nameOf(scope) === name);
        return heldBy(one) - heldBy(other) || recent.lastServed(one) - recent.lastServed(other);
      }
      return 0;
    },
    leavesLastTurn: (scope) => {
      return sites.recent.loads(siteOf(scope)) > 2 * sites.recent.fewestLoads() + 1;
    },
    siteOf,
  };
}

/** Sites, or the clients within them. */
interface Level {
  readonly nameOf: (scope: Scope) => string | null;
  readonly recent: RecentClients;
  readonly background: RecentClients;
}

const MAX_SITES = 10_000;
/** What an internet provider gives to a site (RFC 6177), and the smallest IPv4 network that is announced by itself. */
const SITE_BITS = { ipv6: 48, ipv4: 24 };

/** Clients are `key <name>` or `address <IPv4 address, or IPv6 /64>`. */
function siteOfClient(client: string): string {
  const address = client.replace(/^address /, '');
  if (address === client || !ipaddr.isValid(address)) return client;
  const kind = ipaddr.parse(address).kind();
  const range = `${address}/${SITE_BITS[kind]}`;
  const network =
    kind === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(range) : ipaddr.IPv4.networkAddressFromCIDR(range);
  return `site ${network.toString()}`;
}

interface RecentClients {
  note(client: string | null): void;
  serve(client: string | null): void;
  hasOtherThan(client: string | null): boolean;
  /** Grows with every load that begins; of a client that has had none within the last minute, that of when it came. */
  lastServed(client: string | null): number;
  /** Loads that began lately: older ones count less. */
  loads(client: string | null): number;
  /** Of all that are here, the fewest. */
  fewestLoads(): number;
}

interface Seen {
  readonly seenAt: number;
  /** How many loads had begun in all when its last one began. */
  readonly served: number;
  /** Its loads as they counted then, and when that was. */
  readonly loads: number;
  readonly servedAt: number;
}

function loadsOf(seen: Seen | undefined): number {
  return seen === undefined ? 0 : seen.loads * 2 ** ((seen.servedAt - performance.now()) / HALF_LIFE_MS);
}

/** Forgets a client after a minute without a request, which bounds its size. */
function createRecentClients(): RecentClients {
  /** In the order of `seenAt`. */
  const seen = new Map<string | null, Seen>();
  let servedTotal = 0;

  const forgetOld = () => {
    const oldest = performance.now() - ACTIVE_MS;
    for (const [client, { seenAt }] of seen) {
      if (seenAt >= oldest) return;
      seen.delete(client);
    }
  };
  const update = (client: string | null, change: Partial<Seen>) => {
    forgetOld();
    const before = seen.get(client) ?? { served: servedTotal, loads: 0, servedAt: 0 };
    seen.delete(client);
    seen.set(client, { ...before, ...change, seenAt: performance.now() });
  };
  const lastServed = (client: string | null) => seen.get(client)?.served ?? servedTotal;

  return {
    note: (client) => update(client, {}),
    serve: (client) => {
      servedTotal += 1;
      update(client, {
        served: servedTotal,
        loads: loadsOf(seen.get(client)) + 1,
        servedAt: performance.now(),
      });
    },
    hasOtherThan: (client) => {
      forgetOld();
      return seen.size > (seen.has(client) ? 1 : 0);
    },
    lastServed,
    loads: (client) => loadsOf(seen.get(client)),
    fewestLoads: () => Math.min(...[...seen.values()].map(loadsOf)),
  };
}
