import { identityOf, type SeenSubject } from '../../../src/capabilities/watch/identity.js';
import type { CheckResult } from '../../../src/capabilities/watch/known.js';
import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { onBothDatabases, open } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, PLACES, START } from '../../support/watched.js';

// One subject has one watch, whatever its id or link looks like.

const REVIEW_ID = 'ChZDSUhNMG9nS0VJQ0FnSUN3d2NYV0VREAE';
const CID = '4565666864068316694';
const AUTHOR = '100000000000000000001';
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const MAPS = 'https://www.google.com/maps';
const BY_ID = `${MAPS}/reviews/data=!4m6!14m5!1m4!2m3!1s${REVIEW_ID}!2m1!1s0x0:0x3f5c81d2ab904e16`;
const BY_AUTHOR = `${MAPS}/contrib/${AUTHOR}/place/${PLACE}`;
const SEEN: SeenSubject = { placeId: null, reviewId: REVIEW_ID, authorId: AUTHOR, placeCid: CID };

const ofReview = (subject: string) => identityOf({ kind: 'review', subject });

test('links of one shape name one review by its id or by author and place; places count by their CID', () => {
  const longer = `${MAPS}/reviews/data=!4m8!14m7!1m6!2m5!1s${REVIEW_ID}!2m1!1s0x0:0x3f5c81d2ab904e16!3m1!1s2@1:X`;
  expect(ofReview(longer)).toBe(ofReview(BY_ID));
  const data = `${MAPS}/reviews/data=!4m5!14m4!1m3!1m2!1s${AUTHOR}!2s0x0:0x3f5c81d2ab904e16`;
  expect(ofReview(data)).toBe(ofReview(BY_AUTHOR));
  expect(ofReview(BY_AUTHOR)).not.toBe(ofReview(BY_ID));
  expect(ofReview(BY_AUTHOR.replace(AUTHOR, '100000000000000000002'))).not.toBe(ofReview(BY_AUTHOR));
  expect(ofReview(BY_AUTHOR.replace(PLACE, PLACES.here))).not.toBe(ofReview(BY_AUTHOR));
  const [here, renumbered, there] = [PLACES.here, PLACES.renumbered, PLACES.there].map((subject) =>
    identityOf({ kind: 'place', subject }),
  );
  expect(renumbered).toBe(here);
  expect(there).not.toBe(here);
});

const look = (day: number, subject: SeenSubject | null, trouble: string | null = null): CheckResult => ({
  ...{ at: START + day * DAY_MS, tookMs: 1, loads: 1, trouble, place: null, list: null, reviews: [] },
  verdicts: new Map(),
  ...(subject !== null && { subject }),
});

onBothDatabases((create) => {
  let database: WatchDatabase;
  test.beforeEach(async () => {
    database = await open(await create());
  });
  test.afterEach(() => database.close());

  const add = (id: string, subject: string, later = 0, owner = 'o') =>
    addWatch(database, { id, owner, kind: 'review', subject, created_at: START + later });
  const row = (id: string) =>
    database.db.selectFrom('watch').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const check = async (id: string, result: CheckResult) => {
    await recordCheck(database, await row(id), result, () => 0);
    const { paused_at, duplicate_of } = await row(id);
    return { isPaused: paused_at !== null, twin: duplicate_of };
  };
  const kept = { isPaused: false, twin: null };
  const paused = { isPaused: true, twin: 'w_old' };

  test('the first check pauses the newer watch of a review, whichever of its ids the older one names', async () => {
    for (const [older, newer] of [
      [BY_ID, BY_AUTHOR],
      [BY_AUTHOR, BY_ID],
    ] as const) {
      await database.db.deleteFrom('watch').execute();
      await add('w_old', older);
      await add('w_new', newer, 1);
      // A check that could not tell the state has seen no subject.
      expect(await check('w_new', look(1, null, 'provider_unavailable'))).toEqual(kept);
      expect(await check('w_new', look(2, SEEN))).toEqual(paused);
      expect(await check('w_old', look(3, SEEN))).toEqual(kept);
    }
  });

  test('watches that were added at one moment are not both paused', async () => {
    await add('w_a', BY_ID);
    await add('w_b', BY_AUTHOR);
    expect(await check('w_a', look(1, SEEN))).toEqual(kept);
    expect(await check('w_b', look(1, SEEN))).toEqual({ isPaused: true, twin: 'w_a' });
  });

  test('watches of other owners, of other subjects, and paused watches pause no new watch', async () => {
    await add('w_old', BY_ID, 0, 'somebody else');
    await add('w_other', BY_AUTHOR.replace(AUTHOR, '100000000000000000002'));
    await add('w_paused', BY_ID);
    await database.db.updateTable('watch').set({ paused_at: START }).where('id', '=', 'w_paused').execute();
    await add('w_new', BY_AUTHOR, 1);
    expect(await check('w_new', look(1, SEEN))).toEqual(kept);
  });

  test('a watch that was resumed stays so, and forgets an older watch that is removed', async () => {
    await add('w_old', BY_ID);
    await add('w_new', BY_AUTHOR, 1);
    expect(await check('w_new', look(1, SEEN))).toEqual(paused);
    await database.db.updateTable('watch').set({ paused_at: null }).where('id', '=', 'w_new').execute();
    expect(await check('w_new', look(2, SEEN))).toEqual({ isPaused: false, twin: 'w_old' });
    await database.db.deleteFrom('watch').where('id', '=', 'w_old').execute();
    expect((await row('w_new')).duplicate_of).toBeNull();
  });

  test('a place that the provider gives another Place ID is the place of an older watch', async () => {
    const { here, there } = PLACES;
    const place = (id: string, subject: string, later: number) =>
      addWatch(database, { id, kind: 'place', subject, created_at: START + later });
    await place('w_old', here, 0);
    await place('w_new', there, 1);
    const subject = { placeId: PLACES.renumbered, reviewId: null, authorId: null, placeCid: null };
    const list = { placeId: here, complete: true, stopReason: 'end', read: 0, total: 0 } as const;
    expect(await check('w_new', { ...look(1, subject), list })).toEqual(paused);
  });
});
