import { classifyLink, classifyQuery, type Query } from '../../../src/core/identifiers/classify.js';
import { expect, test } from '../../support/test.js';

const F = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const CID = '18364758544493064720';
const ADDRESS_ID = 'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E';
const PLACE_LINK = `https://www.google.com/maps/place/Kawa/@52.2,21.0,17z/data=!4m2!3m1!1s${F}`;

const BY_FEATURE: Query = { kind: 'map_url', target: { featureId: F } };
const AS_PLACE_ID: Query = { kind: 'place_id', placeId: ID, featureId: F };
const AS_FEATURE: Query = { kind: 'feature_id', featureId: F, placeId: ID };
const AS_CID: Query = { kind: 'cid', cid: CID };
const AS_SHARE: Query = { kind: 'share_link', url: 'https://maps.app.goo.gl/aBcDeF' };

const ACCEPTED: readonly [string, Query][] = [
  [ID, AS_PLACE_ID],
  [`\u00a0\u200b\ufeff ${ID}\r\n`, AS_PLACE_ID],
  [`place_id:${ID}`, AS_PLACE_ID],
  [`place_id%3A${ID}`, AS_PLACE_ID],
  // A mail program has broken the id after its label.
  [`Place ID   : ${ID.slice(0, 9)} ${ID.slice(9)}`, AS_PLACE_ID],
  [ADDRESS_ID, { kind: 'place_id', placeId: ADDRESS_ID, featureId: null }],

  [F, AS_FEATURE],
  [F.toUpperCase(), AS_FEATURE],
  [encodeURIComponent(F), AS_FEATURE],
  [`0x0:0x${BigInt(CID).toString(16)}`, AS_CID],

  [CID, AS_CID],
  [` ${CID}\t`, AS_CID],
  [`cid:${CID}`, AS_CID],
  [`CID: ${CID}`, AS_CID],
  [`cid%3A${CID}`, AS_CID],
  [`12345678901234567, CID: ${CID}`, AS_CID],

  [PLACE_LINK, BY_FEATURE],
  [`  ${PLACE_LINK}\n`, BY_FEATURE],
  [PLACE_LINK.replace('https:', 'http:'), BY_FEATURE],
  [PLACE_LINK.replace('https:', 'HTTP:').replace('www.google', 'WWW.Google'), BY_FEATURE],
  [PLACE_LINK.replace('https://', ''), BY_FEATURE],
  [PLACE_LINK.replace('https:', ''), BY_FEATURE],
  [PLACE_LINK.replace('google.com', 'google.com:443'), BY_FEATURE],
  [PLACE_LINK.replace('https://www.google.com', 'http://www.google.com:80'), BY_FEATURE],
  [PLACE_LINK.replace('www.google.com', 'google.pl'), BY_FEATURE],
  [PLACE_LINK.replace('Kawa', 'Żółta Kawa 👨‍👩‍👧'), BY_FEATURE],
  [encodeURIComponent(PLACE_LINK), BY_FEATURE],
  [encodeURIComponent(PLACE_LINK.replace('https://', '')), BY_FEATURE],
  [`maps.google.com?q=Kawa Zielona&ftid=${F}`, BY_FEATURE],
  [`maps.google.com?a.b=1&ftid=${F}`, BY_FEATURE],
  [`https://www.google.com/maps/search/?api=1&query=Kawa&query_place_id=${ID}`, BY_FEATURE],
  [`www.google.com/maps?cid=${CID}`, { kind: 'map_url', target: { cid: CID } }],
  [
    'www.google.com/maps/search/kawiarnia zielona',
    { kind: 'map_url', target: { text: 'kawiarnia zielona' } },
  ],
  [
    `www.google.com/maps/place/?q=place_id:${ADDRESS_ID}`,
    { kind: 'map_url', target: { placeId: ADDRESS_ID } },
  ],

  ['https://maps.app.goo.gl/aBcDeF', AS_SHARE],
  ['http://maps.app.goo.gl/aBcDeF?g_st=ic', AS_SHARE],
  ['MAPS.APP.GOO.GL/aBcDeF', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF).', AS_SHARE],
  ['https://us2.urldefense.proofpoint.com/v2/url?u=https-3A__maps.app.goo.gl_aBcDeF&d=x', AS_SHARE],
  ['https%3A%2F%2Fmaps.app.goo.gl%2FaBcDeF', AS_SHARE],
  ['goo.gl/maps/aBcDeF', { kind: 'share_link', url: 'https://goo.gl/maps/aBcDeF' }],
  ['https://g.page/kawa-zielona', { kind: 'share_link', url: 'https://g.page/kawa-zielona' }],
  ['https://share.google/aBcDeF', { kind: 'share_link', url: 'https://share.google/aBcDeF' }],
  ['https://g.co/kgs/aBcDeF', { kind: 'share_link', url: 'https://g.co/kgs/aBcDeF' }],
  ['https://g.page/r/CRAyVHaYutz-EAE/review', { kind: 'map_url', target: { cid: CID } }],

  [`https://consent.google.com/m?continue=${encodeURIComponent(PLACE_LINK)}&gl=PL&m=0&hl=pl`, BY_FEATURE],
  [`consent.google.pl/ml?continue=${encodeURIComponent(PLACE_LINK)}`, BY_FEATURE],
  [consent(consent(PLACE_LINK)), BY_FEATURE],
  [consent(encodeURIComponent(PLACE_LINK)), BY_FEATURE],
  [consent('https://maps.app.goo.gl/aBcDeF'), AS_SHARE],

  [
    'https://www.google.com/share.google?q=aBcDeF',
    { kind: 'share_link', url: 'https://share.google/aBcDeF' },
  ],
  [
    `https://maps.app.goo.gl/?link=${encodeURIComponent(PLACE_LINK)}&apn=com.google.android.apps.maps`,
    BY_FEATURE,
  ],
  [`maps.app.goo.gl/?link=${encodeURIComponent('https://maps.app.goo.gl/aBcDeF')}`, AS_SHARE],
  [`https://maps.app.goo.gl/?apn=x&link=${encodeURIComponent(consent(PLACE_LINK))}`, BY_FEATURE],
  [`https://search.google.com/local/reviews?placeid=${ID}`, BY_FEATURE],
  [`search.google.com/local/writereview?placeid=${ID}&hl=pl`, BY_FEATURE],
  [
    `https://search.google.com/local/reviews?placeid=${ADDRESS_ID}`,
    { kind: 'map_url', target: { placeId: ADDRESS_ID } },
  ],

  // Leftovers of mail programs and brackets around a link.
  ['https://maps.app.goo.gl/aBcDeF%3C/a%3E%3C/p%3E', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF%3C/a%3E%20i%20dalej', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF</a></p>', AS_SHARE],
  ['https%3A%2F%2Fmaps.app.goo.gl%2FaBcDeF%3C%2Fa%3E', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF>', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF%3E', AS_SHARE],
  ['<https://maps.app.goo.gl/aBcDeF>', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF)', AS_SHARE],
  ['(https://maps.app.goo.gl/aBcDeF).', AS_SHARE],
  ['https://maps.app.goo.gl/aBcDeF)>.', AS_SHARE],
  [`(${PLACE_LINK})`, BY_FEATURE],
  [`${PLACE_LINK}%3C/a%3E`, BY_FEATURE],
  [`https://search.google.com/local/reviews?placeid=${ID})`, BY_FEATURE],
  ['https://www.google.com/maps?q=Bar+(Stary)', { kind: 'map_url', target: { text: 'Bar (Stary)' } }],
  ['https://www.google.com/maps?q=Bar+(Stary))', { kind: 'map_url', target: { text: 'Bar (Stary)' } }],
  [`maps.google.com/?q=Bar+%3Cb%3EX%3C/b%3E&ftid=${F}`, BY_FEATURE],
  ['https://www.google.com/maps?q=Bar+%3C3', { kind: 'map_url', target: { text: 'Bar <3' } }],
];

