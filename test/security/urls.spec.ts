import { refusalOf } from '../../src/core/errors.js';
import { parseCid } from '../../src/core/identifiers/cid.js';
import { classifyQuery, parsePlaceRef } from '../../src/core/identifiers/classify.js';
import { classifyReviewLink } from '../../src/core/identifiers/review-url.js';
import { placeIdToCid } from '../../src/core/places/convert.js';
import { expect, test } from '../support/test.js';

// Addresses that a client may send in place of a link: every reader of them refuses each one.

/** Spellings of an address of this machine. */
const ADDRESSES = [
  // Dotted, decimal, hex, octal, mixed, short, full-width, circled, percent-encoded, mapped and unspecified.
  ...`127.0.0.1 2130706433 0x7f000001 0x7f.0x0.0x0.0x1 0177.0.0.01 017700000001 0x7f.0.0.01 127.1 127.0.1
      １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 [::ffff:127.0.0.1] [::ffff:7f00:1]
      [0:0:0:0:0:ffff:7f00:0001] 0.0.0.0 0 127.0.0.1. localhost @127.0.0.1 www.google.com%2Fmaps@127.0.0.1`
    .split(/\s+/)
    .map((host) => `http://${host}:PORT/`),
  'http://www.google.com@127.0.0.1:PORT/maps?cid=1',
  'http://www.google.com:443@127.0.0.1:PORT/maps?cid=1',
  ...['ht\ttp://127.0.0.1:PORT/', 'http://127.0.\n0.1:PORT/', 'http://127.0.0.1:\rPORT/'],
  ...['\u0001http://127.0.0.1:PORT/', ' http://127.0.0.1:PORT/\n', 'http:\\\\127.0.0.1:PORT\\maps'],
  ...['http://127.0.0.1:PORT/\\@www.google.com/maps?cid=1', 'http:127.0.0.1:PORT/'],
  ...['http://///127.0.0.1:PORT/', 'HtTp://127.0.0.1:PORT/', 'hTTps://127.0.0.1:PORT/maps?cid=1'],
  'http://127.0.0.1:PORT/maps/place/?q=place_id:ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  'http://127.0.0.1:PORT#@www.google.com/maps?cid=1',
];

