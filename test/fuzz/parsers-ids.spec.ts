import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { cidFromDigits, cidOfFeature, parseCid } from '../../src/core/identifiers/cid.js';
import { parseDataParameter, textOfField } from '../../src/core/identifiers/data-parameter.js';
import {
  featureIdFromHalves,
  halvesOf,
  isPartial,
  parseFeatureId,
} from '../../src/core/identifiers/feature-id.js';
import { parsePlaceId, placeIdOfFeature } from '../../src/core/identifiers/place-id.js';
import { decodeBase64Url, readFields } from '../../src/core/identifiers/protobuf.js';
import { SHORT_HOSTS } from '../../src/core/identifiers/provider-hosts.js';
import { isReviewId } from '../../src/core/identifiers/review-url.js';
import { parseShortLink } from '../../src/core/identifiers/short-link.js';
import { test } from '../support/test.js';
import { properties } from './plan.js';
import { anyText, textWound, wounded } from './text-wounds.js';

const { fuzz, all } = properties();

// Identifiers are read exactly or not at all: nothing is rounded, cut, or taken for something it is not.

const LIMIT = 2n ** 64n;
const wounds = fc.array(textWound, { maxLength: 2 });

const digits = fc.oneof(
  fc.bigInt({ min: 0n, max: LIMIT + 1000n }).map(String),
  fc.constantFrom('18446744073709551615', '18446744073709551616', '9007199254740993', '0', '00', '1'),
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 24 }),
  fc.constantFrom(
    '１２３４５６７８９０１２３４５',
    '١٢٣٤٥٦٧٨٩٠١٢٣٤٥',
    '1e15',
    '0x1122334455667788',
    '12345678901234.0',
  ),
);

fuzz('ids: numbers', 1500, ['cid', 'none'], fc.tuple(digits, wounds), ([text, done]) => {
  const given = wounded(text, done);
  const reading = parseCid(given);
  const plain = /^\s*(?:cid\s*:)?\s*([0-9]{14,20})\s*$/i.exec(given)?.[1];
  const value = plain === undefined ? 0n : BigInt(plain);
  if (value > 0n && value < LIMIT) assert.deepEqual(reading, { ok: true, cid: value.toString() });
  else assert.ok(!reading.ok && reading.reason.text.length > 20, 'no CID, and no reason either');
  const strict = cidFromDigits(given);
  if (strict !== null) {
    assert.match(strict, /^[1-9][0-9]{0,19}$/);
    assert.equal(BigInt(strict), BigInt(given));
    assert.equal(cidFromDigits(strict), strict);
  }
  return reading.ok ? 'cid' : 'none';
});

const half = fc.oneof(
  fc.bigInt({ min: 0n, max: LIMIT - 1n }),
  fc.constantFrom(0n, 1n, 2n ** 53n + 1n, 2n ** 63n, LIMIT - 1n),
);
const OTHER_PLACE_IDS = [
  'GhIJQWDl0CIeQUARxks3icF8U8A',
  'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E',
  'IhoSGAoUChIJ0U6OoscUhDURdVuDBzwoYVISAWE',
];
const placeId = fc.oneof(
  fc.tuple(half, half).map(([hi, lo]) => placeIdOfFeature(`0x${hi.toString(16)}:0x${lo.toString(16)}`) ?? ''),
  fc.constantFrom(...OTHER_PLACE_IDS),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
    const raw = [0x0a, 0x12, 0x09, ...bytes.slice(0, 8), 0x11, ...bytes.slice(8)];
    return Buffer.from(raw).toString('base64url');
  }),
);

fuzz('ids: place ids', 2000, ['feature', 'other', 'none'], fc.tuple(placeId, wounds), ([text, done]) => {
  const given = wounded(text, done);
  const read = parsePlaceId(given);
  if (isReviewId(given)) assert.match(given, /^C[\w-]{15,199}$/);
  if (read === null) return 'none';
  // As written, and in an alphabet that can stand in any address and log.
  assert.equal(read.placeId, given);
  assert.match(given, /^[CEGI][\w-]{19,}$/);
  if (read.featureId === null) {
    assert.ok(!given.startsWith('ChIJ'));
    return 'other';
  }
  assert.match(given, /^ChIJ[\w-]{23}$/);
  assert.equal(parseFeatureId(read.featureId), read.featureId);
  if (!isPartial(read.featureId)) assert.equal(placeIdOfFeature(read.featureId), given);
  return 'feature';
});

