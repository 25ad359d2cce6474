import type { Jobs } from '../../../src/capabilities/jobs/job-service.js';
import { parseApiKeys } from '../../../src/core/config/api-keys.js';
import { startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

const capabilitiesOf = (text: string) => JSON.parse(text).data;
const KEYS = parseApiKeys([{ name: 'API_KEYS', text: `ola:${'0'.repeat(64)}` }]);
const PATH = '/api/capabilities';

test('a service without a database says that it has no jobs, and why', async () => {
  await using http = await startHttp({});
  const { status, text } = await http.ask(PATH);
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
});

const ELSEWHERE = { headers: { 'X-Forwarded-For': '192.0.2.7' } };

test('without keys jobs are for this machine only', async () => {
  await using http = await startHttp({ jobs: {} as Jobs });
  expect(capabilitiesOf((await http.ask(PATH)).text)).toMatchObject({ jobs: true, jobs_refusal: null });
  expect(capabilitiesOf((await http.ask(PATH, ELSEWHERE)).text)).toMatchObject({
    jobs: false,
    jobs_refusal: expect.stringContaining('machine'),
  });
});

test('with keys jobs are for all machines, and no key is needed to ask', async () => {
  await using http = await startHttp({ jobs: {} as Jobs, apiKeys: KEYS });
  const { status, text } = await http.ask(PATH, ELSEWHERE);
  expect([status, capabilitiesOf(text).jobs]).toEqual([200, true]);
});
