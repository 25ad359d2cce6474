import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { INVALID_REQUEST, isAppError } from '../../../src/core/errors.js';
import { cidOfFeature } from '../../../src/core/identifiers/cid.js';
import {
  classifyReviewLink,
  parseReviewUrl,
  type ReviewLink,
} from '../../../src/core/identifiers/review-url.js';
import { expect, test } from '../../support/test.js';

// Links to single reviews in every form of reviews.md §5, whole and cut.

const INNER = 'CAIQACodChtycF9oOlpteVNsT255V2llcnpiYVpteVMx';
const ID = Buffer.from(`\n${String.fromCharCode(INNER.length)}${INNER}\u0010\u0001`, 'latin1').toString(
  'base64url',
);
const AUTHOR = '123456789012345678901';
const FEATURE = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const HALF = '0x0:0x3f5c81d2ab904e16';
const MAPS = 'https://www.google.com/maps';

/** The path of a form, and the ids it names. Encoded twice, the query is part of the last value. */
const FORMS: Readonly<Record<string, readonly [string, Omit<ReviewLink, 'url'>]>> = {
  'id, CID and token': [
    `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID}!2m1!1s${HALF}!3m1!1s2@1:${INNER}%7C%7C`,
    { reviewId: ID, authorId: null, featureId: HALF },
  ],
  'a token with its third part': [
    `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID}!2m1!1s${HALF}!3m1!1s2@1:${INNER}%7CCgwItPy_xgYQ6MzzlwE%7C`,
    { reviewId: ID, authorId: null, featureId: HALF },
  ],
  'id and feature id': [
    `/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s${FEATURE}`,
    { reviewId: ID, authorId: null, featureId: FEATURE },
  ],
  'view, id and feature id': [
    `/reviews/@52.2,21.0,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s${FEATURE}`,
    { reviewId: ID, authorId: null, featureId: FEATURE },
  ],
  'author and feature id': [
    `/reviews/data=!4m5!14m4!1m3!1m2!1s${AUTHOR}!2s${FEATURE}`,
    { reviewId: null, authorId: AUTHOR, featureId: FEATURE },
  ],
  'author and Place ID': [
    `/contrib/${AUTHOR}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8/@52.2,21.0,17z/data=!4m6!1m5!8m4!1e1!2s${AUTHOR}!3m1!1e1`,
    { reviewId: null, authorId: AUTHOR, featureId: FEATURE },
  ],
  'encoded data': [
    `/reviews/data=%214m6%2114m5%211m4%212m3%211s${ID}%212m1%211s${FEATURE.replace(':', '%3A')}`,
    { reviewId: ID, authorId: null, featureId: FEATURE },
  ],
  'a query behind it that is encoded, too': [
    `/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s${FEATURE}%3Fhl%3Dpl`,
    { reviewId: ID, authorId: null, featureId: FEATURE },
  ],
};

test('reads a whole link of every form, also encoded and without its scheme', () => {
  for (const [form, [path, ids]] of Object.entries(FORMS)) {
    for (const link of [`${MAPS}${path}`, `${MAPS}${path}?hl=pl&entry=tts`]) {
      const url = `https://www.google.com${new URL(link).pathname}`;
      const spellings = [link, encodeURIComponent(link), encodeURIComponent(link.replace('https://', ''))];
      for (const spelling of spellings)
        expect(classifyReviewLink(spelling), form).toEqual({ kind: 'review', link: { ...ids, url } });
    }
  }
});

// node:assert and not expect, of which Playwright keeps every call.
test('refuses a link that is cut anywhere, or reads the same review from it', () => {
  for (const [path, ids] of Object.values(FORMS)) {
    const whole = `${MAPS}${path}?hl=pl`;
    for (let end = 0; end < whole.length; end += 1) {
      const link = whole.slice(0, end);
      const cut = readOrRefused(link);
      if (cut === null) continue;
      assert.deepEqual([cut.reviewId, cut.authorId], [ids.reviewId, ids.authorId], link);
      if (cut.featureId !== ids.featureId) assertLastDigitsOnly(cut.featureId, ids.featureId);
    }
  }
});

/** A link that ends with the CID may lose its last digits unnoticed. A CID has at least 14 digits. places.md §1 */
function assertLastDigitsOnly(cut: string | null, whole: string | null): void {
  assert.ok(whole?.startsWith(cut ?? 'none'));
  assert.ok((cidOfFeature(cut ?? '')?.length ?? 0) >= 14);
}

test('accepts a cut link of the usual form only when nothing but its token is cut', () => {
  const link = `${MAPS}${FORMS['id, CID and token']?.[0]}`;
  const accepted = Array.from(link, (_, end) => link.slice(0, end)).filter(
    (cut) => readOrRefused(cut) !== null,
  );
  expect(accepted[0]).toBe(link.slice(0, link.indexOf('!3m1!1s') + '!3m1!1s'.length));
});

