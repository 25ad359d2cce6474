import { OLD_DAYS } from '../../core/browser/chromium-age.js';
import { fail, ok, type Result, warn } from './check-report.js';
import type { Run } from './doctor-lookups.js';

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
  const route = config.UPSTREAM_PROXY === undefined ? 'direct' : 'upstream';
  const code = config.EGRESS_OVERRIDE === undefined ? (`egress_${route}` as const) : 'egress_override';
  list.note('egress', null, ok({ code }));
}

/** `sandboxed`: null = no browser was launched. */
function sandboxResult(sandboxed: boolean | null, isSwitchedOff: boolean): Result<never> {
  if (sandboxed === true) return ok({ code: 'sandbox_on' });
  if (isSwitchedOff) return ok({ code: 'sandbox_off_by_setting' });
  return warn({ code: sandboxed === null ? 'sandbox_unknown' : 'sandbox_off' });
}
