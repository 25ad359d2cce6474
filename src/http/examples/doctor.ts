import type { DoctorData } from '../../contract/doctor.js';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { PLACE_ID } from './place.js';

const DEGRADED: DoctorData = {
  status: 'degraded',
  run: {
    quick: true,
    started_at: '2026-11-22T09:12:45.120Z',
    age_seconds: 0,
    ms: 6_240,
    loads: 4,
    checks: [
      {
        id: 'node',
        subject: null,
        status: 'ok',
        code: 'node_version',
        values: { version: '20.20.0', needed: '20.19' },
        seen: 'Version 20.20.0.',
        advice: null,
        fields: [],
        ms: 0,
      },
      {
        id: 'place_fields',
        subject: PLACE_ID,
        status: 'warn',
        code: 'fields_missing',
        values: { found: 10, all: 11 },
        seen: 'Fields found: 10 of 11.',
        advice: 'Record the page with "place-lookup record" and report it, with the file of --bundle.',
        fields: [
          {
            field: PLACE_FIELDS.name,
            found: true,
            source: 'payload',
            set: 'built-in',
            list: 'paths.placePayload.name',
            entry: '[11]',
          },
          { field: PLACE_FIELDS.address, found: false, source: null, set: null, list: null, entry: null },
        ],
        ms: 1_874,
      },
    ],
  },
  fields: [
    { field: PLACE_FIELDS.address, source: 'payload', present: 41, total: 200, usual: 0.98, drifting: true },
  ],
};

/** Example answers of the doctor; `checks` and `fields` are shortened. */
export const DOCTOR_EXAMPLES = {
  'a field is missing': DEGRADED,
  'no run yet': { status: 'unknown', run: null, fields: [] } satisfies DoctorData,
};
