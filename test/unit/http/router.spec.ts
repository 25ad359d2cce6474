import { expect, test } from '@playwright/test';
import { startHttp } from '../../support/http-only.js';

// Which requests reach an endpoint.

const PLACE = '?query=ChIJJz6dChxbFkcRFk6Qq9KBXD8';

for (const [method, path, status] of [
  ['GET', `/api/search${PLACE}`, 200],
  ['HEAD', `/api/search${PLACE}`, 200],
  ['GET', `/API/Search${PLACE}`, 200],
  ['GET', `/api/search/${PLACE}`, 200],
  ['GET', `/api/search//${PLACE}`, 404],
  ['GET', `//api/search${PLACE}`, 404],
  ['GET', `/api/se%61rch${PLACE}`, 404],
  ['OPTIONS', `/api/search${PLACE}`, 404],
  ['HEAD', '/api/convert', 404],
  ['GET', '/HEALTHZ/', 200],
] as const) {
  test(`${method} ${path} answers ${status}`, async () => {
    const http = await startHttp();
    try {
      expect((await http.ask(path, { method })).status).toBe(status);
    } finally {
      await http.close();
    }
  });
}
