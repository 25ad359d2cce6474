import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { parse } from 'node:querystring';
import fc from 'fast-check';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { bulkVisibilityBody } from '../../src/http/endpoints/bulk-visibility.js';
import { placeReviewsParameters } from '../../src/http/endpoints/place-reviews.js';
import {
  allParameters,
  convertBody,
  detailsParameters,
  searchParameters,
} from '../../src/http/endpoints/places.js';
import { reviewParameters } from '../../src/http/endpoints/reviews.js';
import { fuzz } from './plan.js';
import { anyText } from './text-wounds.js';

// Requests and configuration: what is asked for is taken whole and as it is, or refused with the reason.

const ONE_TEXT = [
  ['query', searchParameters],
  ['placeid', detailsParameters],
  ['url', allParameters],
  ['url', reviewParameters],
] as const;
const NUMBERS = { max_pages: [1, 50], min_stars: [1, 5], max_stars: [1, 5] } as const;

const name = fc.constantFrom(
  'query',
  'placeid',
  'url',
  'max_pages',
  'min_stars',
  'max_stars',
  '__proto__',
  'q',
  'URL',
  '',
);
const number = fc.oneof(
  fc.nat(60).map(String),
  fc.constantFrom('-1', '1e1', '0x5', ' 5', '5 ', '5.0', '٥', '+5', '', '1000000', '00005', '5\u0000'),
);
const value = fc.oneof(anyText, number, fc.constantFrom('', ' ', '\u00a0\t', 'ChIJJz6dChxbFkcRFk6Qq9KBXD8'));
const pairs = fc.array(fc.tuple(name, value), { maxLength: 7 });

fuzz('requests: parameters', ['list', 'text', 'refused'], pairs, (given) => {
  const sent = given.map(([key, text]) => [key, Buffer.from(text).toString()] as const);
  const query = parse(
    sent.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&'),
  );
  const valuesOf = (key: string) => sent.filter(([one]) => one === key).map(([, text]) => text);
  let outcome: 'list' | 'text' | 'refused' = 'refused';
  for (const [key, schema] of ONE_TEXT) {
    const [first = '', ...more] = valuesOf(key);
    const result = safely(schema, query);
    const isGood = more.length === 0 && first.trim() !== '';
    assert.deepEqual(result, isGood ? { [key]: first } : null, key);
    if (isGood) outcome = 'text';
  }
  const [placeid = '', ...others] = valuesOf('placeid');
  const read = Object.entries(NUMBERS).map(([key, [min, max]]) => {
    const [first, ...more] = valuesOf(key);
    if (first === undefined) return null;
    const isGood =
      more.length === 0 && /^[0-9]{1,6}$/.test(first) && Number(first) >= min && Number(first) <= max;
    return isGood ? Number(first) : Number.NaN;
  });
  const [pages = null, min_stars = null, max_stars = null] = read;
  const isList =
    others.length === 0 &&
    placeid.trim() !== '' &&
    !read.some(Number.isNaN) &&
    (min_stars === null || max_stars === null || min_stars <= max_stars);
  const list = safely(placeReviewsParameters, query);
  const stars = { ...(min_stars !== null && { min_stars }), ...(max_stars !== null && { max_stars }) };
  assert.deepEqual(list, isList ? { placeid, max_pages: pages ?? 10, ...stars } : null);
  return isList ? 'list' : outcome;
});

const identifier = fc.oneof(
  anyText,
  fc.constantFrom('4565666864068316694', 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', ''),
);
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  identifier,
  fc.constantFrom<unknown>(null, 0, 4565666864068316694n.toString(), 1e21, true, [], {}, [['x']]),
);
const body: fc.Arbitrary<unknown> = fc.oneof(
  fc.dictionary(fc.constantFrom('cid', 'place_id', 'CID', '__proto__', 'constructor', 'toString'), anyValue, {
    maxKeys: 3,
  }),
  fc.record({ urls: fc.array(identifier, { maxLength: 4 }) }),
  fc.record({ urls: fc.array(anyValue, { maxLength: 3 }) }),
  fc.record({ urls: fc.integer({ min: 998, max: 1003 }).map((length) => Array<string>(length).fill('x')) }),
  fc.record({ urls: anyValue, extra: fc.option(anyValue) }),
  fc.dictionary(fc.oneof(anyText, fc.string({ maxLength: 5_000 })), anyValue),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)),
);

fuzz('requests: bodies', ['convert', 'bulk', 'refused'], body, (given) => {
  // As it comes over the wire, where `__proto__` is a key like any other.
  const deep = Array.isArray(given) && given.length === 1;
  const sent: unknown = deep ? given : JSON.parse(JSON.stringify(given));
  const fields =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? Object.entries(sent) : [];
  const [[key, text] = ['', null], ...more] = fields;
  const isText = typeof text === 'string' && text !== '' && more.length === 0;
  const converted = safely(convertBody, sent);
  const isConversion = (key === 'cid' || key === 'place_id') && isText;
  assert.deepEqual(converted, isConversion ? { [key]: text } : null);
  const isBulk =
    key === 'urls' &&
    more.length === 0 &&
    Array.isArray(text) &&
    text.length >= 1 &&
    text.length <= 1000 &&
    text.every((url) => typeof url === 'string' && url !== '');
  assert.deepEqual(safely(bulkVisibilityBody, sent), isBulk ? sent : null);
  return isBulk ? 'bulk' : converted === null ? 'refused' : 'convert';
});

