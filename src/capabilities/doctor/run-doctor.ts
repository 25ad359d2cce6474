import { type Config, readConfig } from '../../core/config/config.js';
import { placeProblem } from '../../core/config/parsers.js';
import { packageVersion, withLocalService } from '../../core/local-service.js';
import { loadRules } from '../../core/provider/rules/load-rules.js';
import type { Language } from '../../core/published/language.js';
import { createLogger } from '../../core/runtime/logger.js';
import { startRun } from './doctor-service.js';
import { presentDoctor } from './present-report.js';
import type { DoctorData } from './published.js';
import { runChecks } from './run-checks.js';

/** A run that the command line requests. */
interface DoctorRequest {
  readonly quick: boolean;
  /** Places that replace the places of the configuration; empty = they apply. */
  readonly places: readonly string[];
  readonly language: Language;
  readonly signal: AbortSignal;
}

const MAX_LINES = 500;

/** Why the doctor cannot read the place that a text names; null if it can. */
export const placeToExamine = placeProblem;

/**
 * Makes one run in this process. `bundle`: the files of a bug report by name, made only of data that hold no names,
 * texts, keys or addresses. @throws SettingsError as `withLocalService`
 */
export async function runDoctor({ quick, places, language, signal }: DoctorRequest): Promise<{
  readonly data: DoctorData;
  readonly bundle: Readonly<Record<string, string>>;
}> {
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
    runChecks({ config, ...access, rules, provider: useCases.counted, places }, quick, scope),
  );
  signal.throwIfAborted();
  const data = presentDoctor(report, [], language, report.endedAt);
  const { platform, arch: architecture, versions } = process;
  const { node, v8 } = versions;
  const machine = { version: packageVersion(), node, v8, platform, architecture };
  return {
    data,
    bundle: {
      'report.json': `${JSON.stringify(data, null, 2)}\n`,
      'machine.json': `${JSON.stringify(machine, null, 2)}\n`,
      'settings.json': `${JSON.stringify(settingsForReport(config), null, 2)}\n`,
      'log.ndjson': lines.flatMap(reportedLine).join(''),
    },
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
    return [`${text.replace(ADDRESS, '(address)')}\n`];
  } catch {
    return [];
  }
}

/** Settings with texts that never hold an address, key, link or path. */
const PLAIN_TEXTS: ReadonlySet<string> = new Set<keyof Config>([
  'LOG_LEVEL',
  'CHROMIUM_SANDBOX',
  'LIGHT_LANE',
  'PROVIDER_LANGUAGE',
  'PROVIDER_REGION',
  'TIME_ZONE',
]);

/**
 * The settings that differ from their defaults: the values of numbers, switches and plain texts; `(set)` for others.
 */
function settingsForReport(config: Config): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = readConfig({});
  const isPlain = (name: string, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' || PLAIN_TEXTS.has(name);
  const changed = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, isPlain(name, value) ? value : '(set)']));
}
