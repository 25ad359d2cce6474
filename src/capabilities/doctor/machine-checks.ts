import { OLD_DAYS } from '../../core/browser/chromium-age.js';
import { fail, ok, type Result, warn } from './check-report.js';
import type { Run } from './doctor-lookups.js';

/** Every page and every data request is on this host. */
const MAP_HOST = 'www.google.com';
const EXPIRES_SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** The network route to the provider. */
function routeOf({ config }: Pick<Run, 'config'>): 'direct' | 'upstream' | 'override' {
  if (config.EGRESS_OVERRIDE !== undefined) return 'override';
  return config.UPSTREAM_PROXY === undefined ? 'direct' : 'upstream';
}

/** Checks Chromium, the sandbox and the network route. */
export async function checkEnvironment(run: Pick<Run, 'list' | 'config' | 'chromium'>): Promise<void> {
  const { list, config, chromium } = run;
  await list.check('chromium', null, async () => {
    const health = await chromium.health();
    const { version, ageDays: days } = chromium.info();
    if (health === 'unavailable' || version === null) return fail({ code: 'chromium_unavailable' });
    return days !== null && days > OLD_DAYS
      ? warn({ code: 'chromium_old', version, days })
      : ok({ code: 'chromium_version', version, days });
  });
  list.note('sandbox', null, sandboxResult(chromium.sandboxed(), config.CHROMIUM_SANDBOX === 'off'));
  list.note('egress', null, ok({ code: `egress_${routeOf(run)}` }));
}

/** `sandboxed`: null = no browser was launched. */
function sandboxResult(sandboxed: boolean | null, isSwitchedOff: boolean): Result<never> {
  if (sandboxed === true) return ok({ code: 'sandbox_on' });
  if (isSwitchedOff) return ok({ code: 'sandbox_off_by_setting' });
  return warn({ code: sandboxed === null ? 'sandbox_unknown' : 'sandbox_off' });
}

/** Checks TLS of the map host, and its name and the route with it. `now`: milliseconds since 1970. */
export async function checkNetwork(
  { list, scope, handshake, ...run }: Pick<Run, 'list' | 'scope' | 'config' | 'handshake'>,
  now: number,
): Promise<void> {
  const route = routeOf(run);
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
