import { expect } from '@playwright/test';
import { capturesOf } from '../support/captures.js';
import { test } from '../support/service.js';

// The recorded consent page, scripts and all, sent to a real Chromium. What is read of recorded pages:
// test/extractors/captures.spec.ts.

const PATH = '/api/details?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const TARGET = 'https://www.google.com/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8';

for (const { name, body } of capturesOf('consent'))
  test(`${name}: is declined by its own form, once`, async ({ start, standIn }) => {
    standIn.set({ consent: 'script' });
    standIn.fault({
      ...{ kind: 'body', contentType: 'text/html; charset=utf-8' },
      body: body.replaceAll('https://www.google.com/maps/search/windows+installer/', TARGET),
      match: (host, asked) => host === 'consent.google.com' && asked.startsWith('/m'),
    });
    const service = await start({ BROWSER_CONTEXTS: '1' });
    for (const _ of [1, 2]) expect((await service.get(PATH)).status).toBe(200);
    expect(standIn.requests.filter(({ path }) => path.startsWith('/save'))).toHaveLength(1);
  });
