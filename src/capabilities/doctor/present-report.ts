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

function presentCheck({ id, subject, status, finding, ms }: Check, language: Language): DoctorCheck {
  const { code, ...given } = finding;
  const published = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(publishedName) : value,
  ]);
  const values: DoctorCheck['values'] = Object.fromEntries(published);
  return { id, subject, status, code, values, ...describe(code, values, language), ms };
}

/** Publishes the name of a field; names that are not published stay. */
function publishedName(field: string): string {
  return new Map<string, string>(Object.entries(PLACE_FIELDS)).get(field) ?? field;
}