test('classifies identifiers and links', () => {
  for (const [input, query] of ACCEPTED) expect(classifyQuery(input), input).toEqual(query);
});

const NAMES = `
  Kawiarnia Zielona | Zażółć gęślą jaźń | Żabka, ul. Długa 5/7, Łódź | 寿司 東京 | مطعم الأرز | 🍕 | 👨‍👩‍👧 Bar |
  !!! | 7 | Hotel: Zamek | Hotel:Zamek | Allegro.pl | Dr.Max/Apteka Nowa | Sp. z o.o. | ul.Długa/5 |
  AC/DC | 24/7 | 24.7/365 | 1234567890123 | +48 123 456 789 | -18 Lodownia | -1234567890123 |
  1234 5678 9012 3456 | 100% Bawełna | A\\B | Eiscafeteria2000Warszawa | ChIJ to nazwa | Chijioke |
  CHIJ St Joseph's Convent | 0xCafe | Cid: Kawiarnia Polska | Bar "Pod Różą" & Syn | kontakt@kawa.example |
  Co.tam? | C# Bar | Kawa (Zielona) | google.com | maps.google.com | Kawa przy www.google.com/maps |
  javascripts: bar | Opera: Kawiarnia`;

test('classifies any other text as a name', () => {
  for (const text of NAMES.split('|').map((name) => name.trim()))
    expect(classifyQuery(text), text).toEqual({ kind: 'name', text });
});

