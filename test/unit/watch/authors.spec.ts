import { createLogger } from '../../../src/runtime/logger.js';
import { authorIdIn, authorKey, forgottenAuthors, hashKeyOf } from '../../../src/watch/authors.js';
import { openDatabase } from '../../../src/watch/database.js';
import { expect, test } from '../../support/test.js';

const log = createLogger('silent');

test('an author is named by its id, or by a link to its profile', () => {
  const id = '110483770106878901976';
  expect(authorIdIn(` ${id}\n`)).toBe(id);
  expect(authorIdIn(`https://www.google.com/maps/contrib/${id}?hl=pl`)).toBe(id);
  expect(authorIdIn(`https://www.google.com/maps/contrib/${id}/place/ChIJabc/`)).toBe(id);
  for (const text of ['', 'Jan Kowalski', `${id} ${id}`, '1'.repeat(31), 'https://maps.app.goo.gl/x', '%'])
    expect(authorIdIn(text)).toBeNull();
});

test('the key of an author depends on the secret, which a database makes once', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => openDatabase({ url: 'sqlite::memory:', log })));
  if (one === undefined || other === undefined) throw new Error('no database');
  const secrets = await Promise.all([hashKeyOf(one.db), hashKeyOf(one.db), hashKeyOf(other.db)]);
  const keys = secrets.map((secret) => authorKey(secret, '123'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
  expect(keys[0]).not.toContain('123');
  await Promise.all([one.close(), other.close()]);
});

test('the forgotten authors are those of the owner, and none of a watch on legal hold', async () => {
  const { db, close } = await openDatabase({ url: 'sqlite::memory:', log });
  await db
    .insertInto('forgotten')
    .values([
      { owner: 'o', author_key: 'a', at: 1 },
      { owner: 'p', author_key: 'b', at: 1 },
    ])
    .execute();
  expect([...(await forgottenAuthors(db, { owner: 'o', legal_hold: 0 }))]).toEqual(['a']);
  expect([...(await forgottenAuthors(db, { owner: 'o', legal_hold: 1 }))]).toEqual([]);
  await close();
});
