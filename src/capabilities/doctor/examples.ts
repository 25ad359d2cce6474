import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { presentDoctor } from './present-report.js';
import type { DoctorData } from './published.js';

const CHROMIUM = { code: 'chromium_version', version: '156.0.8078.108', days: 3 } as const;
const MISSING = { code: 'fields_missing' as const, found: 10, all: 11, missing: ['address'] };

const DEGRADED = presentDoctor(
  {
    ...({ status: 'degraded', quick: true, ms: 6_240, loads: 4 } as const),
    startedAt: Date.parse('2026-11-22T09:12:45.120Z'),
    checks: [
      { id: 'chromium', subject: null, status: 'ok', finding: CHROMIUM, ms: 0 },
      { id: 'place_fields', subject: PLACE_ID, status: 'warn', finding: MISSING, ms: 1_874 },
    ],
  },
  'en',
  {
    ...{ version: '1.0.0', provider_blocked: false, browser_available: true, free_bytes: 41_203_539_968 },
    ...{ proven_at: '2026-11-22T09:10:02.000Z', checks_overdue: 0, deliveries_failing: 2 },
    backup_at: '2026-11-22T02:30:11.000Z',
  },
);

/** Example answers of the doctor; `checks` is shortened. */
export const DOCTOR_EXAMPLES = {
  'a field is missing': DEGRADED,
  'no run yet': { status: 'unknown', run: null, service: DEGRADED.service } satisfies DoctorData,
};