const featureText = fc
  .tuple(half, half, fc.constantFrom(':', '%3A', '%3a', '::', ''), fc.boolean())
  .map(([hi, lo, mark, pad]) => {
    const hex = (value: bigint) => value.toString(16).padStart(pad ? 16 : 1, '0');
    return `0x${hex(hi)}${mark}0x${hex(lo)}`;
  });

fuzz('ids: feature ids', 1000, ['feature', 'none'], fc.tuple(featureText, wounds), ([text, done]) => {
  const given = wounded(text, done);
  const read = parseFeatureId(given);
  if (read === null) return 'none';
  assert.match(read, /^0x(?:0|[1-9a-f][0-9a-f]{0,15}):0x(?:0|[1-9a-f][0-9a-f]{0,15})$/);
  assert.equal(parseFeatureId(read), read);
  assert.equal(parseFeatureId(read.toUpperCase()), read);
  const { hi, lo } = halvesOf(read);
  assert.equal(featureIdFromHalves(hi, lo), read);
  assert.ok(hi + lo > 0n && hi < LIMIT && lo < LIMIT);
  assert.equal(cidOfFeature(read), lo === 0n ? null : lo.toString());
  assert.equal(placeIdOfFeature(read) === null, isPartial(read));
  return 'feature';
});

const field = fc.oneof(
  fc.record({
    number: fc.nat(2 ** 29 - 2),
    wireType: fc.constant(0),
    varint: fc.bigInt({ min: 0n, max: LIMIT - 1n }),
  }),
  fc.record({
    number: fc.nat(40),
    wireType: fc.constant(1),
    payload: fc.uint8Array({ minLength: 8, maxLength: 8 }),
  }),
  fc.record({ number: fc.nat(40), wireType: fc.constant(2), payload: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({
    number: fc.nat(40),
    wireType: fc.constant(5),
    payload: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  }),
);
const message = fc.record({
  fields: fc.array(field, { maxLength: 8 }),
  cut: fc.nat(400),
  flips: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 }),
});

fuzz('ids: protobuf', 1500, ['whole', 'part', 'none'], message, ({ fields, cut, flips }) => {
  const written = fields.map((one) => ({
    number: one.number + 1,
    wireType: one.wireType,
    bytes: payloadOf(one),
  }));
  const bytes = Buffer.concat(
    written.map(({ number, wireType, bytes: payload }) => {
      const tag = varint(BigInt(number) * 8n + BigInt(wireType));
      return Buffer.concat(wireType === 2 ? [tag, varint(BigInt(payload.length)), payload] : [tag, payload]);
    }),
  );
  assert.deepEqual(readFields(bytes), written.length === 0 ? null : written);
  const decoded = decodeBase64Url(bytes.toString('base64url'));
  assert.deepEqual(decoded, bytes.length === 0 ? null : new Uint8Array(bytes));
  // Cut anywhere it is the fields before the cut, or nothing.
  const part = readFields(bytes.subarray(0, cut % (bytes.length + 1)));
  if (part !== null) assert.deepEqual(part, written.slice(0, part.length));
  for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
  const spoiled = readFields(bytes);
  const total = (spoiled ?? []).reduce((sum, one) => sum + one.bytes.length, 0);
  assert.ok(total <= bytes.length && (spoiled ?? []).every(({ number }) => number >= 1));
  return part === null ? 'none' : part.length === written.length ? 'whole' : 'part';
});

interface Group {
  readonly number: number;
  readonly items: readonly Item[];
}
type Item = Group | { readonly number: number; readonly type: string; readonly value: string };

