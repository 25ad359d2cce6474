import { createLogger } from '../../../src/core/runtime/logger.js';
import { openPostgres } from '../../../src/kit/store/postgres-pool.js';
import { expect, test } from '../../support/test.js';

const REMOTE = 'postgres://user:secret@db.example';

test('a database on another host without TLS is a warning, which does not tell the password', async () => {
  for (const [url, isWarned] of [
    [`${REMOTE}/places`, true],
    [`${REMOTE}:5433/places?application_name=x`, true],
    [`${REMOTE}/places?sslmode=disable`, true],
    ['postgres://user:secret@10.0.0.5/places', true],
    ['postgresql://user:secret@[fd00::5]/places', true],
    ['postgres://user:secret@/places?host=db.example', true],
    ['postgres://user:secret@localhost.db.example/places', true],
    [`${REMOTE}/places?sslmode=require`, false],
    [`${REMOTE}/places?sslmode=verify-ca`, false],
    [`${REMOTE}/places?sslmode=verify-full`, false],
    [`${REMOTE}/places?ssl=true`, false],
    ['postgres://user:secret@localhost/places', false],
    ['postgres://user:secret@127.0.0.1:5433/places', false],
    ['postgres://user:secret@[::1]/places', false],
    ['postgres://user@/places?host=/run/postgresql', false],
  ] as const) {
    const lines: string[] = [];
    await openPostgres(
      url,
      createLogger('info', { write: (line: string) => void lines.push(line) }),
    ).db.destroy();
    expect(lines.length, url).toBe(isWarned ? 1 : 0);
    if (isWarned)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 40,
        msg: expect.stringContaining('sslmode'),
      });
    expect(lines.join('')).not.toContain('secret');
  }
});
