import { z } from 'zod';
import { apiEndpoint, dataOf } from '../../core/api/endpoints/endpoint.js';
import { deadline } from '../../core/api/middleware/at-once.js';
import { trueOrFalse } from '../../core/api/validate.js';
import type { Doctor } from './doctor-service.js';
import { DOCTOR_EXAMPLES } from './examples.js';
import { refusal } from './messages.js';
import { presentDoctor } from './present-report.js';
import { DOCTOR_LOADS, doctorData } from './published.js';

const doctorParameters = z
  .object({
    quick: trueOrFalse('quick').describe('true: one place and no list of reviews'),
    last: trueOrFalse('last').describe('true: returns the last run and starts no new run'),
  })
  .refine(({ quick, last }) => quick === 'false' || last === 'false', refusal('quickOrLast'));

/** Time for two runs: a request may wait for the current run and then for its own. */
const TIMEOUT_MS = 240_000;

export const doctor = apiEndpoint({
  method: 'get',
  path: '/api/doctor',
  id: 'doctor',
  tag: 'Service',
  access: 'operator',
  priceText: `${DOCTOR_LOADS.full} points, with \`quick=true\` ${DOCTOR_LOADS.quick}, with \`last=true\` 1`,
  summary: 'Check whether the service still reads the map provider',
  description: `Checks this service and the map provider: Chromium, block page, every published field of three places, search, CID lookup, share links, the first reviews of a list, a visible review, and a review that does not exist. Where keys are configured, needs the key of an operator. A run takes up to 2 minutes and ${DOCTOR_LOADS.full} loads (a quick one ${DOCTOR_LOADS.quick}), at the priority of bulk links. There is one run at a time, shared by all requests that arrive meanwhile.

\`status\` is \`ok\`, \`degraded\` (a check needs attention or could not be made) or \`failing\` (the service cannot work properly). While loads are paused after a block page, the service does not ask the provider, and the answer says so. \`service\` says what the running service knows of itself without a run. The answer holds no text of a review and no name of a person.`,
  query: {
    schema: doctorParameters,
    examples: { quick: { 'the quick run': 'true' } },
    price: ({ quick, last }) => (last === 'true' ? 1 : DOCTOR_LOADS[quick === 'true' ? 'quick' : 'full']),
  },
  success: dataOf(doctorData, DOCTOR_EXAMPLES),
  failures: ['Unavailable'],
  before: () => [deadline(TIMEOUT_MS)],
  handler:
    (_core, examiner: Doctor) =>
    async ({ quick, last }, { scope }) => {
      const report = last === 'true' ? examiner.last() : await examiner.examine(quick === 'true', scope);
      const service = await examiner.service();
      return { data: presentDoctor(report, 'en', service) };
    },
});