const REVIEW_MISSING = /part that names the review is missing/;
const PLACE_MISSING = /part that names the place is missing/;
const END_MISSING = /its end is missing/;

const CUT: readonly [string, string, RegExp][] = [
  ['before the id', '/reviews/data=!4m8!14m7!1m6', REVIEW_MISSING],
  ['in the id', `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID.slice(0, 30)}`, REVIEW_MISSING],
  ['in the author', '/reviews/data=!4m5!14m4!1m3!1m2!1s1234', REVIEW_MISSING],
  ['behind the id', `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID}`, PLACE_MISSING],
  ['between the halves', `/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s0x47165b1c0a9d3e27`, PLACE_MISSING],
  ['before the second half', `/reviews/data=!4m5!14m4!1m3!1m2!1s${AUTHOR}!2s0x47165b:0x`, PLACE_MISSING],
  [
    'in a CID that is too short',
    `/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s0x0:0x3f5c81d2`,
    PLACE_MISSING,
  ],
  ['in the CID', `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID}!2m1!1s0x0:0x3f5c81d2ab904`, END_MISSING],
  ['before the token', `/reviews/data=!4m8!14m7!1m6!2m5!1s${ID}!2m1!1s${HALF}!3m1`, END_MISSING],
  ['in the Place ID', `/contrib/${AUTHOR}/place/ChIJJz6dChxbFkcR`, PLACE_MISSING],
  ['before the Place ID', `/contrib/${AUTHOR}/place/`, PLACE_MISSING],
  ['behind the Place ID', `/contrib/${AUTHOR}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8/data=!4m6!1m5`, END_MISSING],
  [
    'in the middle, its end kept',
    `/reviews/data=!4m5!14m7!1m6!2m5!1s${ID}!2m1!1s${HALF}!3m1!1s2@1:x`,
    END_MISSING,
  ],
];

test('names the missing part of a cut link', () => {
  for (const [where, path, message] of CUT) {
    expect(refusal(`${MAPS}${path}`), where).toMatch(message);
    expect(parseReviewUrl(new URL(`${MAPS}${path}`)), where).toBeNull();
  }
});

const OTHERS: readonly [string, string, RegExp][] = [
  ['the page to write a review', `/place//data=!4m3!3m2!1s${FEATURE}!12e1`, /a place, not to a review/],
  ['the list of reviews', `/place//data=!4m4!3m3!1s${FEATURE}!9m1!1b1`, /a place, not to a review/],
  ['a profile', `/contrib/${AUTHOR}/reviews`, /does not name a review/],
  ['a map of reviews', `/contrib/${AUTHOR}/reviews/@52.2,21.0,12z`, /does not name a review/],
  ['no data', '/reviews/', /does not name a review/],
  ['empty data', '/reviews/data=', /does not name a review/],
  [
    'a whole link with an id of another kind',
    `/reviews/data=!4m6!14m5!1m4!2m3!1sAbc!2m1!1s${FEATURE}`,
    /does not/,
  ],
];

test('refuses links to other pages with the reason', () => {
  for (const [what, path, message] of OTHERS) expect(refusal(`${MAPS}${path}`), what).toMatch(message);
});

test('a link to report a review is refused as such', () => {
  for (const page of ['content', 'review'])
    expect(refusal(`https://www.google.com/local/${page}/rap/report?postId=${ID}&t=1`)).toMatch(
      /the link to report a review.*review_url/,
    );
});

test('two links to one review are one link, as far as their ids say so', () => {
  const [byId, byWholeId, byAuthor, byProfile] = [
    'id, CID and token',
    'view, id and feature id',
    'author and feature id',
    'author and Place ID',
  ].map((form) => `${MAPS}${FORMS[form]?.[0]}`);
  expect(readOrRefused(`${byId} ${byWholeId}`)).toMatchObject({ reviewId: ID, featureId: HALF });
  expect(readOrRefused(`stary link: ${byAuthor}\nnowy: ${byProfile}`)).toMatchObject({ authorId: AUTHOR });
  for (const other of [`${byProfile?.replace(AUTHOR, '123456789012345678902')}`, byId])
    expect(refusal(`${byAuthor} ${other}`)).toMatch(/two different links/);
  // A review is asked for at one place: the same id at another place is another question.
  const elsewhere = byId?.replace(/0x0:0x[\da-f]+/, '0x0:0x3f8d0d9d2b7cdf45');
  expect(elsewhere).not.toBe(byId);
  expect(refusal(`${byId} ${elsewhere}`)).toMatch(/two different links/);
});

function readOrRefused(text: string): ReviewLink | null {
  try {
    const query = classifyReviewLink(text);
    return query.kind === 'review' ? query.link : null;
  } catch (error) {
    if (isAppError(error, INVALID_REQUEST)) return null;
    throw error;
  }
}

function refusal(link: string): string | null {
  try {
    classifyReviewLink(link);
    return null;
  } catch (error) {
    return isAppError(error, INVALID_REQUEST) ? error.message : `thrown: ${error}`;
  }
}
