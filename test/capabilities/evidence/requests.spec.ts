import { chmodSync, writeFileSync } from 'node:fs';
import { createEvidence } from '../../../src/capabilities/evidence/packs.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { READY_SERVICES, startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

// Requests for packs that end before the provider is asked.

const LINK = 'https://maps.app.goo.gl/Wymyslony';

const unused = (): never => {
  throw new Error('the provider was asked');
};
const PARTS = {
  provider: { urls: createProviderUrls(), open: unused, openPlace: unused },
  browser: { acquire: async () => unused(), info: () => ({ version: null, ageDays: null }) },
  ...{ config: READY_SERVICES.config, version: '1.0.0', log: createLogger('silent') },
};

const asking = async (evidence: typeof READY_SERVICES.evidence) => {
  const http = await startHttp({ evidence });
  const ask = async (path: string) => {
    const { status, text } = await http.ask(`/api/${path}`);
    return { status, body: JSON.parse(text) };
  };
  return { ask, close: http.close };
};

test('refuses unknown values of options', async () => {
  const { ask, close } = await asking(READY_SERVICES.evidence);
  const get = (query: string) => ask(`review-evidence?url=${encodeURIComponent(LINK)}&${query}`);
  for (const answer of [await get('quality=high'), await get('lang=de'), await get('blur=all')])
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: expect.stringMatching(/^(?:invalid_request|unknown_parameter)$/) } },
    });
  await close();
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
    expect(await ask('evidence-key')).toMatchObject(refused);
    expect((await ask('capabilities')).body).toMatchObject({
      data: { evidence: false, evidence_refusal: expect.stringContaining(reason) },
    });
    await close();
  }
});
