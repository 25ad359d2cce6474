import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { isAppError } from '../../../src/contract/errors.js';
import { cidFromDigits, parseCid } from '../../../src/identifiers/cid.js';
import { classifyLink, classifyQuery, parsePlaceRef, type Query } from '../../../src/identifiers/classify.js';
import { parseDataParameter } from '../../../src/identifiers/data-parameter.js';
import { parseFeatureId } from '../../../src/identifiers/feature-id.js';
import { parseMapUrl } from '../../../src/identifiers/map-url.js';
import { parsePlaceId } from '../../../src/identifiers/place-id.js';
import { SHORT_HOSTS } from '../../../src/identifiers/provider-hosts.js';
import { cidOfGPage, parseShortLink } from '../../../src/identifiers/short-link.js';

/** Thousands of checks a property: node's assert, as `expect` costs about a millisecond each. */
const RUNS = { numRuns: 2000 };

const tokens = fc.constantFrom(
  ...[
    'https://',
    'http:',
    '//',
    'file:',
    'javascript:',
    'data:',
    'www.google.com',
    'maps.google.pl',
    'goo.gl',
    'g.page',
  ],
  ...[
    'maps.app.goo.gl',
    'consent.google.com',
    'share.google',
    'g.co',
    'evil.example',
    '127.0.0.1',
    '[::1]',
    ':443',
    '@',
  ],
  ...[
    '/maps',
    '/place/',
    '/search',
    '/search/',
    '/embed?pb=',
    '/data=',
    '/r/',
    '/kgs/',
    '/m?continue=',
    '?q=',
    '&ftid=',
  ],
  ...[
    '!4m2',
    '!3m1',
    '!1s',
    '!19s',
    '!1m9999',
    '0x1:0xff',
    '0x0:0x7b',
    'ChIJ',
    'ChIJ1cSzosHsIEcREDJUdpi63P4',
    'cid:',
  ],
  ...[
    '%',
    '%00',
    '%2F',
    '%3A',
    '%C5',
    '\\',
    '\t',
    '\n',
    '\u0000',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\ud800',
    '.',
    '#',
    ' ',
  ],
  ...[
    'place_id:',
    '12345678901234567890',
    'Żółta',
    '🍕',
    'CRAyVHaYutz-EAE',
    '__proto__',
    'constructor',
    '52.2,21.0',
  ],
);

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
  fc
    .array(fc.oneof({ weight: 6, arbitrary: tokens }, fc.string({ maxLength: 6 })), { maxLength: 14 })
    .map((parts) => parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.array(tokens, { maxLength: 10 }).map((parts) => `https://www.google.com/maps${parts.join('')}`),
  fc
    .base64String({ maxLength: 80 })
    .map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
);

test('a query is classified or refused as invalid, never anything else', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(anyText, (text) => {
      const query = orInvalid(() => classifyQuery(text));
      const kind = query?.kind ?? 'refused';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (query !== null) expectUsable(query);
    }),
    RUNS,
  );
  expect([...kinds.keys()]).toEqual(expect.arrayContaining(['name', 'map_url', 'refused']));
});

test('links and place references are read or refused as invalid, never anything else', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const query = orInvalid(() => classifyLink(text));
      if (query !== null) expectUsable(query);
      const ref = orInvalid(() => parsePlaceRef(text));
      if (ref !== null) assert.notEqual(ref.placeId ?? ref.featureId, null);
    }),
    RUNS,
  );
});

test('no parser throws on any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const parse of [
        parseFeatureId,
        parseCid,
        cidFromDigits,
        parsePlaceId,
        cidOfGPage,
        parseDataParameter,
      ]) {
        assert.doesNotThrow(() => parse(text));
      }
      if (!URL.canParse(text)) return;
      assert.doesNotThrow(() => parseShortLink(new URL(text)));
      assert.doesNotThrow(() => parseMapUrl(new URL(text)));
    }),
    RUNS,
  );
});

test('long hostile texts are judged quickly', () => {
  const bombs = ['@', '.', ':', ' ', 'a.', '%', '!1m9', '0x.', '1.', '\u200b', '!', '/', '°', '1,'];
  const started = process.cpuUsage();
  for (const bomb of bombs) {
    for (const lead of ['', 'x', 'https://www.google.com/maps/place/', 'www.google.com/maps?q=', '52.2°']) {
      orInvalid(() => classifyQuery(lead + bomb.repeat(Math.floor(2000 / bomb.length))));
      orInvalid(() => classifyLink(`https://www.google.com/maps/place/data=${bomb.repeat(5000)}`));
    }
  }
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(5000);
});

function expectUsable(query: Query): void {
  if (query.kind === 'share_link') {
    const url = new URL(query.url);
    assert.equal(url.protocol, 'https:');
    assert.ok(SHORT_HOSTS.has(url.host));
  }
  const text = query.kind === 'name' ? query.text : textOf(query);
  if (text === null) return;
  assert.notEqual(text.trim(), '');
  assert.doesNotMatch(text, /\p{Cc}/u);
  assert.doesNotThrow(() => encodeURIComponent(text));
}

function textOf(query: Query): string | null {
  return query.kind === 'map_url' && 'text' in query.target ? query.target.text : null;
}

function orInvalid<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isAppError(error, 'invalid_request')) return null;
    throw error;
  }
}
