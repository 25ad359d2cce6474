import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { presentDoctor } from './present-report.js';
import type { DoctorData } from './published.js';

const NODE = { code: 'node_version', version: '20.20.0', needed: '20.19' } as const;
const NAME = { source: 'payload', set: 'built-in', list: 'paths.placePayload.name', entry: '[11]' } as const;

const DEGRADED = presentDoctor(
  {
    status: 'degraded',
    quick: true,
    startedAt: Date.parse('2026-11-22T09:12:45.120Z'),
    endedAt: 0,
    ms: 6_240,
    loads: 4,
    checks: [
      { id: 'node', subject: null, status: 'ok', finding: NODE, fields: [], ms: 0 },
      {
        id: 'place_fields',
        subject: PLACE_ID,
        status: 'warn',
        finding: { code: 'fields_missing', found: 10, all: 11 },
        fields: [
          { field: 'name', found: true, origin: NAME },
          { field: 'address', found: false, origin: null },
        ],
        ms: 1_874,
      },
    ],
  },
  [{ field: 'address', source: 'payload', present: 41, total: 200, usual: 0.98, drifting: true }],
  'en',
  0,
);

/** Example answers of the doctor; `checks` and `fields` are shortened. */
export const DOCTOR_EXAMPLES = {
  'a field is missing': DEGRADED,
  'no run yet': { status: 'unknown', run: null, fields: [] } satisfies DoctorData,
};
