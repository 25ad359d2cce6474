import { PrivateAddressError, type Resolve, resolvePublic } from '../egress/addresses.js';
import type { Handshake } from '../egress/handshake.js';
import { SHORT_HOSTS } from '../identifiers/provider-hosts.js';
import type { Scope } from '../runtime/scope.js';
import { type CheckList, fail, ok, type Result, warn } from './check-list.js';
import type { DoctorEnvironment } from './environment-checks.js';

/** The network as the checks use it; none of this is a page load. */
export interface DoctorNetwork {
  readonly resolve: Resolve;
  /** TLS with a host of the provider, through the egress proxy. */
  readonly handshake: Handshake;
}

/** Every page and every data request is on this host. */
const MAP_HOST = 'www.google.com';
const EXPIRES_SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** DNS and TLS of the map host. */
export async function checkNetwork(
  list: CheckList,
  { resolve, handshake }: DoctorNetwork,
  { route }: Pick<DoctorEnvironment, 'route'>,
  scope: Scope,
  now: number,
): Promise<void> {
  // An upstream proxy resolves names itself, and an override replaces them.
  if (route === 'direct') await list.check('dns', MAP_HOST, () => dnsResult(resolve), 'fail');
  else list.skip('dns', MAP_HOST, 'setting');
  const tls = async (): Promise<Result> => {
    const { isTrusted, protocol, validUntil } = await handshake(MAP_HOST, scope.signal);
    if (route === 'override') return ok({ code: 'tls_unchecked' });
    if (!isTrusted) return fail({ code: 'tls_failed' });
    const days = Math.floor((validUntil - now) / DAY_MS);
    const finding = { protocol, days };
    return days < EXPIRES_SOON_DAYS
      ? warn({ code: 'tls_expires_soon', ...finding })
      : ok({ code: 'tls_valid', ...finding });
  };
  await list.check('tls', MAP_HOST, () => tls().catch(() => fail({ code: 'tls_failed' })), 'fail');
}

/** Hosts of share links for which no link is known: whether they can be reached at all. */
export async function checkShareHosts(
  list: CheckList,
  { handshake }: DoctorNetwork,
  scope: Scope,
  followed: ReadonlySet<string>,
): Promise<void> {
  for (const host of SHORT_HOSTS) {
    if (followed.has(host)) continue;
    await list.check('short_links', host, async () => {
      try {
        await handshake(host, scope.signal);
        return ok({ code: 'host_reachable' });
      } catch {
        return warn({ code: 'host_unreachable' });
      }
    });
  }
}

async function dnsResult(resolve: Resolve): Promise<Result> {
  try {
    return ok({ code: 'dns_resolved', addresses: (await resolvePublic(MAP_HOST, resolve)).length });
  } catch (error) {
    return fail({ code: error instanceof PrivateAddressError ? 'dns_private' : 'dns_failed' });
  }
}
