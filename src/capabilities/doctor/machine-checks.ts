import { lookup } from 'node:dns/promises';
import { OLD_DAYS } from '../../core/browser/chromium-age.js';
import { PrivateAddressError, type Resolve, resolvePublic } from '../../core/egress/addresses.js';
import { SHORT_HOSTS } from '../../core/identifiers/provider-hosts.js';
import { fail, ok, type Result, warn } from './check-report.js';
import type { Run } from './doctor-lookups.js';

/** `engines` of package.json. */
export const NEEDED_NODE = '20.19';
/** Every page and every data request is on this host. */
const MAP_HOST = 'www.google.com';
const EXPIRES_SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** The network route to the provider. */
export function routeOf({ config }: Pick<Run, 'config'>): 'direct' | 'upstream' | 'override' {
  if (config.EGRESS_OVERRIDE !== undefined) return 'override';
  return config.UPSTREAM_PROXY === undefined ? 'direct' : 'upstream';
}

/** Checks the programs, the sandbox, the rules and the network route. */
export async function checkEnvironment(
  run: Pick<Run, 'list' | 'config' | 'chromium' | 'rules'>,
): Promise<void> {
  const { list, config, chromium, rules } = run;
  list.note('node', null, nodeResult(process.versions.node));
  await list.check('chromium', null, async () => {
    const health = await chromium.health();
    const { version, ageDays: days } = chromium.info();
    if (health === 'unavailable' || version === null) return fail({ code: 'chromium_unavailable' });
    return days !== null && days > OLD_DAYS
      ? warn({ code: 'chromium_old', version, days })
      : ok({ code: 'chromium_version', version, days });
  });
  list.note('sandbox', null, sandboxResult(chromium.sandboxed(), config.CHROMIUM_SANDBOX === 'off'));
  const hasOperator = rules.some(({ set }) => set === 'operator');
  const fingerprint = rules.map((set) => set.fingerprint).join(' + ');
  list.note('rules', null, ok({ code: hasOperator ? 'rules_operator' : 'rules_built_in', fingerprint }));
  list.note('egress', null, ok({ code: `egress_${routeOf(run)}` }));
}

/** Judges a version of Node.js, such as `20.20.0`. */
export function nodeResult(version: string): Result<never> {
  const needed = NEEDED_NODE;
  return version.localeCompare(needed, 'en', { numeric: true }) >= 0
    ? ok({ code: 'node_version', version, needed })
    : fail({ code: 'node_too_old', version, needed });
}

/** `sandboxed`: null = no browser was launched. */
function sandboxResult(sandboxed: boolean | null, isSwitchedOff: boolean): Result<never> {
  if (sandboxed === true) return ok({ code: 'sandbox_on' });
  if (isSwitchedOff) return ok({ code: 'sandbox_off_by_setting' });
  return warn({ code: sandboxed === null ? 'sandbox_unknown' : 'sandbox_off' });
}

/** Checks DNS and TLS of the map host. `now`: milliseconds since 1970. */
export async function checkNetwork(
  { list, scope, handshake, ...run }: Pick<Run, 'list' | 'scope' | 'config' | 'handshake'>,
  now: number,
  resolve: Resolve = (hostname) => lookup(hostname, { all: true }),
): Promise<void> {
  const route = routeOf(run);
  // An upstream proxy resolves names itself, and an override replaces them.
  if (route !== 'direct') list.skip('dns', MAP_HOST, 'setting');
  else
    await list.check('dns', MAP_HOST, async () => {
      try {
        return ok({ code: 'dns_resolved', addresses: (await resolvePublic(MAP_HOST, resolve)).length });
      } catch (error) {
        return fail({ code: error instanceof PrivateAddressError ? 'dns_private' : 'dns_failed' });
      }
    });
  await list.check('tls', MAP_HOST, async () => {
    const met = await handshake(MAP_HOST, scope.signal).catch(() => null);
    if (met !== null && route === 'override') return ok({ code: 'tls_unchecked' });
    if (met === null || !met.isTrusted) return fail({ code: 'tls_failed' });
    const { protocol } = met;
    const days = Math.floor((met.validUntil - now) / DAY_MS);
    return days < EXPIRES_SOON_DAYS
      ? warn({ code: 'tls_expires_soon', protocol, days })
      : ok({ code: 'tls_valid', protocol, days });
  });
}

/** Checks by TLS whether the hosts of share links can be reached, for hosts without a link in the places of the run. */
export async function checkShareHosts(
  { list, scope, handshake }: Pick<Run, 'list' | 'scope' | 'handshake'>,
  followed: ReadonlySet<string>,
): Promise<void> {
  for (const host of [...SHORT_HOSTS].filter((name) => !followed.has(name)))
    await list.check('short_links', host, () =>
      handshake(host, scope.signal).then(
        () => ok({ code: 'host_reachable' }),
        () => warn({ code: 'host_unreachable' }),
      ),
    );
}
