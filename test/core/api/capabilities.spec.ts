import type { Jobs } from '../../../src/capabilities/jobs/job-service.js';
import { parseApiKeys } from '../../../src/core/config/api-keys.js';
import { onHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

const capabilitiesOf = (text: string) => JSON.parse(text).data;
const KEYS = parseApiKeys([{ name: 'API_KEYS', text: `ola:${'0'.repeat(64)}` }]);
const PATH = '/api/capabilities';

test(
  'a service without a database says that it has no jobs, and why',
  onHttp({}, async ({ ask }) => {
    const { status, text } = await ask(PATH);
    expect(status).toBe(200);
    expect(capabilitiesOf(text)).toEqual({
      jobs: false,
      jobs_refusal: expect.stringContaining('DATABASE_URL'),
      jobs_refusal_reason: 'jobs_without_database',
      jobs_refusal_values: {},
      evidence: false,
      evidence_refusal: expect.stringContaining('EVIDENCE_KEY_FILE'),
      evidence_refusal_reason: 'evidence_without_key',
      evidence_refusal_values: {},
      watch: false,
      watch_refusal: expect.stringContaining('DATABASE_URL'),
      watch_refusal_reason: 'watch_without_database',
      watch_refusal_values: {},
      mail: false,
      mail_refusal: expect.stringContaining('DATABASE_URL'),
      mail_refusal_reason: 'watch_without_database',
      mail_refusal_values: {},
    });
  }),
);

test('without keys jobs are for this machine only; with keys for all, and no key is needed to ask', async () => {
  const elsewhere = { headers: { 'X-Forwarded-For': '192.0.2.7' } };
  await onHttp({ jobs: {} as Jobs }, async ({ ask }) => {
    expect(capabilitiesOf((await ask(PATH)).text)).toMatchObject({ jobs: true, jobs_refusal: null });
    expect(capabilitiesOf((await ask(PATH, elsewhere)).text)).toMatchObject({
      ...{ jobs: false, jobs_refusal: expect.stringContaining('machine') },
    });
  })();
  await onHttp({ jobs: {} as Jobs, apiKeys: KEYS }, async ({ ask }) => {
    const { status, text } = await ask(PATH, elsewhere);
    expect([status, capabilitiesOf(text).jobs]).toEqual([200, true]);
  })();
});