/** Other addresses: private ones, look-alikes of the provider, and schemes that a browser must not open. */
const OTHERS = [
  ...['http://LOCALHOST.:PORT/', 'http://10.0.0.1/maps?cid=1', 'https://192.168.1.1/maps?cid=1'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://2852039166/latest/meta-data/'],
  ...['http://metadata.google.internal/computeMetadata/v1/', 'http://[fd00:ec2::254]/latest/meta-data/'],
  ...['http://[::1]:PORT/', 'http://[fe80::1]/', 'http://[64:ff9b::7f00:1]/'],
  // Hosts that look like a host of the provider.
  ...`www.google.com.evil.example evilgoogle.com www-google.com www.google.evil sites.google.com
      www.xn--ggle-0nda.com www.gооgle.com ｗｗｗ.google.com www.google.com.
      www.google.com:PORT www.google.com:80 www.google.com:0 www.google.com: www.google.com:65979
      jan:tajne@www.google.com evil.example%2f.google.com www.google.com%40evil.example`
    .split(/\s+/)
    .map((host) => `https://${host}/maps?cid=1`),
  'https://maps.app.goo.gl.evil.example/PoLsKa1Zmysl7',
  ...['https://evil.maps.app.goo.gl/PoLsKa1Zmysl7', 'https://www.google.com%0d%0aevil.example/maps?cid=1'],
  ...['https://www.goo\u00adgle.com/maps?cid=1', 'https://www.goo\u200bgle.com/maps?cid=1'],
  'https://www.google.com/\tmaps?cid=1',
  ...['https://www.google.com/maps?cid=1\u0000.evil.example', 'https:///maps?cid=1'],
  // Without a scheme, encoded, or behind a redirector of the provider.
  ...['//127.0.0.1:PORT/', '127.0.0.1:PORT/maps', '2130706433:PORT/', 'localhost:PORT/maps'],
  ...[encodeURIComponent('http://127.0.0.1:PORT/'), 'https://www.google.com/url?q=http://127.0.0.1:PORT/'],
  `https://consent.google.com/ml?continue=${encodeURIComponent('http://127.0.0.1:PORT/maps?cid=1')}`,
  'https://consent.google.com/ml?continue=file:///etc/passwd',
  // Other schemes.
  ...['file:///etc/passwd', 'file://127.0.0.1:PORT/etc/passwd', 'file:/etc/passwd', 'FiLe:///etc/passwd'],
  ...["data:text/html,<script>fetch('http://127.0.0.1:PORT/')</script>", 'DaTa:text/html;base64,PHA+'],
  ...['view-source:http://127.0.0.1:PORT/', 'View-Source:https://www.google.com/maps?cid=1'],
  ...['chrome://settings', 'chrome:version', "JaVaScRiPt:fetch('http://127.0.0.1:PORT/')"],
  ...["java\tscript:fetch('http://127.0.0.1:PORT/')", 'javascript://www.google.com/maps?cid=1%0aalert(1)'],
  'blob:https://www.google.com/9115d58c-bcda-ff47-86e5-083e9a215304',
  ...['filesystem:https://www.google.com/temporary/x', 'about:blank', 'ftp://127.0.0.1:PORT/'],
  ...['gopher://127.0.0.1:PORT/_GET%20/', 'ws://127.0.0.1:PORT/', 'jar:http://127.0.0.1:PORT/!/'],
  ...['dict://127.0.0.1:PORT/x', 'x-unknown://127.0.0.1:PORT/'],
];

const LINKS = [...ADDRESSES, ...OTHERS];
const withPort = (link: string, port: number) => link.replaceAll('PORT', String(port));

/** Every reader of what a client sends in place of a link, as its endpoints use it. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a query': classifyQuery,
  'a Place ID or feature id': parsePlaceRef,
  'a Place ID to convert': placeIdToCid,
  'a link to a review': classifyReviewLink,
};

test('every reader refuses every forbidden link', () => {
  for (const link of LINKS.map((one) => withPort(one, 4711))) {
    for (const [reader, read] of Object.entries(READERS))
      expect(refusalOf(() => read(link))?.message, `${reader}: ${link}`).toMatch(/\w/);
    expect(parseCid(link).ok, link).toBe(false);
  }
});

/** Text behind the end of a link: it belongs to no link. */
const BEHIND = ['\nHost: evil.example', '\r\nHost: evil.example', '\t@evil.example', '\u2028.evil.example'];

test('a line break ends a link, and the text behind it is in no query', () => {
  const share = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
  for (const behind of BEHIND) {
    expect(classifyQuery(`https://www.google.com/maps?cid=4565666864068316694${behind}`)).toEqual({
      kind: 'map_url',
      target: { cid: '4565666864068316694' },
    });
    expect(classifyQuery(share + behind)).toEqual({ kind: 'share_link', url: share });
  }
  for (const behind of [
    '\r\n\r\nGET http://127.0.0.1:4711/',
    '\u0000.evil.example',
    '%0d%0aHost:%20evil.example',
  ])
    expect(refusalOf(() => classifyQuery(share + behind))?.message, behind).toMatch(/\w/);
});

/** Names of places that look like addresses. */
const WORDS = [
  '2130706433',
  'www.google.com.evil.example',
  'Javascript Café',
  '１２７．０．０．１ bar',
  'localhost',
  '127.1',
  'evilgoogle.com',
  'data centrum',
  'Opera: Kawiarnia',
  'chrome dent serwis',
  'http',
];

test('a name that looks like an address is a name, and neither an identifier nor a review', () => {
  for (const words of WORDS) {
    expect(classifyQuery(words), words).toMatchObject({ kind: 'name' });
    for (const read of [parsePlaceRef, classifyReviewLink])
      expect(
        refusalOf(() => read(words)),
        words,
      ).not.toBeNull();
  }
});
