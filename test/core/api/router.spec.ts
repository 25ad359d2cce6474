import { ENDPOINTS } from '../../../src/installed.js';
import { startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

// Which requests reach an endpoint.

const PLACE = '?query=ChIJJz6dChxbFkcRFk6Qq9KBXD8';

test('a declared method and path reach their endpoint, other methods and paths return 404', async () => {
  await using http = await startHttp({});
  for (const [method, path, status] of [
    ['GET', `/api/search${PLACE}`, 200],
    ['HEAD', `/api/search${PLACE}`, 200],
    ['GET', `http://localhost:3000/api/search${PLACE}`, 200],
    ['OPTIONS', `/api/search${PLACE}`, 404],
    ['HEAD', '/api/convert', 404],
    ['GET', '/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60', 503],
    ['GET', '/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60/', 404],
    ['GET', '/api/jobs/5f0c6e2a9b7d4c1e8a3f2b60#x', 404],
  ] as const)
    expect((await http.ask(path, { method })).status, `${method} ${path}`).toBe(status);
});

/** Spellings that a reverse proxy takes for another path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.slice(0, -1) + path.slice(-1).toUpperCase(),
  (path) => `${path};x`,
  (path) => `${path}#x`,
  (path) => `${path}#?x`,
  (path) => `${path}%23`,
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}.`,
  (path) => `${path}\\`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `http://${path}`,
];

test('only the documented spelling of a path is answered', async () => {
  await using http = await startHttp({});
  // The id of a job may be any text, so a path that ends with it has no other spelling.
  for (const { method: name, path: documented } of ENDPOINTS.filter((one) => !one.path.endsWith('}'))) {
    const method = name.toUpperCase();
    const path = documented.replace('{id}', '5f0c6e2a9b7d4c1e8a3f2b60');
    for (const query of ['', '?x=1']) {
      expect((await http.ask(path + query, { method })).status, path + query).not.toBe(404);
      const answers = await Promise.all(
        SPELLINGS.map(async (spelling) => {
          const target = spelling(path) + query;
          const { status, text } = await http.ask(target, { method });
          return status === 404 && text.includes('unknown_endpoint')
            ? null
            : `${method} ${target}: ${status}`;
        }),
      );
      expect(answers.filter((answer) => answer !== null)).toEqual([]);
    }
  }
});
