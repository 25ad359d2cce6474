import { AppError } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { expect, test } from '../../support/test.js';

const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const OK = 'www.google.com/maps?cid=12345678901234';

const EMPTY = ['', ' ', '\n\t', '\u00a0\u200b\ufeff', '\u200d', '%20', '%00', '\u0000'];
const LONG = ['ł'.repeat(2049), '🍕'.repeat(2049), `https://${OK}&pad=${'x'.repeat(2048)}`];

const IDENTIFIERS: readonly [string, RegExp][] = [
  ['123456789012345678901', /CID has 14 to 20 decimal digits; this number has 21/],
  ['9'.repeat(500), /this number has 500/],
  ['18446744073709551616', /between 1 and 18446744073709551615/],
  ['00000000000000', /between 1 and/],
  ...['4,56567E+18', '4.565666864068317e+18', '1e+19'].map((text): [string, RegExp] => [
    text,
    /rounded this CID/,
  ]),
  ['0x0000000000000000', /between 1 and/],
  ['cid:', /CID is a number/],
  ['cid:abc', /CID is a number/],
  ['cid:123', /this number has 3/],
  ['ChIJ', /not a valid Place ID.*27/],
  [ID.slice(0, -1), /not a valid Place ID/],
  [`${ID}A`, /not a valid Place ID/],
  [`${ID}=`, /not a valid Place ID/],
  ['place_id:Kawa', /not a valid Place ID/],
  [ID.toLowerCase(), /Upper and lower case.*starts with "ChIJ"/],
  [ID.toUpperCase(), /Upper and lower case/],
  [`place_id:${ID.toLowerCase()}`, /Upper and lower case/],
  ['-4565666864068316694', /no minus sign.*13881077209641234922/],
  ['\u22124565666864068316694', /no minus sign.*13881077209641234922/],
  ['cid:-9223372036854775808', /no minus sign.*9223372036854775808/],
  ['-9223372036854775809', /14 to 20 decimal digits/],
  ['0x0:0x0', /not a valid feature id/],
  ['0x1:', /not a valid feature id/],
  ['0x1:2', /not a valid feature id/],
  ['0xzz:0x1', /not a valid feature id/],
  ['0x11112222333344445:0x1', /not a valid feature id/],
  ...[
    ...['accounts/108123456789012345678/locations/10412345678901234567', 'locations/10412345678901234567'],
    ...['Business Profile ID: 1522123456789012345', 'Identyfikator profilu firmy: 1522123456789012345'],
    ...['businessProfileId=1522123456789012345', 'location_id: 10412345678901234567'],
    'Business Profile ID: 1522 1234 5678 9012 3456',
    'Identyfikator profilu firmy 1 522 123 456 789 012 345',
    ...['Kod sklepu: 1522123456789012345'],
    ...['Facebook ID: 100064512345678901', 'Nr zamówienia 12345678901234567', 'Bar, konto 15221234567890123'],
    ...['/g/11b6t1qcdz', 'g/11b6t1qcdz', '"/g/11b6t1qcdz"', 'kgmid: /g/11b6t1qcdz', '/m/0abc12'],
    'kgmid=g/11b6t1qcdz',
  ].map((text): [string, RegExp] => [
    text,
    /^The number in ".+" is not that of a place.*Business Profile.*CID\.$/,
  ]),
];

/** Each word is a link with a scheme that is not accepted. */
const SCHEMES = `
  file:///etc/passwd file:/etc/passwd FILE:etc/passwd data:text/html,x javascript:alert(1) jAvAsCrIpT:alert(1)
  javascript%3Aalert(1) vbscript:x view-source:https://${OK} chrome://version chrome:version blob:https://${OK}
  about:blank ftp://${OK} wss:${OK} intent://maps.app.goo.gl/aBc#Intent;scheme=https;end intent:#Intent;end
  mailto:a@b.example tel:+48123456789 geo:52.2,21.0 unknown://${OK} C:\\Windows https:${OK} https:/${OK}
  https:///${OK} https: http://`;
const SPACED_SCHEMES = [
  ...['Data: text/html,x', 'java\tscript:alert(1)', '\u0001javascript:alert(1)', 'java\u200bscript:alert(1)'],
];

/** Each word is a link to a host that is not the provider's, or a misspelled link that otherwise names a place. */
const HOSTS = `
  https://evil.example/maps?cid=7 evil.example/maps?cid=7 //evil.example/maps?cid=7
  https://www.google.com.evil.example/maps?cid=7 www.google.com.evil.example/maps?cid=7
  https://evilgoogle.com/maps?cid=7 https://mail.google.com/maps?cid=7 https://xn--ggle-55da.com/maps?cid=7
  https://www.gооgle.com/maps?cid=7 www.gооgle.com/maps?cid=7 https://ｗｗｗ.google.com/maps?cid=7
  https://www。google。com/maps?cid=7 https://www%2Egoogle%2Ecom/maps?cid=7 https://www.google.com./maps?cid=7
  www.google.com./maps?cid=7 https://user@www.google.com/maps?cid=7
  https://www.google.com:pw@evil.example/maps?cid=7 https://@www.google.com/maps?cid=7
  www.google.com@evil.example/maps?cid=7 user@www.google.com/maps?cid=7 https://www.google.com:8443/maps?cid=7
  http://www.google.com:443/maps?cid=7 https://www.google.com:80/maps?cid=7 https://www.google.com:/maps?cid=7
  www.google.com:8080/maps?cid=7 localhost:3000 http://localhost/ localhost/admin https://127.0.0.1/ 127.0.0.1
  127.0.0.1:8080/x 169.254.169.254/latest/meta-data http://2130706433/ 2130706433/admin http://0x7f000001/
  0x7f000001/admin http://0x7f.0.0.1/ http://0177.0.0.1/ 0177.0.0.1/admin http://127.1/ 127.1/admin
  http://１２７.０.０.１/ http://①②⑦.⓪.⓪.①/ http://[::1]/ [::1]/admin http://[::ffff:127.0.0.1]/
  https://www.google.com\\@evil.example/maps?cid=7 https:\\\\www.google.com\\maps \\\\evil.example\\share
  https://www.google.com/maps\\search?q=X https%3A%2F%2Fwww.google.com%2Fmaps%0A%3Fcid%3D7
  https%3A%2F%2Fevil.example%2F`;