/** Values of which it is known whether they are any good. */
const VARIABLES: Readonly<
  Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  PORT: { good: ['0', '3000', '65535', '08', ''], bad: ['65536', '-1', '3e3', ' 80', '80\n', '٨٠'] },
  HOST: { good: ['0.0.0.0', '::1', 'localhost'], bad: ['localhost:80', '[::1]', 'a b', 'x\n'] },
  LOG_LEVEL: { good: ['silent', 'debug'], bad: ['loud', 'INFO', '30'] },
  BROWSER_CONTEXTS: { good: ['1', '64'], bad: ['65', '0', '4.0'] },
  REQUEST_TIMEOUT_MS: { good: ['100', '600000'], bad: ['99', '600001', 'Infinity', '9'.repeat(400)] },
  PROVIDER_LANGUAGE: { good: ['pl', 'en-GB'], bad: ['PL', 'pl_PL', 'pl&x=1', 'pl\n'] },
  PROVIDER_REGION: { good: ['pl', 'us'], bad: ['p', 'pl&x', 'PL', 'pl-PL'] },
  TIME_ZONE: {
    good: ['Europe/Warsaw', 'UTC', 'europe/warsaw'],
    bad: ['Warsaw', 'Europe/Warsaw\n', '../UTC', '+01:00'],
  },
  API_ENABLED: { good: ['true', 'false'], bad: ['TRUE', '1', 'yes'] },
  TRUST_PROXY: { good: ['true', 'false', '2'], bad: ['10', '-1', 'True'] },
  CORS_ORIGINS: {
    good: ['*', 'https://app.example', 'https://a.example, https://b.example'],
    bad: ['https://a.example/', 'null', 'app.example', 'file://x'],
  },
  CHROMIUM_SANDBOX: { good: ['auto', 'on', 'off'], bad: ['yes', 'On'] },
  EGRESS_OVERRIDE: {
    good: ['127.0.0.1:8443', '127.255.1.1:80'],
    bad: [
      '127.0.0.1:0',
      '128.0.0.1:80',
      '127.0.0.1:80\n',
      'localhost:80',
      '127.0.0.1:65536',
      '127.999.0.1:80',
    ],
  },
  UPSTREAM_PROXY: {
    good: ['http://user:pass@proxy.example:8080', 'socks5://p.example:1080'],
    bad: ['ftp://p.example', 'https:', 'p.example:80', 'socks5://', 'socks5://:1080'],
  },
};
const setting = fc.constantFrom(...Object.keys(VARIABLES)).chain((key) => {
  const { good = [], bad = [] } = VARIABLES[key] ?? {};
  return fc.tuple(fc.constant(key), fc.oneof(fc.constantFrom(...good, ...bad), anyText));
});
const environment = fc.array(setting, { maxLength: 6 }).map((entries) => new Map<string, string>(entries));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);

fuzz('requests: configuration', ['valid', 'refused'], environment, (given) => {
  const wrong = [...given]
    .filter(([key, text]) => configOf({ [key]: text }) instanceof Error)
    .map(([key]) => key);
  for (const [key, text] of given) {
    if (VARIABLES[key]?.good.includes(text)) assert.ok(!wrong.includes(key), `${key} refused`);
    if (VARIABLES[key]?.bad.includes(text)) assert.ok(wrong.includes(key), `${key} accepted`);
  }
  const config = configOf(Object.fromEntries(given));
  if (config instanceof Error) {
    const told = config.message
      .split('\n  ')
      .slice(1)
      .map((line) => line.split(':')[0]);
    assert.deepEqual([...new Set(told)].sort(), wrong.sort());
    return 'refused';
  }
  assert.deepEqual(wrong, []);
  for (const number of Object.values(config)) {
    if (typeof number === 'number') assert.ok(Number.isSafeInteger(number) && number >= 0);
  }
  assert.match(config.PROVIDER_LANGUAGE + config.PROVIDER_REGION, /^[A-Za-z-]+$/);
  assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: config.TIME_ZONE }));
  const { EGRESS_OVERRIDE: override } = config;
  if (override !== undefined)
    assert.ok(isIPv4(override.host) && loopback.check(override.host), override.host);
  return 'valid';
});

/** The value a schema gives, or null when it refuses; always with reasons a client can read. */
function safely(schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  assert.notEqual(result.error.issues.length, 0);
  for (const { message } of result.error.issues) assert.match(message, /^[A-Z"]\P{Cc}{10,600}\.$/u);
  return null;
}

function configOf(env: Record<string, string>) {
  try {
    return readConfig(env);
  } catch (error) {
    assert.ok(error instanceof Error && !(error instanceof z.ZodError));
    return error;
  }
}
