import fc from 'fast-check';
import { refusalOf } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { linesWithWholeLinks } from '../../../src/core/identifiers/find-link.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { pastedQuery } from '../../../src/kit/lists/links-in-lists.js';
import { expect, test } from '../../support/test.js';

// Texts as people paste them: links of search pages, old links, wrappers, labels, signs and words around a link.

const F = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const CID = '18364758544493064720';
const OTHER_CID = '15964210659817170000';
const SHARE = 'https://maps.app.goo.gl/ZmysL0nYk0d12';
const SEARCH = 'https://www.google.com/search';
const DATA = 'https://www.google.com/maps/place/Firma/data=!4m2!3m1!1s';
const REVIEW_ID = 'ChdDSUhNMG9nS0VJQ0FnSURabXlzbDAxRRAB';
const REVIEW = `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${REVIEW_ID}!2m1!1s${F}`;

const BY_CID = { kind: 'map_url', target: { cid: CID } };
const BY_FEATURE = { kind: 'map_url', target: { featureId: F } };
const AS_SHARE = { kind: 'share_link', url: SHARE };
const AS_CID = { kind: 'cid', cid: CID };
const AS_PLACE_ID = { kind: 'place_id', placeId: ID, featureId: F };
const AS_FEATURE = { kind: 'feature_id', placeId: ID, featureId: F };

