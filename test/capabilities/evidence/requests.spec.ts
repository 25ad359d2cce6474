import { chmodSync, writeFileSync } from 'node:fs';
import { createEvidence } from '../../../src/capabilities/evidence/packs.js';
import { MAX_EVIDENCE_LINKS } from '../../../src/capabilities/evidence/values.js';
import { AppError, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { READY_SERVICES, startHttp } from '../../support/http-only.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// Requests for packs that end before the provider is asked.

const LINK = 'https://maps.app.goo.gl/Wymyslony';

const unused = (): never => {
  throw new Error('the provider was asked');
};
const PARTS = {
  provider: { urls: createProviderUrls({ language: 'pl', region: 'pl' }), open: unused, openPlace: unused },
  browser: { acquire: async () => unused(), info: () => ({ version: null, ageDays: null }) },
  ...{ config: READY_SERVICES.config, version: '1.0.0', log: createLogger('silent') },
};

const asking = async (evidence: typeof READY_SERVICES.evidence) => {
  const http = await startHttp({ evidence });
  const ask = async (path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const { status, text } = await http.ask(`/api/${path}`, sent);
    return { status, body: JSON.parse(text) };
  };
  return { ask, close: http.close };
};

test('refuses unknown values of options, and a list with too many links or without links', async () => {
  const { ask, close } = await asking(READY_SERVICES.evidence);
  const get = (query: string) => ask(`review-evidence?url=${encodeURIComponent(LINK)}&${query}`);
  const post = (body: object) => ask('review-evidence', body);
  for (const answer of [
    await get('quality=high'),
    await get('lang=de'),
    await get('blur=all'),
    await post({ links: Array.from({ length: MAX_EVIDENCE_LINKS + 1 }, () => LINK) }),
    await post({ links: [] }),
    await post({ links: [LINK], quality: 'high' }),
  ])
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: expect.stringMatching(/^(?:invalid_request|unknown_parameter)$/) } },
    });
  await close();
});

test('one link waits as a single request does, several links wait as a list', async () => {
  const priorities: string[] = [];
  const evidence: typeof READY_SERVICES.evidence = {
    ...createEvidence({ ...PARTS, keyFile: test.info().outputPath('key.pem') }),
    make: async (_link, _options, { priority }) => {
      priorities.push(priority);
      throw new AppError(PROVIDER_UNAVAILABLE, madeUp('made up'));
    },
  };
  const http = await startHttp({ evidence });
  for (const links of [[LINK], [LINK, `${LINK}2`]]) {
    const headers = { 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify({ links }) };
    expect(await http.ask('/api/review-evidence', sent)).toMatchObject({ status: 200 });
  }
  expect(priorities).toEqual(['single', 'list', 'list']);
  await http.close();
});

test('a service without a usable key answers 503 with the reason, and asks the provider nothing', async () => {
  const open = test.info().outputPath('open.pem');
  writeFileSync(open, 'x');
  chmodSync(open, 0o644);
  for (const [keyFile, reason] of [
    [null, 'has not set EVIDENCE_KEY_FILE'],
    [open, 'cannot be used'],
  ] as const) {
    const evidence = createEvidence({ ...PARTS, keyFile });
    const { ask, close } = await asking(evidence);
    const refusal = { error: { code: 'evidence_unavailable', message: expect.stringContaining(reason) } };
    const refused = { status: 503, body: refusal };
    expect(await ask(`review-evidence?url=${encodeURIComponent(LINK)}`)).toMatchObject(refused);
    expect(await ask('review-evidence', { links: [LINK] })).toMatchObject(refused);
    expect(await ask('evidence-key')).toMatchObject(refused);
    expect((await ask('capabilities')).body).toMatchObject({
      data: { evidence: false, evidence_refusal: expect.stringContaining(reason) },
    });
    await close();
  }
});