const CLEANED_NAMES: readonly [string, string][] = [
  ['  Kawa  ', 'Kawa'],
  ['\u00a0\u200b\ufeffKawa\u2060\u3000', 'Kawa'],
  ['Kawa\r\nZielona', 'Kawa Zielona'],
  ['Kawa\u0000\u0007Zielona', 'Kawa Zielona'],
  ['Kawa\u00a0 \t Zielona', 'Kawa Zielona'],
  ['Ka\u200bwa \u202eanolez', 'Kawa anolez'],
  ['Zielon\u0061\u0328', 'Zielon\u0105'],
  ['Kawa \ud83c', 'Kawa \ufffd'],
  ['Kawiarnia%20Zielona', 'Kawiarnia Zielona'],
  ['%C5%BB%C3%B3%C5%82ta', 'Żółta'],
  ['100%25%20kawa', '100% kawa'],
  ['AC%2FDC', 'AC/DC'],
  ['Kawa%0AZielona', 'Kawa Zielona'],
  ['Kawa%2520Zielona', 'Kawa%20Zielona'],
  ['Kawa %FF', 'Kawa %FF'],
];

test('removes invisible characters, repeated white space and one percent-encoding from names', () => {
  for (const [input, text] of CLEANED_NAMES)
    expect(classifyQuery(input), input).toEqual({ kind: 'name', text });
});

test('accepts 2048 characters; surrounding blanks do not count, an emoji counts once', () => {
  for (const name of ['ł'.repeat(2048), '🍕'.repeat(2048)]) {
    expect(classifyQuery(` ${name} `)).toEqual({ kind: 'name', text: name });
  }
});

test('classifyLink reads a link of any length and refuses a name', () => {
  expect(classifyLink(consent(`${PLACE_LINK}?pad=${'x'.repeat(4000)}`))).toEqual(BY_FEATURE);
  expect(() => classifyLink('Kawiarnia Zielona')).toThrow('This is not a link');
  expect(() => classifyLink('intent://maps.app.goo.gl/aBcDeF#Intent;end')).toThrow('"intent:"');
});

function consent(link: string): string {
  return `https://consent.google.com/m?continue=${encodeURIComponent(link)}&gl=PL`;
}