const PLACES: readonly [what: string, text: string, query: object][] = [
  // Search pages that carry the CID.
  ['rldimm', `${SEARCH}?tbm=lcl&q=Firma+Opinie&rflfq=1&rldimm=${CID}&hl=pl#lkt=LocalPoiReviews`, BY_CID],
  ['rldimm first', `${SEARCH}?rldimm=${CID}&q=Firma+Rezensionen`, BY_CID],
  ['rlimm behind #', `${SEARCH}?q=firma#lkt=LocalPoiReviews&rlimm=${CID}`, BY_CID],
  ['rlfi', `${SEARCH}?q=firma&tbm=lcl#rlfi=hd:;si:${CID},l,CgZB,y,luP`, BY_CID],
  [
    'rlfi before rldimm',
    `${SEARCH}?q=x&rldimm=${OTHER_CID}#rlfi=hd:;si:${CID};mv:[[50.1,20.0],[50.0,19.9]]`,
    BY_CID,
  ],
  ['an empty rlfi', `${SEARCH}?q=x&rldimm=${CID}#rlfi=hd:;si:;mv:[[50.1,20.0]]`, BY_CID],
  ['rc_ludocids', `${SEARCH}?q=x&trex=m_t:lcl_akp,rc_f:nav,rc_ludocids:${CID},rc_q:Firma`, BY_CID],
  ['ludocid and ibp', `https://www.google.pl/search?q=firma&ludocid=${CID}&ibp=gwp;0,7`, BY_CID],
  // Feature ids in the place of Place IDs.
  ['place_id:0x', `https://www.google.com/maps/place/?q=place_id:${F}&action=write-review`, BY_FEATURE],
  ['placeid=0x', `https://search.google.com/local/writereview?placeid=${F}`, BY_FEATURE],
  [
    'query_place_id=0x',
    `https://www.google.com/maps/search/?api=1&query=Firma&query_place_id=${F}`,
    BY_FEATURE,
  ],
  ['a bare CID in q', `https://maps.google.com/?q=${CID}`, BY_CID],
  ['cid: in q', `https://maps.google.com/?q=cid:${CID}`, BY_CID],
  [
    'a Place ID in data',
    `https://www.google.com/maps/place/X/@50.1,19.9,15z/data=!4m5!3m4!1s${ID}!8m2!3d50!4d19`,
    BY_FEATURE,
  ],
  // Old links, links copied out of HTML and JSON, capital letters.
  [
    'cid=0,0,N',
    `https://maps.google.com/maps?f=q&q=firma&hnear=0x1:0x2,Krak%C3%B3w&cid=0,0,${CID}&ei=x`,
    BY_CID,
  ],
  ['&amp;', `https://maps.google.com/maps?hl=pl&amp;q=firma&amp;cid=${CID}`, BY_CID],
  ['escapes of JSON', `https:\\/\\/maps.google.com\\/?hl=pl\\u0026cid=${CID}`, BY_CID],
  ['capital letters', `HTTPS://MAPS.GOOGLE.COM/?CID=${CID}`, BY_CID],
  // Other addresses.
  ['local.google.com', `https://local.google.com/place?id=${CID}&use=srp&hl=pl`, BY_CID],
  ['posts', `https://search.google.com/local/posts?q=firma&ludocid=${CID}&lpsid=1`, BY_CID],
  [
    'the old viewer of photos',
    `https://www.google.com/maps/uv?hl=pl&pb=!1s${F.replace(':', '%3A')}!2m2!2m1!1i80!3m1!7e115!4shttps%3A%2F%2Flh5.example!5sBar&imagekey=!1e10`,
    BY_FEATURE,
  ],
  // `{1: {1: CID, 3: MID}, 2: 1}`, without a MID and behind a town.
  [
    'a hotel',
    'https://www.google.com/travel/hotels/entity/ChgIkOTQsofTru7-ARoLL2cvMTFabXlzbDAQAQ/reviews?q=hotel',
    BY_CID,
  ],
  [
    'a hotel by its CID',
    'https://www.google.pl/travel/hotels/Krak%C3%B3w/entity/CgsIkOTQsofTru7-ARAB?ap=x',
    BY_CID,
  ],
  // Wrappers.
  ['google.com/url', `https://www.google.com/url?q=${SHARE}&sa=D&usg=AOv`, AS_SHARE],
  [
    'google.com/url, encoded',
    `https://www.google.com/url?url=https://maps.google.com/?q%3DX%26ftid%3D${F}&sa=D`,
    BY_FEATURE,
  ],
  [
    'safe links',
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(SHARE)}&data=05%7C02`,
    AS_SHARE,
  ],
  [
    'a tracker',
    `https://poczta.example/klik?id=5&url=${encodeURIComponent(`https://maps.google.com/?cid=${CID}`)}`,
    BY_CID,
  ],
  ['Proofpoint', `https://urldefense.com/v3/__${SHARE}__;!!AbC$`, AS_SHARE],
  [
    'Proofpoint, with a query',
    `https://urldefense.com/v3/__https://maps.google.com/?cid=${CID}__;!!AbC$`,
    BY_CID,
  ],
  [
    'a wrapper in a wrapper',
    `https://www.google.com/url?q=${encodeURIComponent(`https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(SHARE)}`)}`,
    AS_SHARE,
  ],
  // Directions to one place.
  [
    'directions with a Place ID',
    `https://www.google.com/maps/dir/?api=1&destination=X&destination_place_id=${ID}`,
    BY_FEATURE,
  ],
  [
    'directions in a path',
    `https://www.google.com/maps/dir//Firma/@50.1,19.9,15z/data=!4m8!4m7!1m0!1m5!1m1!1s${F}!2m2!1d19!2d50`,
    BY_FEATURE,
  ],
  [
    'directions to words',
    'https://maps.google.com/maps?daddr=Firma,+Krak%C3%B3w',
    { kind: 'map_url', target: { text: 'Firma, Kraków' } },
  ],
  // Words and signs around a link.
  ['a share of a phone', `Pierogarnia\nul. Długa 5, 31-147 Kraków\n\n${SHARE}?g_st=iw`, AS_SHARE],
  ['text in the next line', `${SHARE}\nPolecam!`, AS_SHARE],
  ['a feature id that a line break cuts', `${DATA}${F.slice(0, -8)}\n${F.slice(-8)}`, BY_FEATURE],
  [
    'a short feature id above a number',
    `${DATA}${F.slice(0, -4)}\n${F.slice(-4)}1`,
    { kind: 'map_url', target: { featureId: F.slice(0, -4) } },
  ],
  // Letters that are also digits, and signs around a link with spaces.
  ...['', ')', '>', '%3E', '%3C/a%3E'].map((end): [string, string, object] => [
    `words behind spaces, and "${end}"`,
    `https://www.google.com/maps/search/Luxe Cafe${end}`,
    { kind: 'map_url', target: { text: 'Luxe Cafe' } },
  ]),
  [
    'two links to one search',
    'https://www.google.com/maps/search/kawa i https://www.google.com/maps/search/kawa/',
    { kind: 'map_url', target: { text: 'kawa' } },
  ],
  ['Markdown', `[Pierogarnia](${SHARE})`, AS_SHARE],
  [
    'an HTML frame',
    `<iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2!2d19!3d50!2m3!1f0!2f0!3f0!3m2!1i1!2i7!4f13.1!3m3!1m2!1s${F.replace(':', '%3A')}!2sFirma!5e0" width="600"></iframe>`,
    BY_FEATURE,
  ],
  [
    'the source of a mail',
    `<a href=3D"https://maps.google.com/?cid=3D${CID.slice(0, 9)}=\n${CID.slice(9)}">`,
    BY_CID,
  ],
  ['a search for 3D', 'https://maps.google.com/?q=3D+druk', { kind: 'map_url', target: { text: '3D druk' } }],
  ['the same link twice', `${SHARE} ${SHARE}`, AS_SHARE],
  [
    'two links to one place',
    `https://maps.google.com/?cid=${CID} http://www.google.com/maps?cid=${CID}`,
    BY_CID,
  ],
  [
    'two links to one place by different ids',
    `https://www.google.com/maps/place/Firma/data=!4m2!3m1!1s${F} lub krótko https://maps.google.com/?cid=${CID}`,
    BY_FEATURE,
  ],
  ['a link without https', 'zobacz maps.app.goo.gl/ZmysL0nYk0d12', AS_SHARE],
  // Labelled identifiers.
  ['a label', `Place ID: ${ID}`, AS_PLACE_ID],
  ['quotes', `"${ID}"`, AS_PLACE_ID],
  ['a name behind it', `${ID}, Firma Zmyślona`, AS_PLACE_ID],
  ['the name of a resource', `places/${ID}`, AS_PLACE_ID],
  ['JSON', `{"place_id":"${ID}"}`, AS_PLACE_ID],
  ['a feature id with its label', `data_id: ${F}`, AS_FEATURE],
  ['two forms of one place', `${ID}; ${F}`, AS_PLACE_ID],
  ['CID without a colon', `CID ${CID}`, AS_CID],
  ['cid=', `cid=${CID}`, AS_CID],
  ['a CID beside a name', `Firma Zmyślona ${CID}`, AS_CID],
  ['a CID with the words of a place', `id miejsca ${CID}`, AS_CID],
  ['a CID behind the number of an account', `konto 1522123456789012345, CID ${CID}`, AS_CID],
  ['a CID beside a name that begins like a label', `Nippon Sushi ${CID}`, AS_CID],
  ['a CID beside a name that holds a label', `Phone Serwis ${CID}`, AS_CID],
  ['a CID before the number of an account', `Firma CID=${CID}, konto 1522123456789012345`, AS_CID],
  ['a CID behind a name', `Firma Zmyślona, CID: ${CID}`, AS_CID],
  ['a grouped CID', CID.replace(/\B(?=(?:\d{3})+$)/g, ' '), AS_CID],
  ['the second half of a feature id', '0xfedcba9876543210', AS_CID],
];

