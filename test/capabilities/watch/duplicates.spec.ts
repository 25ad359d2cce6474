import { identityOf } from '../../../src/capabilities/watch/identity.js';
import { expect, test } from '../../support/test.js';
import { PLACES } from '../../support/watched.js';

// One subject has one watch, whatever its id or link looks like.

const REVIEW_ID = 'ChZDSUhNMG9nS0VJQ0FnSUN3d2NYV0VREAE';
const AUTHOR = '100000000000000000001';
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const MAPS = 'https://www.google.com/maps';
const BY_ID = `${MAPS}/reviews/data=!4m6!14m5!1m4!2m3!1s${REVIEW_ID}!2m1!1s0x0:0x3f5c81d2ab904e16`;
const BY_AUTHOR = `${MAPS}/contrib/${AUTHOR}/place/${PLACE}`;

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
