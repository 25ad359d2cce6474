import { z } from 'zod';
import { CHECK_TITLES, type CheckId } from './doctor-texts.js';
import { maybeText, natural } from './values.js';

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
    list: maybeText.describe('The list of the rules the entry stands in'),
    entry: maybeText.describe('The entry that matched, as a file of rules writes it'),
  })
  .meta({ id: 'DoctorField' });

const doctorCheck = z
  .object({
    id: z.enum(Object.keys(CHECK_TITLES) as CheckId[]).describe('What was checked'),
    subject: maybeText.describe('The Place ID or host it is about, where there are several'),
    status: z
      .enum(['ok', 'warn', 'fail', 'skipped'])
      .describe('warn: not as it should be; fail: the service cannot work so; skipped: not tried'),
    code: z.string().describe('What was found, from a closed set'),
    values: z.record(z.string(), value).describe('Numbers and names that belong to the code'),
    seen: z.string().describe('The same as a sentence'),
    advice: maybeText.describe('What to do; null = nothing'),
    fields: z.array(doctorField).describe('Only of `place_fields`: every published field; else empty'),
    ms: natural.describe('Time the check took, in milliseconds'),
  })
  .meta({ id: 'DoctorCheck' });

const doctorRun = z
  .object({
    quick: z.boolean().describe('One place, no list of reviews'),
    started_at: z.iso.datetime().describe('In UTC'),
    age_seconds: natural.describe('Time since the end of the run'),
    ms: natural.describe('Time the run took, in milliseconds'),
    loads: natural.describe('Page loads and attempts of the HTTP fast path'),
    checks: z.array(doctorCheck),
  })
  .meta({ id: 'DoctorRun' });

const fieldHistory = z
  .object({
    field: z.string().describe('Published name of the field'),
    source: maybeText.describe('Where it is read from; null = all sources together'),
    present: natural.describe('Answers that held it'),
    total: natural.describe('Answers that were counted'),
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
