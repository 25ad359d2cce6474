import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Scope } from '../runtime/scope.js';

/** A load holds one share while it lasts: a page of the pool, or a slot for plain requests. */
export type Share = 'page' | 'plain';

const ACTIVE_MS = 60_000;
/** A load that began this many milliseconds ago counts half. */
const HALF_LIFE_MS = 30_000;

/** Number of `all` shares that lists and background work may hold together: half, and at least one. */
function partForLong(all: number): number {
  return Math.max(1, Math.floor(all / 2));
}

/**
 * Tracks and limits the shares that each client holds, so that one client cannot stop the others. All addresses of one
 * site (an IPv6 /48, an IPv4 /24) have one limit and take turns within it: a client with many addresses usually has
 * neighbouring addresses. `capacity`: the number of pages and of slots.
 */
export function createClientShares(capacity: Readonly<Record<Share, number>>) {
  const holds = new Set<{ readonly scope: Scope; readonly share: Share }>();
  const siteNames = new LRUCache<string, string>({ max: MAX_SITES });
  /** The site of a client's address. A client with an API key is its own site. */
  const siteOf = ({ client }: Scope): string | null => {
    if (client === null) return null;
    const site = siteNames.get(client) ?? siteOfClient(client);
    siteNames.set(client, site);
    return site;
  };
  const levelOf = (nameOf: Level['nameOf']): Level => ({
    nameOf,
    recent: createRecentClients(),
    long: createRecentClients(),
  });
  const sites = levelOf(siteOf);
  const levels = [sites, levelOf(({ client }) => client)];
  /** A bulk link gives its share back after each load, so that it never keeps another load waiting for long. */
  const isBulk = ({ priority }: Scope) => priority === 'bulk';
  /** A list holds its page for a minute or more. */
  const isLong = ({ priority }: Scope) => priority === 'list' || priority === 'background';
  /** Background work holds at most half of what lists may hold. */
  const isBackground = ({ priority }: Scope) => priority === 'background';

  /** Records a request of a client. A client with a request within the last minute is active. */
  const note = (scope: Scope) => {
    for (const { nameOf, recent, long } of levels) {
      recent.note(nameOf(scope));
      if (isLong(scope)) long.note(nameOf(scope));
    }
  };
  const held = (share: Share | null, isCounted: (scope: Scope) => boolean) =>
    [...holds].filter((hold) => (share === null || hold.share === share) && isCounted(hold.scope)).length;
  /** While other clients are active, each client leaves one share to them. */
  const maxForOne = (all: number, recent: RecentClients, name: string | null) =>
    recent.hasOtherThan(name) ? Math.max(1, all - 1) : Number.POSITIVE_INFINITY;
  const mayTakeOf = ({ nameOf, recent, long }: Level, scope: Scope, share: Share) => {
    const name = nameOf(scope);
    const isOwn = (other: Scope) => nameOf(other) === name;
    const own = held(share, (other) => isOwn(other) && !isBulk(other));
    if (own >= maxForOne(capacity[share], recent, name)) return false;
    if (!isLong(scope)) return true;
    const ownLong = held(share, (other) => isOwn(other) && isLong(other));
    return ownLong < maxForOne(partForLong(capacity[share]), long, name);
  };

  return {
    note,
    /** Records that a load of a client begins. */
    serve: (scope: Scope) => {
      note(scope);
      for (const { nameOf, recent } of levels) recent.serve(nameOf(scope));
    },
    /** Counts a share as taken. Call the returned function to release it; further calls do nothing. */
    take: (scope: Scope, share: Share) => {
      const hold = { scope, share };
      holds.add(hold);
      return () => {
        if (holds.delete(hold)) note(scope);
      };
    },
    /** Number of shares that all clients hold. */
    taken: (share: Share) => held(share, () => true),
    /** Whether the limits of client and priority allow one more share. The caller checks that a share is free. */
    mayTake: (scope: Scope, share: Share) => {
      if (isBulk(scope)) return true;
      if (isLong(scope) && held(share, isLong) >= partForLong(capacity[share])) return false;
      const maxOfBackground = Math.max(1, Math.floor(partForLong(capacity[share]) / 2));
      if (isBackground(scope) && held(share, isBackground) >= maxOfBackground) return false;
      return levels.every((level) => mayTakeOf(level, scope, share));
    },
    /**
     * Negative when `a` goes before `b`: the site of `a` holds fewer shares, or was served longer ago. Within a site,
     * clients are compared in the same way. A client that was inactive for a minute counts as served just now, so it
     * goes behind the clients that already wait.
     */
    compare: (a: Scope, b: Scope) => {
      for (const { nameOf, recent } of levels) {
        const [one, other] = [nameOf(a), nameOf(b)];
        if (one === other) continue;
        const heldBy = (name: string | null) => held(null, (scope) => nameOf(scope) === name);
        return heldBy(one) - heldBy(other) || recent.lastServed(one) - recent.lastServed(other);
      }
      return 0;
    },
    /**
     * True when the client's site has had more than twice as many recent loads as another active site. It then leaves
     * the last turn to that other site, so that a client that asks seldom does not wait behind clients that ask all the
     * time.
     */
    mustYieldLastTurn: (scope: Scope) =>
      sites.recent.loads(siteOf(scope)) > 2 * sites.recent.fewestLoads() + 1,
    siteOf,
  };
}

/** One level of comparison: sites, or the clients of a site. */
interface Level {
  readonly nameOf: (scope: Scope) => string | null;
  readonly recent: RecentClients;
  /** Clients with lists or background work. */
  readonly long: RecentClients;
}

type RecentClients = ReturnType<typeof createRecentClients>;

const MAX_SITES = 10_000;
/**
 * Prefix lengths: the network that an internet provider gives to a site (RFC 6177), and the smallest IPv4 network that
 * the internet routes separately.
 */
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

interface Seen {
  readonly seenAt: number;
  /** The number of loads of all clients when the last load of this client began. */
  readonly served: number;
  /** Its `loads` at the time `servedAt`. */
  readonly loads: number;
  readonly servedAt: number;
}

function loadsOf(seen: Seen | undefined): number {
  return seen === undefined ? 0 : seen.loads * 2 ** ((seen.servedAt - performance.now()) / HALF_LIFE_MS);
}

/**
 * Tracks the requests and loads of active clients. Forgets a client after a minute without a request, which bounds the
 * memory.
 */
function createRecentClients() {
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

  return {
    note: (client: string | null) => update(client, {}),
    serve: (client: string | null) => {
      servedTotal += 1;
      update(client, {
        served: servedTotal,
        loads: loadsOf(seen.get(client)) + 1,
        servedAt: performance.now(),
      });
    },
    hasOtherThan: (client: string | null) => {
      forgetOld();
      return seen.size > (seen.has(client) ? 1 : 0);
    },
    /**
     * The number of loads of all clients when the client's last load began. For a client without a load since it became
     * active, the number at that moment.
     */
    lastServed: (client: string | null) => seen.get(client)?.served ?? servedTotal,
    /** Loads of the client that began lately; older loads count less. */
    loads: (client: string | null) => loadsOf(seen.get(client)),
    /** The lowest `loads` of all active clients. */
    fewestLoads: () => Math.min(...[...seen.values()].map(loadsOf)),
  };
}
