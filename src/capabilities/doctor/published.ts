import { z } from 'zod';
import { maybeText, natural } from '../../core/published/values.js';
import { CHECK_IDS } from './texts.js';

/** Maximum page loads and attempts of the HTTP fast path in one run. */
export const DOCTOR_LOADS = { full: 15, quick: 4 } as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const doctorCheck = z
  .object({
    id: z.enum(CHECK_IDS).describe('What was checked'),
    subject: maybeText.describe('The Place ID or host that was checked, when the check covers several'),
    status: z
      .enum(['ok', 'warn', 'fail', 'skipped'])
      .describe('warn: needs attention; fail: the service cannot work properly; skipped: not checked'),
    code: z.string().describe('What was found, from a closed set'),
    values: z.record(z.string(), value).describe('Numbers and names that belong to the code'),
    seen: z.string().describe('The finding as a sentence'),
    advice: maybeText.describe('What the operator can do; null = nothing to do'),
    ms: natural.describe('Time the check took, in milliseconds'),
  })
  .meta({ id: 'DoctorCheck' });

const doctorRun = z
  .object({
    quick: z.boolean().describe('true: the run checked one place and no list of reviews'),
    started_at: z.iso.datetime().describe('Start of the run, in UTC'),
    ms: natural.describe('Time the run took, in milliseconds'),
    loads: natural.describe('Page loads and attempts of the HTTP fast path'),
    checks: z.array(doctorCheck),
  })
  .meta({ id: 'DoctorRun' });

const moment = z.iso.datetime().nullable();
const serviceNow = z
  .object({
    version: z.string(),
    provider_blocked: z.boolean().describe('Whether loads are paused after a block page'),
    browser_available: z.boolean().describe('Whether Chromium answers, or is started when it is needed'),
    free_bytes: natural.nullable().describe('Room on the disk of `DATA_DIR`; null = there is no such folder'),
    proven_at: moment.describe('End of the last check of a watch that had a result, in UTC; null = none'),
    checks_overdue: natural.nullable().describe('Watches whose check has been due for over an hour'),
    deliveries_failing: natural
      .nullable()
      .describe('Notifications that failed and wait to be repeated, e-mails included'),
    backup_at: moment.describe('End of the last `place-lookup backup`, in UTC; null = none is known'),
  })
  .meta({ id: 'DoctorService' });

export const doctorData = z
  .object({
    status: z
      .enum(['ok', 'degraded', 'failing', 'unknown'])
      .describe(
        'degraded: a check needs attention; failing: the service cannot work properly; unknown: no run yet',
      ),
    run: doctorRun.nullable().describe('null = no run since the service started'),
    service: serviceNow
      .nullable()
      .describe('What the running service says of itself; null = the command line made the run'),
  })
  .meta({ id: 'Doctor' });

export type DoctorData = z.infer<typeof doctorData>;
export type DoctorCheck = z.infer<typeof doctorCheck>;
