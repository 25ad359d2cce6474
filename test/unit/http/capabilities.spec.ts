import { parseApiKeys } from '../../../src/config/api-keys.js';
import { capabilitiesData } from '../../../src/contract/capabilities.js';
import type { Jobs } from '../../../src/jobs/jobs.js';
import { onHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

const capabilitiesOf = (text: string) => capabilitiesData.parse(JSON.parse(text).data);
const KEYS = parseApiKeys([{ name: 'API_KEYS', text: `ola:${'0'.repeat(64)}` }]);
const PATH = '/api/capabilities';

test(
  'a service without Redis says that it has no jobs, and why',
  onHttp({}, async ({ ask }) => {
    const { status, text } = await ask(PATH);
    expect(status).toBe(200);
    expect(capabilitiesOf(text)).toEqual({
      jobs: false,
      jobs_refusal: expect.stringContaining('REDIS_URL'),
      evidence: false,
      evidence_refusal: expect.stringContaining('EVIDENCE_KEY_FILE'),
      watch: false,
      watch_refusal: expect.stringContaining('DATABASE_URL'),
    });
  }),
);

test(
  'a service without keys has jobs for its own machine only',
  onHttp({ jobs: {} as Jobs }, async ({ ask }) => {
    expect(capabilitiesOf((await ask(PATH)).text)).toMatchObject({ jobs: true, jobs_refusal: null });
    const { text } = await ask(PATH, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect(capabilitiesOf(text)).toMatchObject({
      jobs: false,
      jobs_refusal: expect.stringContaining('machine'),
    });
  }),
);

test(
  'a service with keys says that it has jobs before it is sent a key',
  onHttp({ jobs: {} as Jobs, apiKeys: KEYS }, async ({ ask }) => {
    const { status, text } = await ask(PATH, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect([status, capabilitiesOf(text).jobs]).toEqual([200, true]);
  }),
);
