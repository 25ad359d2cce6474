import type { BrowserHealth } from '../browser/chromium.js';
import { OLD_DAYS } from '../browser/chromium-age.js';
import type { SandboxMode } from '../browser/sandbox.js';
import { PrivateAddressError, type Resolve, resolvePublic } from '../egress/addresses.js';
import type { Handshake } from '../egress/handshake.js';
import { SHORT_HOSTS } from '../identifiers/provider-hosts.js';
import type { RulesInfo } from '../provider/rules/load-rules.js';
import type { ChromiumInfo } from '../runtime/metrics.js';
import type { Scope } from '../runtime/scope.js';
import { type CheckList, fail, ok, type Result, warn } from './check-list.js';

/** The programs and settings of this process, and its route to the provider. */
export interface DoctorMachine {
  /** For example `20.20.0`. */
  readonly nodeVersion: string;
  readonly chromium: {
    info(): ChromiumInfo;
    /** Launches a browser if none is running. */
    health(): Promise<BrowserHealth>;
    /** Whether the last launched browser has its sandbox; null = no browser was launched. */
    sandboxed(): boolean | null;
  };
  readonly sandboxMode: SandboxMode;
  /** The sets of rules in use, in the order in which they are tried. */
  readonly rules: readonly RulesInfo[];
  /** The network route to the provider. */
  readonly route: 'direct' | 'upstream' | 'override';
  readonly resolve: Resolve;
  /** Makes a TLS handshake with a host of the provider, through the egress proxy. */
  readonly handshake: Handshake;
}

/** `engines` of package.json. */
export const NEEDED_NODE = '20.19';
/** Every page and every data request is on this host. */
const MAP_HOST = 'www.google.com';
const EXPIRES_SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** Checks the programs, the sandbox, the rules and the network route. */
export async function checkEnvironment(list: CheckList, machine: DoctorMachine): Promise<void> {
  const { nodeVersion: version, chromium, rules, route } = machine;
  const needed = NEEDED_NODE;
  await list.check('node', null, () =>
    version.localeCompare(needed, 'en', { numeric: true }) >= 0
      ? ok({ code: 'node_version', version, needed })
      : fail({ code: 'node_too_old', version, needed }),
  );
  await list.check('chromium', null, async () => chromiumResult(await chromium.health(), chromium.info()));
  await list.check('sandbox', null, () => {
    const sandboxed = chromium.sandboxed();
    if (sandboxed === true) return ok({ code: 'sandbox_on' });
    if (machine.sandboxMode === 'off') return ok({ code: 'sandbox_off_by_setting' });
    return warn({ code: sandboxed === null ? 'sandbox_unknown' : 'sandbox_off' });
  });
  const hasOperator = rules.some(({ set }) => set === 'operator');
  const fingerprint = rules.map((one) => one.fingerprint).join(' + ');
  list.note('rules', null, ok({ code: hasOperator ? 'rules_operator' : 'rules_built_in', fingerprint }));
  list.note('egress', null, ok({ code: `egress_${route}` }));
}

function chromiumResult(health: BrowserHealth, { version, ageDays: days }: ChromiumInfo): Result {
  if (health === 'unavailable' || version === null) return fail({ code: 'chromium_unavailable' });
  return days !== null && days > OLD_DAYS
    ? warn({ code: 'chromium_old', version, days })
    : ok({ code: 'chromium_version', version, days });
}

/** Checks DNS and TLS of the map host. */
export async function checkNetwork(
  list: CheckList,
  { route, resolve, handshake }: DoctorMachine,
  scope: Scope,
  now: number,
): Promise<void> {
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
    if (met === null) return fail({ code: 'tls_failed' });
    if (route === 'override') return ok({ code: 'tls_unchecked' });
    if (!met.isTrusted) return fail({ code: 'tls_failed' });
    const { protocol } = met;
    const days = Math.floor((met.validUntil - now) / DAY_MS);
    return days < EXPIRES_SOON_DAYS
      ? warn({ code: 'tls_expires_soon', protocol, days })
      : ok({ code: 'tls_valid', protocol, days });
  });
}

/** Checks by TLS whether the hosts of share links can be reached, for hosts without a link in the places of the run. */
export async function checkShareHosts(
  list: CheckList,
  { handshake }: Pick<DoctorMachine, 'handshake'>,
  scope: Scope,
  followed: ReadonlySet<string>,
): Promise<void> {
  for (const host of [...SHORT_HOSTS].filter((one) => !followed.has(one)))
    await list.check('short_links', host, () =>
      handshake(host, scope.signal).then(
        () => ok({ code: 'host_reachable' }),
        () => warn({ code: 'host_unreachable' }),
      ),
    );
}