test('reads the place in a pasted text', () => {
  for (const [what, text, query] of PLACES) expect(classifyQuery(text), what).toEqual(query);
});

const TWO = 'names two different links or identifiers';
const REFUSED: readonly [text: string, reason: string][] = [
  [`${SHARE} https://maps.app.goo.gl/Inny1Kod`, TWO],
  [`${SHARE},https://maps.app.goo.gl/Inny1Kod`, TWO],
  [`${ID} ChIJJz6dChxbFkcRFk6Qq9KBXD8`, TWO],
  [`${CID}, ${OTHER_CID}`, TWO],
  [`CID: ${CID}\nCID: ${OTHER_CID}`, TWO],
  ['https://www.google.com/maps?q=52.1 21.0', 'only coordinates'],
  // A rating, or the rest of the link: one of two places would be the wrong one.
  ...[' 5', '\n5', '\n5\nPolecam!', '\n> 5'].flatMap((end) =>
    [`${DATA}${F.slice(0, -1)}`, `https://maps.google.com/?cid=${CID.slice(0, 17)}`].map(
      (link): [string, string] => [link + end, '5 behind it may be its end'],
    ),
  ),
  ['https://posts.gle/xPnjpX', 'only forwards'],
  // A holiday flat, a code of other fields, a search for hotels.
  ...['entity/CgsQkOTQsofTru7-ARAC', 'entity/CgsIkOTQsofTru7-ARAC', 'entity/CgMKAWEQAQ', 'search?q=x'].map(
    (path): [string, string] => [`https://www.google.com/travel/hotels/${path}`, 'does not name a place'],
  ),
  ['https://www.google.com/maps/dir/Firma/Inna', 'exactly one place'],
  ['https://maps.google.com/maps?saddr=A&daddr=B', 'exactly one place'],
  ['https://bit.ly/3Zmysl', 'bit.ly, which only forwards'],
  ['https://click.poczta.example/ls/click?upn=x', 'only forwards'],
  ['https://eur01.safelinks.protection.outlook.com/?data=x', 'only forwards'],
  [`https://www.google.com/url?q=https://kawa.example/`, 'does not name a place'],
  ['https://business.google.com/reviews/l/15221234567890123450', 'only the owner of a Business Profile sees'],
];