const SPACED_HOSTS = [
  'https://www.goo\u00adgle.com/maps?cid=12345678901234',
  'https://www.google.com/ma\tps?cid=12345678901234',
  'https://www.goo\ngle.com/maps?cid=12345678901234',
  'ht\ntps://evil.example/',
  'https://www.google.com/maps\u0000?cid=12345678901234',
  'https://www.google.com /maps?cid=12345678901234',
];
const wordsOf = (text: string) => text.trim().split(/\s+/);

const NO_PLACES: readonly [string, RegExp][] = [
  ['https://www.google.com/maps', /only the map/],
  ['https://www.google.com/maps/@52.2,21.0,15z', /only the map/],
  ['https://www.google.com/maps/contrib/100000000000000000001', /profile/],
  ['https://www.google.com/maps/dir/A/B', /directions/],
  ['https://www.google.com/maps/reviews/data=!4m2!14m1!1s1', /\/review-details or \/review-visibility/],
  ['https://www.google.com/maps?q=52.2297,21.0122', /only coordinates/],
  ['https://www.google.com/url?q=https://evil.example', /does not name a place/],
  ['https://www.google.com/local/place/fid/bad/x', /does not name a place/],
  ['https://www.google.com/local/review/rap/report?postId=x', /the link to report a review.*review_url/],
  ['https://maps.google.pl/maps?q=Krak%C3%B3w+%F3', /letters of the name in the link cannot be read/],
  ['https://www.google.com/maps/place/%EF%F0%E8/', /letters of the name in the link cannot be read/],
  ['https://goo.gl/abc', /not a share link of a place/],
  ['https://maps.app.goo.gl/', /not a share link of a place/],
  ['https://maps.app.goo.gl/?link=https://evil.example/', /does not lead to Google Maps/],
  ['https://maps.app.goo.gl/?link=javascript:alert(1)', /"javascript:"/],
  ['https://maps.app.goo.gl/?link=Kawa', /not a link/],
  [appLayers(4), /not a share link of a place/],
  ['https://www.google.com/share.google?q=', /not a share link of a place/],
  ['https://www.google.com/share.google?q=a/../b', /not a share link of a place/],
  ['https://search.google.com/local/reviews?placeid=ChIJbroken', /Place ID in the link is not valid/],
  ['https://search.google.com/local/reviews', /does not name a place/],
  ['https://search.google.com/search-console', /does not name a place/],
  ['https://consent.google.com/m?gl=PL', /consent page/],
  ['https://consent.google.com/m?continue=Kawa', /not a link/],
  ['https://consent.google.com/m?continue=https://evil.example/', /does not lead to Google Maps/],
  ['https://consent.google.com/m?continue=javascript:alert(1)', /"javascript:"/],
  [consentLayers(4), /consent page/],
];

function appLayers(count: number): string {
  return layered('https://maps.app.goo.gl/?link=', count);
}

function consentLayers(count: number): string {
  return layered('https://consent.google.com/m?continue=', count);
}

function layered(outer: string, count: number): string {
  return Array.from({ length: count }).reduce<string>((link) => new URL(outer + link).href, `https://${OK}`);
}

const LINKS = [...wordsOf(SCHEMES), ...SPACED_SCHEMES, ...wordsOf(HOSTS), ...SPACED_HOSTS];
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ...EMPTY.map((input) => [input, /^The query (is empty|holds no visible character)/] as const),
  ...LONG.map((input) => [input, /longer than 2048 characters/] as const),
  ...IDENTIFIERS,
  ...LINKS.map((input) => [input, /[Ll]ink/] as const),
  ...NO_PLACES,
];

test('refuses identifiers and links that cannot be used, with the reason in one sentence', () => {
  for (const [input, reason] of REFUSED) {
    const { code, message } = refusal(input);
    expect(code, input).toBe('invalid_request');
    expect(message, input).toMatch(reason);
    expect(message, input).toMatch(/^[A-Z].*\.$/);
  }
});

test('a link with a user name, a port or an odd host says which of them is wrong', () => {
  const reasonOf = (authority: string) => refusal(`https://${authority}/maps?cid=1`).message;
  for (const user of ['jan:tajne@', 'jan@', ':tajne@', '@'])
    expect(reasonOf(`${user}www.google.com`), user).toContain('user name');
  expect(reasonOf('www.google.com:8443')).toContain('port');
  expect(reasonOf('ｗｗｗ.google.com')).toContain('unusual way');
});

function refusal(input: string): AppError {
  try {
    const query = classifyQuery(input);
    throw new Error(`was taken for ${JSON.stringify(query)}`);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
