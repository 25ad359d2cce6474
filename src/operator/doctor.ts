import { doctorParts } from '../app/doctor-parts.js';
import { type Config, readConfig } from '../config/config.js';
import { placeProblem } from '../config/parsers.js';
import type { DoctorData } from '../contract/doctor.js';
import type { Language } from '../contract/language.js';
import { startRun } from '../doctor/doctor.js';
import { runChecks } from '../doctor/run-checks.js';
import { presentDoctor } from '../http/presenters/doctor.js';
import { loadRules } from '../provider/rules/load-rules.js';
import { createLogger } from '../runtime/logger.js';
import { packageVersion, withLocalService } from './local-service.js';

/** A run that the command line requests. */
export interface DoctorRequest {
  readonly quick: boolean;
  /** Places that replace `DOCTOR_PLACES`; empty = use `DOCTOR_PLACES`. */
  readonly places: readonly string[];
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** A run in this process, and further data for a bug report. */
export interface DoctorOutcome {
  readonly data: DoctorData;
  /** Settings that differ from their defaults, without secret values. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Log lines, limited to the values in `REPORTED`. */
  readonly log: readonly string[];
  readonly version: string;
}

const MAX_LINES = 500;

/** Why the doctor cannot read the place that a text names; null if it can. */
export const placeToExamine = placeProblem;

/** Makes one run in this process. @throws SettingsError as `withLocalService` */
export async function runDoctor({ quick, places, language, signal }: DoctorRequest): Promise<DoctorOutcome> {
  const lines: string[] = [];
  const log = createLogger('info', {
    write: (line) => {
      if (lines.length < MAX_LINES) lines.push(line);
    },
  });
  const config = readConfig();
  const rules = await loadRules(config.PROVIDER_RULES);
  const openScope = () => startRun(log);
  const report = await withLocalService({ config, log, signal, openScope }, ({ access, useCases, scope }) =>
    runChecks(doctorParts({ config, access, provider: useCases.doctor, rules, places }), quick, scope),
  );
  signal.throwIfAborted();
  return {
    data: presentDoctor(report, [], language, report.endedAt),
    settings: settingsForReport(config),
    log: lines.flatMap(reportedLine),
    version: packageVersion(),
  };
}

/** The parts of a log line that a report includes: its message, and values from closed sets. */
const REPORTED = [
  'level',
  'msg',
  'drift',
  'breaker',
  'verdicts',
  'limitedViews',
  'version',
  'count',
  'cards',
];

const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g;

/** The parts of a log line that are safe to report; empty if the text is not a log line. */
function reportedLine(line: string): string[] {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const kept = REPORTED.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]);
    const code = (entry.err as { code?: unknown } | undefined)?.code;
    const text = JSON.stringify({ ...Object.fromEntries(kept), ...(typeof code === 'string' && { code }) });
    return [text.replace(ADDRESS, '(address)')];
  } catch {
    return [];
  }
}

/** Settings whose values never hold an address, key, link or path. A report shows other settings only as "(set)". */
const PLAIN = new Set<keyof Config>([
  'LOG_LEVEL',
  'REQUEST_TIMEOUT_MS',
  'REVIEWS_TIMEOUT_MS',
  'REVIEWS_PAGE_DELAY_MS',
  'CHROMIUM_SANDBOX',
  'BROWSER_CONTEXTS',
  'BROWSER_IDLE_MINUTES',
  'CONTEXT_MAX_USES',
  'CONTEXT_MAX_AGE_MINUTES',
  'PROVIDER_LANGUAGE',
  'PROVIDER_REGION',
  'TIME_ZONE',
  'PROVIDER_LOADS_PER_MINUTE',
  'LIGHT_LANE',
  'FAST_PATH_CONCURRENCY',
  'BREAKER_COOLDOWN_MS',
  'DOCTOR_INTERVAL_MINUTES',
]);

/** The settings that differ from their defaults, safe to report. */
function settingsForReport(config: Config): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = readConfig({});
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  const plain: ReadonlySet<string> = PLAIN;
  return Object.fromEntries(
    changed.map(([name, value]) => [name, plain.has(name) ? value : '(set)'] as const),
  );
}
