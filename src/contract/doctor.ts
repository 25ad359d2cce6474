import { z } from 'zod';
import { CHECK_IDS, type Check, type FieldCheck, type Finding } from '../doctor/check.js';
import type { Examination } from '../doctor/doctor.js';
import type { FieldPresence } from '../provider/field-drift.js';
import { PLACE_FIELDS } from './place-fields.js';

/** What a check can have found. Clients have a sentence for each. */
export type FindingCode = Finding['code'];

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const doctorField = z
  .object({
    field: z.string().describe('Published name of the field'),
    found: z.boolean(),
    source: z
      .enum(['payload', 'panel', 'record', 'card', 'search'])
      .nullable()
      .describe('Where it was found; null where that is not known'),
    set: z
      .enum(['operator', 'built-in'])
      .nullable()
      .describe('Which rules the entry that matched belongs to'),
    list: z.string().nullable().describe('The list of the rules the entry stands in'),
    entry: z.string().nullable().describe('The entry that matched, as a file of rules writes it'),
  })
  .meta({ id: 'DoctorField' });

const doctorCheck = z
  .object({
    id: z.enum(CHECK_IDS).describe('What was checked'),
    subject: z.string().nullable().describe('The Place ID or host it is about, where there are several'),
    status: z
      .enum(['ok', 'warn', 'fail', 'skipped'])
      .describe('warn: not as it should be; fail: the service cannot work so; skipped: not tried'),
    code: z.string().describe('What was found, from a closed set'),
    values: z.record(z.string(), value).describe('Numbers and names that belong to the code'),
    seen: z.string().describe('The same as a sentence'),
    advice: z.string().nullable().describe('What to do; null = nothing'),
    fields: z.array(doctorField).describe('Only of `place_fields`: every published field; else empty'),
    ms: z.number().int().min(0).describe('Time the check took, in milliseconds'),
  })
  .meta({ id: 'DoctorCheck' });

const doctorRun = z
  .object({
    quick: z.boolean().describe('One place, no list of reviews'),
    started_at: z.iso.datetime().describe('In UTC'),
    age_seconds: z.number().int().min(0).describe('Time since the end of the run'),
    ms: z.number().int().min(0).describe('Time the run took, in milliseconds'),
    loads: z.number().int().min(0).describe('Page loads and attempts of the HTTP fast path'),
    checks: z.array(doctorCheck),
  })
  .meta({ id: 'DoctorRun' });

const fieldHistory = z
  .object({
    field: z.string().describe('Published name of the field'),
    source: z.string().nullable().describe('Where it is read from; null = all sources together'),
    present: z.number().int().min(0).describe('Answers that held it'),
    total: z.number().int().min(0).describe('Answers that were counted'),
    usual: z.number().min(0).max(1).nullable().describe('Its usual share; null = not known yet'),
    drifting: z.boolean().describe('It is present in less than half of what is usual'),
  })
  .meta({ id: 'FieldHistory' });

export const doctorData = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'failing', 'unknown'])
      .describe(
        'degraded: something is not as it should be; failing: the service cannot work; unknown: no run yet',
      ),
    run: doctorRun.nullable().describe('null = no run since the start'),
    fields: z.array(fieldHistory).describe('What answers held since the start'),
  })
  .meta({ id: 'Doctor' });

export type DoctorData = z.infer<typeof doctorData>;
export type DoctorCheck = z.infer<typeof doctorCheck>;

/** Says what a finding means. */
export type Describe = (finding: { readonly code: FindingCode; readonly values: DoctorCheck['values'] }) => {
  readonly seen: string;
  readonly advice: string | null;
};

/** The last run, and how often fields were found. `describe` puts findings into words. */
export function presentDoctor(
  examination: Examination | null,
  fields: readonly FieldPresence[],
  describe: Describe,
): DoctorData {
  return {
    status: examination?.report.status ?? 'unknown',
    run: examination === null ? null : presentRun(examination, describe),
    fields: fields.map((presence) => ({ ...presence, field: publishedName(presence.field) })),
  };
}

function presentRun({ report, ageMs }: Examination, describe: Describe): z.infer<typeof doctorRun> {
  const { quick, startedAt, ms, loads, checks } = report;
  return {
    quick,
    started_at: new Date(startedAt).toISOString(),
    age_seconds: Math.floor(ageMs / 1000),
    ms,
    loads,
    checks: checks.map((check) => presentCheck(check, describe)),
  };
}

function presentCheck({ id, subject, status, finding, fields, ms }: Check, describe: Describe): DoctorCheck {
  const { code, ...rest } = finding;
  const values: DoctorCheck['values'] = {};
  for (const [name, given] of Object.entries<string | number | null | readonly string[]>(rest))
    values[name] = isList(given) ? given.map(publishedName) : given;
  const { seen, advice } = describe({ code, values });
  return { id, subject, status, code, values, seen, advice, fields: fields.flatMap(presentField), ms };
}

const STAR_FIELDS = ['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;

/** The star counts are one field inside and five outside. */
function presentField({ field, found, origin }: FieldCheck): z.infer<typeof doctorField>[] {
  const where = {
    found,
    source: origin?.source ?? null,
    set: origin?.set ?? null,
    list: origin?.list ?? null,
    entry: origin?.entry ?? null,
  };
  if (field !== 'stars') return [{ field: publishedName(field), ...where }];
  return STAR_FIELDS.map((name) => ({ field: PLACE_FIELDS[name], ...where }));
}

function isList(given: string | number | null | readonly string[]): given is readonly string[] {
  return Array.isArray(given);
}

function publishedName(field: string): string {
  return new Map<string, string>(Object.entries(PLACE_FIELDS)).get(field) ?? field;
}