const leaf = fc.record({
  number: fc.integer({ min: 1, max: 300 }),
  type: fc.constantFrom('s', 'z', 'd', 'i', 'e', 'b', 'f', 'v'),
  value: anyText.map((text) => encodeURIComponent(Buffer.from(text).toString()).replaceAll('!', '*21')),
});
const { item } = fc.letrec<{ item: Item; group: Group }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, leaf, tie('group')),
  group: fc.record({
    number: fc.integer({ min: 1, max: 300 }),
    items: fc.array(tie('item'), { maxLength: 4 }),
  }),
}));
const mapData = fc.record({ items: fc.array(item, { maxLength: 5 }), wounds, keep: fc.nat(40) });

fuzz('ids: map data', 1500, ['fields', 'none'], mapData, ({ items, wounds: done, keep }) => {
  const texts = items.flatMap(spelled);
  const { fields: read, isWhole } = parseDataParameter(texts.join(''));
  assert.ok(isWhole);
  assert.deepEqual(
    read,
    items.flatMap((one) => leavesOf(one, [])),
  );
  // Cut between two values it is what stands before the cut.
  const { fields: part } = parseDataParameter(texts.slice(0, keep).join(''));
  assert.deepEqual(part, read.slice(0, part.length));
  // A single group is whole with its last item only.
  const [first] = items;
  if (items.length === 1 && first !== undefined && 'items' in first)
    assert.equal(
      parseDataParameter(texts.slice(0, keep).join('')).isWhole,
      keep === 0 || keep >= texts.length,
    );
  const { fields: spoiled } = parseDataParameter(wounded(texts.join(''), done));
  for (const { path, type } of spoiled) {
    assert.match(path, /^\d{1,4}(?:\.\d{1,4}){0,32}$/);
    assert.match(type, /^[a-ln-z]$/);
  }
  for (const words of spoiled.map(textOfField)) if (words !== null) assert.doesNotMatch(words, /^$|\p{Cc}/u);
  return read.length > 0 ? 'fields' : 'none';
});

const shortPath = fc.oneof(
  fc.constantFrom(
    '/r/CRAyVHaYutz-EAE',
    '/r/CRAyVHaYutz-EAE/review',
    '/maps/AbCdEf',
    '/kgs/AbC',
    '/AbCdEf/',
    '/r/',
    '/maps/',
  ),
  fc.tuple(half, fc.nat(300)).map(([lo, action]) => {
    const bytes = Buffer.alloc(9, 9);
    bytes.writeBigUInt64LE(lo, 1);
    return `/r/${Buffer.concat([bytes, Buffer.from([0x10]), varint(BigInt(action))]).toString('base64url')}`;
  }),
);
const shortLink = fc.tuple(fc.constantFrom(...SHORT_HOSTS), shortPath, wounds);

fuzz('ids: short links', 800, ['with a CID', 'link', 'none'], shortLink, ([host, path, done]) => {
  const text = `https://${host}${wounded(path, done)}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const link = url === null ? null : parseShortLink(url);
  if (link === null) return 'none';
  const again = new URL(link.url);
  assert.equal(again.href, link.url);
  assert.equal(again.hostname, url?.hostname);
  assert.deepEqual(parseShortLink(again), link);
  assert.match(again.pathname, /^(?:\/[\w.%-]+){1,2}$/);
  if (link.cid === null) return 'link';
  assert.equal(cidFromDigits(link.cid), link.cid);
  return 'with a CID';
});

function payloadOf(one: { readonly varint: bigint } | { readonly payload: Uint8Array }): Buffer {
  return 'varint' in one ? varint(one.varint) : Buffer.from(one.payload);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

/** An item as it stands in a link; a group counts every item in it, nested ones too. */
function spelled(one: Item): string[] {
  if (!('items' in one)) return [`!${one.number}${one.type}${one.value}`];
  const inside = one.items.flatMap(spelled);
  return [`!${one.number}m${inside.length}`, ...inside];
}

function leavesOf(one: Item, above: readonly number[]): { path: string; type: string; value: string }[] {
  const path = [...above, one.number];
  if ('items' in one) return one.items.flatMap((inner) => leavesOf(inner, path));
  return [{ path: path.join('.'), type: one.type, value: decodeURIComponent(one.value) }];
}

test.describe(all);
