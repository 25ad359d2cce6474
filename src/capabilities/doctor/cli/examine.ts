import { readConfig } from '../../../core/config/config.js';
import type { Language } from '../../../core/published/language.js';
import { createLogger } from '../../../core/runtime/logger.js';
import { createFormats } from '../../../core/texts/formats.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { operatorFailureText } from '../../../kit/terminal/failure-text.js';
import { jsonText, plainLine } from '../../../kit/terminal/plain-text.js';
import { isJsonFormat, type Session } from '../../../kit/terminal/session.js';
import { startRun } from '../doctor-service.js';
import { withLocalService } from '../local-service.js';
import { presentDoctor } from '../present-report.js';
import type { DoctorCheck, DoctorData } from '../published.js';
import { runChecks } from '../run-checks.js';
import { DOCTOR_SETTINGS } from '../settings.js';
import { type DoctorTexts, doctorTexts } from '../texts.js';

/** Exit codes of `doctor`; `unknown` never ends a run. */
const EXIT_OF = { ok: EXIT.ok, degraded: EXIT.failure, failing: EXIT.usage, unknown: EXIT.usage };
const MARKS = { ok: '✓', warn: '!', fail: '✗', skipped: '-' };

/** `doctor`: examines service and provider from this machine, in this process. */
export async function doctor(
  session: Session,
  _argument: string,
  { quick = false }: { readonly quick?: boolean },
): Promise<ExitCode> {
  const { language, note, print, signal, progress } = session;
  const isJson = isJsonFormat(session, 'doctor');
  note(doctorTexts(language)(quick ? 'command.quick' : 'command.full'));
  const data = await examine(session, quick).catch((error: unknown): never => {
    signal.throwIfAborted();
    throw new ExitError(EXIT.usage, operatorFailureText(error, session));
  });
  progress.aside();
  await print(isJson ? `${jsonText(data, 2)}\n` : reportText(data, language));
  return EXIT_OF[data.status];
}

/** Makes one run in this process. @throws SettingsError as `withLocalService` */
async function examine({ language, signal }: Session, quick: boolean): Promise<DoctorData> {
  const log = createLogger('silent');
  const config = readConfig([DOCTOR_SETTINGS]);
  const openScope = () => startRun(log);
  const report = await withLocalService({ config, log, signal, openScope }, ({ access, useCases, scope }) =>
    runChecks({ config, ...access, parts: useCases.parts }, quick, scope),
  );
  signal.throwIfAborted();
  return presentDoctor(report, language);
}

/** The report for people: one line for each check, with the advice below it. */
function reportText({ status, run }: DoctorData, language: Language): string {
  const t = doctorTexts(language);
  const state = t(`state.${status}`);
  if (run === null) return `${state}\n`;
  const seconds = createFormats(language).decimal(run.ms / 1000);
  const checks = run.checks.map((check) => checkText(check, t));
  const summary = t(run.quick ? 'run.quick' : 'run.full', { seconds, loads: run.loads });
  return [...checks, '', summary, state, ''].join('\n');
}

function checkText({ id, subject, status, seen, advice, ms }: DoctorCheck, t: DoctorTexts): string {
  const about = subject === null ? '' : ` (${plainLine(subject)})`;
  const time = ms === 0 ? '' : `  ${ms} ms`;
  const lines = [`${MARKS[status]} ${t(`check.${id}`)}${about}: ${plainLine(seen)}${time}`];
  if (advice !== null && status !== 'ok') lines.push(`    ${t('adviceLabel')}: ${plainLine(advice)}`);
  return lines.join('\n');
}
