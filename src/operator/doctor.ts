import { readFileSync } from 'node:fs';
import { doctorParts } from '../app/doctor-parts.js';
import { openProviderAccess } from '../app/provider-access.js';
import { createUseCases } from '../app/use-cases.js';
import { findChromium } from '../browser/executable.js';
import { type Config, readConfig } from '../config/config.js';
import { placeProblem } from '../config/parsers.js';
import type { DoctorData } from '../contract/doctor.js';
import { AppError } from '../contract/errors.js';
import type { Language } from '../contract/language.js';
import { RUN_LIMIT_MS, startRun } from '../doctor/doctor.js';
import { runChecks } from '../doctor/run-checks.js';
import { presentDoctor } from '../http/presenters/doctor.js';
import { SHARE_LINK_PATIENCE } from '../places/share-links.js';
import { loadRules } from '../provider/rules/load-rules.js';
import { createLogger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { noChromium } from './no-chromium.js';
import { settingsForReport } from './report-settings.js';

/** What the command line asks for. */
export interface DoctorRequest {
  readonly quick: boolean;
  /** In place of `DOCTOR_PLACES`; empty = none were given. */
  readonly places: readonly string[];
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** A run in this process, and what a bug report needs besides. */
export interface DoctorOutcome {
  readonly data: DoctorData;
  /** Settings that differ from their defaults, as far as they hold nothing secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Lines of the log without what they quote. */
  readonly log: readonly string[];
  readonly version: string;
}

const SETTLE_MS = 1_500;
const MOST_LINES = 500;

/** Why a text names no place that the doctor could read; null when it does. */
export const placeToExamine = placeProblem;

/**
 * Makes one run in this process, with the environment of the service. The running service is not asked, and its
 * provider limit does not count these loads. @throws SettingsError when the configuration is wrong or there is no
 * Chromium
 */
export async function runDoctor({ quick, places, language, signal }: DoctorRequest): Promise<DoctorOutcome> {
  const config = readConfig();
  const lines: string[] = [];
  const log = createLogger('info', {
    write: (line) => {
      if (lines.length < MOST_LINES) lines.push(line);
    },
  });
  const metrics = createMetrics();
  const executablePath = chromiumPath(config);
  const rules = await loadRules(config.PROVIDER_RULES);
  const access = await openProviderAccess({ config, executablePath, log, metrics });
  const { scope, end } = startRun(log, RUN_LIMIT_MS);
  const onAbort = () => scope.abort(new AppError('client_gone', 'The command was ended.'));
  try {
    const { doctor } = createUseCases({
      config,
      // The points, caches and jobs of the fleet are none of its business.
      shared: null,
      pool: access.pool,
      plainClient: access.plainClient,
      identity: access.identity,
      metrics,
      log,
      settleMs: SETTLE_MS,
      fastPathPauseMs: 0,
      shareLinks: SHARE_LINK_PATIENCE,
    });
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { once: true });
    const parts = doctorParts({ config, access, provider: doctor, rules, places });
    const report = await runChecks(parts, quick, scope);
    signal.throwIfAborted();
    const data = presentDoctor({ report, ageMs: 0 }, [], language);
    return {
      data,
      settings: settingsForReport(config),
      log: lines.flatMap(reportedLine),
      version: packageVersion(),
    };
  } finally {
    signal.removeEventListener('abort', onAbort);
    end();
    await access.close();
  }
}

function chromiumPath({ CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH }: Config): string {
  const found = findChromium({
    chromiumPath: CHROMIUM_PATH,
    playwrightBrowsersPath: PLAYWRIGHT_BROWSERS_PATH,
  });
  if (found !== null) return found.path;
  throw noChromium();
}

/** What of a line of the log is in a report: its message and values from closed sets. */
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

/** A line of the log as a report may hold it; none where it is no line of the log. */
export function reportedLine(line: string): string[] {
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

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
