import { z } from 'zod';

export const aliveBody = z
  .object({
    status: z.literal('ok').describe('The process is running; nothing else is checked'),
  })
  .meta({ id: 'Alive' });

const checks = {
  browser: z
    .enum(['ok', 'idle', 'unavailable', 'unchecked'])
    .describe(
      'ok: Chromium answers within two seconds; idle: Chromium is closed because no request uses it, and starts again with the next request that needs it; unavailable: Chromium does not answer; unchecked: the service is shutting down',
    ),
  provider: z
    .enum(['ok', 'blocked'])
    .describe('blocked while loads are paused after a block page; ok again when the next load may be tried'),
  verdicts: z
    .enum(['ok', 'unproven', 'suspended'])
    .describe(
      'Whether negative answers, such as "not visible", can be given. ok: the last control (something known to be visible) was shown in full; unproven: no control has been read yet, the next negative answer reads one; suspended: a control was not shown. Negative answers are given again after three good controls in a row over 30 seconds. Never a reason for 503',
    ),
  shutdown: z.boolean().describe('true once the service is shutting down'),
};

const readiness = {
  status: z.enum(['ready', 'not_ready']).describe('ready with status 200, not_ready with 503'),
  chromium: z
    .object({
      version: z.string().nullable().describe('null before the first launch'),
      age_days: z
        .number()
        .int()
        .nullable()
        .describe('Days since Chromium was built, by the time stamp of the program file; null when unknown'),
    })
    .describe('The browser in use. The service logs an age above 60 days and stays ready'),
};

const readyBody = z.object({ ...readiness, checks: z.object(checks) });

/** The answer with the checks that capabilities add. Call it once in a process. */
export function readySchema(added: Readonly<Record<string, z.ZodType>>) {
  return z.object({ ...readiness, checks: z.object({ ...checks, ...added }) }).meta({ id: 'Readiness' });
}

export type ReadyBody = z.infer<typeof readyBody>;

/** The result of a completed browser check. */
export type BrowserHealth = Exclude<ReadyBody['checks']['browser'], 'unchecked'>;