test('refuses a text that names no place or several, with the reason', () => {
  for (const [text, reason] of REFUSED)
    expect(refusalOf(() => classifyQuery(text))?.message, text).toContain(reason);
  expect(refusalOf(() => classifyReviewLink(`${REVIEW} ${SHARE}`))?.message).toContain(TWO);
  const owners = 'https://business.google.com/n/15221234567890123450/reviews';
  expect(refusalOf(() => classifyReviewLink(owners))?.message).toContain('only the owner');
});

test('the numbers of a list, on lines of their own, are no digits of its links', () => {
  const lines = ['1', `${DATA}${F.slice(0, -1)}`, '2', REVIEW.slice(0, -1), '3'];
  expect(linesWithWholeLinks(lines.join('\n'))).toEqual(lines);
});

const ofReview = { reviewId: REVIEW_ID, authorId: null, featureId: F };

test('reads the review in a pasted text', () => {
  for (const text of [
    REVIEW.replace('/maps/', '/maps/u/0/'),
    `„${REVIEW}”`,
    `Proszę o usunięcie: ${REVIEW}.`,
    `https://www.google.com/url?q=${encodeURIComponent(REVIEW)}&sa=D`,
    `${REVIEW};biuro@kawa.example;+48600100200`,
  ]) {
    expect(classifyReviewLink(text), text).toMatchObject({ kind: 'review', link: ofReview });
  }
  for (const text of [`${SHARE}.`, `„${SHARE}”`, `${SHARE}…`, `${SHARE}✅`, `${SHARE}→usunięta`])
    expect(classifyReviewLink(text), text).toEqual(AS_SHARE);
});

const before = fc.constantFrom(
  '',
  '„',
  '"',
  '«',
  '(',
  '*',
  '**',
  '_',
  '> ',
  '- ',
  'Link: ',
  'Zobacz naszą wizytówkę:\n',
  'URL=',
  '1. ',
  '🍕 ',
  'Kawa, ul. Długa 5 – ',
);
const after = fc.constantFrom(
  '',
  '”',
  '"',
  '»',
  ')',
  '*',
  '**',
  '.',
  ',',
  '…',
  '!',
  '✅',
  ' – polecam',
  '\nPozdrawiam',
  '),',
  '”.',
  ' (wizytówka)',
  ';',
);
const links = fc.constantFrom(
  ...PLACES.filter(
    ([, text, query]) => /^https:/.test(text) && !/[\s"\\]/.test(text) && JSON.stringify(query).includes('0'),
  ),
);
const wrappers = fc.constantFrom(
  (link: string) => link,
  (link: string) => `https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D`,
  (link: string) => `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05`,
);

test('a link keeps its meaning in any signs, labels and wrappers', () => {
  fc.assert(
    fc.property(before, links, wrappers, after, (start, [, link, query], wrap, end) => {
      if (start === '_' && end !== '') return;
      const isWords = JSON.stringify(query).includes('text');
      if (isWords && end !== '') return;
      expect(classifyQuery(start + wrap(link) + end)).toEqual(query);
    }),
    { numRuns: 600 },
  );
});

test('a pasted text with several links, or with spaces in its link, goes to the service whole', () => {
  for (const text of [
    `${SHARE} https://maps.app.goo.gl/Inny1Kod`,
    `maps.google.com?q=Kawa Zielona&ftid=${F}`,
  ])
    expect(pastedQuery(text)).toEqual({ kind: 'place', query: text });
  expect(pastedQuery(`Pierogarnia\n${SHARE}.`)).toEqual({ kind: 'place', query: SHARE });
  const comma = 'https://maps.google.com/?q=Kawiarnia,Warszawa,Polska';
  expect(pastedQuery(comma)).toEqual({ kind: 'place', query: comma });
});
