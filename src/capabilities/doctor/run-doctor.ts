import { readConfig } from '../../core/config/config.js';
import { placeProblem } from '../../core/config/parsers.js';
import { withLocalService } from '../../core/local-service.js';
import { loadRules } from '../../core/provider/rules/load-rules.js';
import type { Language } from '../../core/published/language.js';
import { createLogger } from '../../core/runtime/logger.js';
import { startRun } from './doctor-service.js';
import { presentDoctor } from './present-report.js';
import type { DoctorData } from './published.js';
import { runChecks } from './run-checks.js';
import { DOCTOR_SETTINGS } from './settings.js';

/** A run that the command line requests. */
interface DoctorRequest {
  readonly quick: boolean;
  /** Places that replace the places of the configuration; empty = they apply. */
  readonly places: readonly string[];
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** Why the doctor cannot read the place that a text names; null if it can. */
export const placeToExamine = placeProblem;

/** Makes one run in this process. @throws SettingsError as `withLocalService` */
export async function runDoctor({ quick, places, language, signal }: DoctorRequest): Promise<DoctorData> {
  const log = createLogger('silent');
  const config = readConfig([DOCTOR_SETTINGS]);
  const rules = await loadRules(config.PROVIDER_RULES);
  const openScope = () => startRun(log);
  const report = await withLocalService({ config, log, signal, openScope }, ({ access, useCases, scope }) =>
    runChecks({ config, ...access, rules, provider: useCases.counted, places }, quick, scope),
  );
  signal.throwIfAborted();
  return presentDoctor(report, [], language, report.endedAt);
}
