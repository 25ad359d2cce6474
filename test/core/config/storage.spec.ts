import { sqlitePath } from '../../../src/kit/store/sqlite-path.js';
import { storageOf } from '../../../src/kit/store/storage.js';
import { readConfig } from '../../support/read-config.js';
import { expect, test } from '../../support/test.js';

const POSTGRES = 'postgres://lookup@localhost/lookup';
const fileOf = (url: string | null) => (url?.startsWith('sqlite:') ? sqlitePath(url) : url);

for (const [title, env, setting, database, jobs, folder, keyFile] of [
  ['no setting', {}, 'DATA_DIR', 'data/place-lookup.db', 'data/jobs.db', 'data', 'data/evidence-key.pem'],
  [
    'another folder',
    { DATA_DIR: '/srv/look up?' },
    ...['DATA_DIR', '/srv/look up?/place-lookup.db', '/srv/look up?/jobs.db'],
    ...['/srv/look up?', '/srv/look up?/evidence-key.pem'],
  ],
  ['no data', { DATA_DIR: 'none' }, 'DATA_DIR', null, null, null, null],
  ['only a key', { DATA_DIR: 'none', EVIDENCE_KEY_FILE: '/k' }, 'DATA_DIR', null, null, null, '/k'],
  [
    'a file, as before DATA_DIR had a default',
    { DATABASE_URL: 'sqlite:///srv/watch.db' },
    ...['DATABASE_URL', '/srv/watch.db', '/srv/jobs.db', '/srv', '/srv/evidence-key.pem'],
  ],
  [
    'a file, and packs elsewhere',
    { DATABASE_URL: 'sqlite:///srv/watch.db', DATA_DIR: '/packs', EVIDENCE_KEY_FILE: '/k' },
    ...['DATABASE_URL', '/srv/watch.db', '/srv/jobs.db', '/packs', '/k'],
  ],
  [
    'a database in memory',
    { DATABASE_URL: 'sqlite::memory:' },
    ...['DATABASE_URL', ':memory:', ':memory:', null, null],
  ],
  ['PostgreSQL', { DATABASE_URL: POSTGRES }, 'DATABASE_URL', POSTGRES, null, null, null],
  [
    'PostgreSQL with a shared folder, in which no replica makes a key',
    { DATABASE_URL: POSTGRES, DATA_DIR: '/shared' },
    ...['DATABASE_URL', POSTGRES, null, '/shared', null],
  ],
] as const)
  test(`data, key and packs: ${title}`, () => {
    const found = storageOf(readConfig(env));
    expect({ ...found, database: fileOf(found.database), jobs: fileOf(found.jobs) }).toEqual({
      ...{ setting, database, jobs, folder, keyFile },
    });
  });
