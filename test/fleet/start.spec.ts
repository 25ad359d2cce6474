import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { needsPostgres, sharedPostgres } from '../support/postgres-server.js';
import { spawnMain } from '../support/service-process.js';
import { expect, test } from '../support/test.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Whether the client of PostgreSQL is loaded after modules are imported, in a process of its own. */
function loadsClient(...modules: readonly string[]): string {
  const code = `for (const module of ${JSON.stringify(modules)}) await import(module);
    const { default: modules } = await import('node:module');
    process.stdout.write(String(Object.keys(modules._cache).some((path) => path.includes("/node_modules/pg/"))));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return stdout.trim();
}

test('a service without PostgreSQL does not load the client of PostgreSQL', () => {
  const OWN = ['capabilities/jobs/job-service', 'capabilities/watch/watch-service'];
  const parts = ['app/app', 'kit/store/sqlite-file', ...OWN];
  expect(loadsClient(...parts.map((part) => `./dist/${part}.js`))).toBe('false');
  expect(loadsClient('pg')).toBe('true');
});

test('a database that cannot be reached ends the start, without a word that the service starts', async () => {
  const main = spawnMain({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:9/none' });
  expect(await main.ended).toBe(1);
  expect(main.stderr()).toContain('DATABASE_URL: the database cannot be used');
  expect(main.log.map(({ msg }) => msg)).not.toContainEqual(expect.stringMatching(/starting/));
});

test.describe('with PostgreSQL', () => {
  needsPostgres();

  test('a login that is refused ends the start with one line that does not contain the password', async () => {
    const url = await (await sharedPostgres()).create();
    const [, name, host] = /@\/(\w+)\?host=(.*)$/.exec(url) ?? [];
    const main = spawnMain({ DATABASE_URL: `postgres://nobody:hidden@localhost/${name}?host=${host}` });
    expect(await main.ended).toBe(1);
    expect(main.stderr().trim().split('\n')).toEqual([expect.stringContaining('DATABASE_URL')]);
    expect(main.stderr()).not.toContain('hidden');
  });
});
