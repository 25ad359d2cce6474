import type { Language } from '../../core/published/language.js';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import type { Check, DoctorReport } from './check-report.js';
import type { DoctorCheck, DoctorData } from './published.js';
import { describe } from './texts.js';

/** Presents the last run, with its findings as sentences of the language. */
export function presentDoctor(
  report: DoctorReport | null,
  language: Language,
  service: DoctorData['service'] = null,
): DoctorData {
  return {
    status: report?.status ?? 'unknown',
    run: report && {
      quick: report.quick,
      started_at: new Date(report.startedAt).toISOString(),
      ms: report.ms,
      loads: report.loads,
      checks: report.checks.map((check) => presentCheck(check, language)),
    },
    service,
  };
}

/** Published names of fields by their own names. */
const NAMES = new Map<string, string>(Object.entries(PLACE_FIELDS));

function presentCheck({ id, subject, status, finding, ms }: Check, language: Language): DoctorCheck {
  const { code, ...given } = finding;
  const values: DoctorCheck['values'] = { ...given };
  for (const [name, value] of Object.entries(given))
    if (Array.isArray(value)) values[name] = value.map((field) => NAMES.get(field) ?? field);
  return { id, subject, status, code, values, ...describe(code, values, language), ms };
}
