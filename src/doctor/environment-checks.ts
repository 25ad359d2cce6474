import type { BrowserHealth } from '../browser/chromium.js';
import { OLD_DAYS } from '../browser/chromium-age.js';
import type { SandboxMode } from '../browser/sandbox.js';
import type { ChromiumInfo } from '../runtime/metrics.js';
import { type CheckList, fail, ok, type Result, warn } from './check-list.js';

/** What this process runs with. */
export interface DoctorEnvironment {
  /** Such as `20.20.0`. */
  readonly nodeVersion: string;
  readonly chromium: {
    info(): ChromiumInfo;
    /** Launches one when there is none. */
    health(): Promise<BrowserHealth>;
    /** Whether the browser that was launched last has its sandbox; null = none was launched. */
    sandboxed(): boolean | null;
  };
  readonly sandboxMode: SandboxMode;
  /** The way to the provider. */
  readonly route: 'direct' | 'upstream' | 'override';
  /** The sets in use, in the order in which they are tried. */
  readonly rules: readonly RulesInUse[];
}

/** A set of the rules by which pages of the provider are read. */
export interface RulesInUse {
  readonly set: 'operator' | 'built-in';
  readonly fingerprint: string;
}

/** `engines` of package.json. */
export const NEEDED_NODE = '20.19';

/** What needs no load: the programs, the sandbox, the rules and the way out. */
export async function checkEnvironment(list: CheckList, environment: DoctorEnvironment): Promise<void> {
  const { chromium, route, rules } = environment;
  await list.check('node', null, () => nodeResult(environment.nodeVersion), 'fail');
  await list.check('chromium', null, async () => {
    const health = await chromium.health();
    return chromiumResult(health, chromium.info());
  });
  await list.check('sandbox', null, () => sandboxResult(chromium.sandboxed(), environment.sandboxMode));
  await list.check('rules', null, () => {
    const sets = rules;
    const hasOperator = sets.some(({ set }) => set === 'operator');
    const fingerprint = sets.map((one) => one.fingerprint).join(' + ');
    return ok({ code: hasOperator ? 'rules_operator' : 'rules_built_in', fingerprint });
  });
  await list.check('egress', null, () => ok({ code: `egress_${route}` }));
}

/** Compares the numbers of two versions: true when `version` is not older. */
export function isAtLeast(version: string, needed: string): boolean {
  const [given, least] = [version, needed].map((text) => text.split('.').map(Number));
  for (const [at, number] of (least ?? []).entries()) {
    const own = given?.[at] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

function nodeResult(version: string): Result {
  return isAtLeast(version, NEEDED_NODE)
    ? ok({ code: 'node_version', version, needed: NEEDED_NODE })
    : fail({ code: 'node_too_old', version, needed: NEEDED_NODE });
}

function chromiumResult(health: BrowserHealth, { version, ageDays: days }: ChromiumInfo): Result {
  if (health === 'unavailable' || version === null) return fail({ code: 'chromium_unavailable' });
  const isOld = days !== null && days > OLD_DAYS;
  return isOld
    ? warn({ code: 'chromium_old', version, days })
    : ok({ code: 'chromium_version', version, days });
}

function sandboxResult(sandboxed: boolean | null, mode: SandboxMode): Result {
  if (sandboxed === true) return ok({ code: 'sandbox_on' });
  if (mode === 'off') return ok({ code: 'sandbox_off_by_setting' });
  return warn({ code: sandboxed === null ? 'sandbox_unknown' : 'sandbox_off' });
}
