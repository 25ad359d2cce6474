import assert from 'node:assert/strict';
import fc from 'fast-check';
import { INVALID_REQUEST, isAppError } from '../../src/core/errors.js';
import { cidFromDigits } from '../../src/core/identifiers/cid.js';
import {
  classifyLink,
  classifyQuery,
  parsePlaceRef,
  type Query,
} from '../../src/core/identifiers/classify.js';
import { isPartial, parseFeatureId } from '../../src/core/identifiers/feature-id.js';
import { cleanName } from '../../src/core/identifiers/input-text.js';
import type { MapTarget } from '../../src/core/identifiers/map-url.js';
import { parsePlaceId, placeIdOfFeature } from '../../src/core/identifiers/place-id.js';
import { coordinatesOf, type PlaceMarks, parseMid } from '../../src/core/identifiers/place-marks.js';
import {
  CONSENT_HOSTS,
  isLinkHost,
  MAPS_HOSTS,
  SHORT_HOSTS,
} from '../../src/core/identifiers/provider-hosts.js';
import { classifyReviewLink, isReviewId } from '../../src/core/identifiers/review-url.js';
import { parseShortLink } from '../../src/core/identifiers/short-link.js';
import { test } from '../support/test.js';
import { properties } from './plan.js';
import { anyText, type TextWound, textWound, wounded } from './text-wounds.js';
import { PLACE_QUERIES, REVIEW_LINKS } from './valid-links.js';

const { fuzz, all } = properties();

// Links and queries are classified or refused as `invalid_request`; what is classified can be used as it is.

const wounds = fc.array(textWound, { maxLength: 4 });
const query = fc.record({ text: fc.constantFrom(...PLACE_QUERIES, ...REVIEW_LINKS), wounds });
const anyQuery = fc.oneof({ weight: 4, arbitrary: query }, fc.record({ text: anyText, wounds }));
const reviewLink = fc.record({ text: fc.constantFrom(...REVIEW_LINKS, ...PLACE_QUERIES), wounds });

interface Spoiled {
  readonly text: string;
  readonly wounds: readonly TextWound[];
}
const spoiled = ({ text, wounds: done }: Spoiled) => wounded(text, done);

const KINDS = ['name', 'place_id', 'feature_id', 'cid', 'map_url', 'share_link', 'refused'] as const;

fuzz('links: queries', 2500, KINDS, anyQuery, (input) => {
  const text = spoiled(input);
  const found = orRefused(() => classifyQuery(text));
  if (found !== null) assertUsable(found);
  const link = orRefused(() => classifyLink(text));
  if (link !== null) assertUsable(link);
  assertReference(orRefused(() => parsePlaceRef(text)));
  return found?.kind ?? 'refused';
});

const unseen = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u200b', '\ufeff', '\u202e', '\u0000'), { maxLength: 4 })
  .map((parts) => parts.join(''));

fuzz(
  'links: the same said otherwise',
  800,
  ['place_id', 'map_url', 'share_link', 'refused'],
  fc.record({ input: query, before: unseen, after: unseen }),
  ({ input, before, after }) => {
    const text = spoiled(input);
    const found = orRefused(() => classifyQuery(text));
    assert.deepEqual(
      orRefused(() => classifyQuery(before + text + after)),
      found,
    );
    if (/^https:\/\//.test(text) && !/^https:\/\/[^/?#]*:/.test(text)) {
      assert.deepEqual(
        orRefused(() => classifyQuery(text.replace('https', 'http'))),
        found,
      );
      assert.deepEqual(
        orRefused(() => classifyQuery(text.replace('https', 'HTTPS'))),
        found,
      );
    }
    const again = textOf(found);
    if (again !== null) assert.equal(cleanName(again), again);
    return found?.kind ?? 'refused';
  },
);

const host = fc.oneof(
  fc.constantFrom(...MAPS_HOSTS, ...SHORT_HOSTS, ...CONSENT_HOSTS),
  fc.constantFrom(
    ...`google.com.evil.example evil-google.com www.google.com. wwwgoogle.com google goog1e.com www.googIe.com
        www.gооgle.com ｗｗｗ.google.com www。google。com xn--ggle-55da.com www.google.xyz
        127.0.0.1 2130706433 0x7f.1 0177.0.0.1 127.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 169.254.169.254 localhost
        www.google.com%00.evil.example www.google.com%2eevil.example www.google.com\\@evil.example
        evil.example#www.google.com`.split(/\s+/),
    ...['', 'www.google.com\t', 'www.goo\ngle.com'],
  ),
  anyText,
);
const address = fc.record({
  scheme: fc.constantFrom(...'https:// http:// HtTpS:// // https: https:/ https:/// ftp://'.split(' '), ''),
  user: fc.constantFrom(
    ...['', '', '', '', 'www.google.com@', 'user:pass@', '@', ':@', 'www.google.com:443@', '%40'],
  ),
  host,
  port: fc.constantFrom('', '', '', '', ':443', ':80', ':8443', ':', ':0443', ':65536', ':x'),
  path: fc.constantFrom(
    ...['/maps/place/Bar', '/maps?q=bar', '/AbCdEf', '/maps/AbCdEf', '/r/x', '/m?continue=x', '?q=x', ''],
  ),
});

fuzz('links: hosts', 2000, ['taken', 'refused'], address, ({ scheme, user, host: name, port, path }) => {
  const text = scheme + user + name + port + path;
  const taken = [classifyLink, classifyQuery, classifyReviewLink]
    .map((classify) => orRefused<Query | ReturnType<typeof classifyReviewLink>>(() => classify(text)))
    .filter((found) => found !== null && ['map_url', 'share_link', 'review'].includes(found.kind));
  if (taken.length === 0) return 'refused';
  // What was taken for a link leads, as a browser reads it, to a host of the list and nowhere else.
  const trimmed = text.trim();
  const url = new URL(/^https?:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`);
  assert.ok(isLinkHost(url.hostname), `it leads to ${url.hostname}`);
  assert.equal(url.username + url.password + url.port, '');
  // And as a person reads it: no other spelling of that host.
  const authority = trimmed.replace(/^(?:https?:)?\/\//i, '').toLowerCase();
  assert.ok(authority.startsWith(url.hostname), `${url.hostname} is spelled otherwise`);
  return 'taken';
});

fuzz('links: reviews', 2000, ['review id', 'author', 'share link', 'refused'], reviewLink, (input) => {
  const found = orRefused(() => classifyReviewLink(spoiled(input)));
  if (found === null) return 'refused';
  if (found.kind === 'share_link') {
    assertShare(found.url);
    return 'share link';
  }
  const { link } = found;
  const { reviewId, authorId, featureId, url } = link;
  assert.match(url, /^https:\/\/www\.google\.com\/+maps\//);
  assert.equal(new URL(url).href, url);
  assert.ok((reviewId === null) !== (authorId === null), 'neither or both of review and author');
  if (reviewId !== null) assert.ok(isReviewId(reviewId));
  if (authorId !== null) assert.match(authorId, /^\d{10,25}$/);
  if (featureId !== null) assert.equal(parseFeatureId(featureId), featureId);
  // The page's own address is a link to the same review.
  if (url.length <= 2048) assert.deepEqual(classifyReviewLink(url), found);
  return reviewId === null ? 'author' : 'review id';
});

const cutLink = fc.record({ text: fc.constantFrom(...REVIEW_LINKS), end: fc.nat(400) });

fuzz('links: cut reviews', 4000, ['whole', 'the same review', 'refused'], cutLink, ({ text, end }) => {
  const whole = orRefused(() => classifyReviewLink(text));
  const found = orRefused(() => classifyReviewLink(text.slice(0, end)));
  if (whole === null || found === null) return 'refused';
  if (end >= text.length) return 'whole';
  // The code of a share link has no fixed length.
  if (whole.kind === 'share_link' || found.kind === 'share_link') return 'the same review';
  assert.equal(found.link.reviewId, whole.link.reviewId);
  assert.equal(found.link.authorId, whole.link.authorId);
  // Where a CID is the end of a link, nothing says how many digits it had.
  const isEnd = text.slice(0, end).endsWith(found.link.featureId ?? 'none');
  if (!isEnd) assert.equal(found.link.featureId, whole.link.featureId);
  return 'the same review';
});

/** What came of it, or null when it was refused as it should be: with one sentence for the client. */
function orRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    assert.ok(isAppError(error, INVALID_REQUEST), String(error));
    assert.match(error.message, /^\P{Cc}{10,300}$/u);
    return null;
  }
}

function assertUsable(found: Query): void {
  const { kind } = found;
  if (kind === 'name') assertWords(found.text);
  else if (kind === 'cid') assert.equal(cidFromDigits(found.cid), found.cid);
  else if (kind === 'feature_id') assert.equal(placeIdOfFeature(found.featureId), found.placeId);
  else if (kind === 'share_link') assertShare(found.url);
  else if (kind === 'map_url') assertTarget(found.target);
  else {
    const { placeId, featureId } = found;
    assert.deepEqual(parsePlaceId(placeId), { placeId, featureId });
  }
}

function assertReference(ref: ReturnType<typeof parsePlaceRef> | null): void {
  if (ref === null) return;
  if (ref.placeId !== null) assert.notEqual(parsePlaceId(ref.placeId), null);
  if (ref.featureId === null) assert.notEqual(ref.placeId, null);
  else assert.equal(parseFeatureId(ref.featureId), ref.featureId);
}

function assertTarget(target: MapTarget): void {
  assert.equal(Object.keys(target).filter((key) => key !== 'marks').length, 1);
  assert.ok('text' in target || !('marks' in target));
  if ('featureId' in target) {
    assert.equal(parseFeatureId(target.featureId), target.featureId);
    assert.ok(!isPartial(target.featureId) || /:0x0$/.test(target.featureId), target.featureId);
  } else if ('placeId' in target) assert.notEqual(parsePlaceId(target.placeId), null);
  else if ('cid' in target) assert.equal(cidFromDigits(target.cid), target.cid);
  else {
    assertWords(target.text);
    assertMarks(target.marks);
  }
}

function assertMarks(marks: PlaceMarks | undefined): void {
  if (marks === undefined) return;
  const { mid, at } = marks;
  assert.ok(mid !== null || at !== null, 'marks that say nothing');
  assert.equal(parseMid(mid), mid);
  if (at !== null) assert.deepEqual(coordinatesOf(at.lat, at.lng), at);
}

/** Words that can be looked up, logged and sent on as they are. */
function assertWords(text: string): void {
  assert.equal(cleanName(text), text);
  assert.doesNotMatch(text, /^$|\p{Cc}/u);
  assert.equal(Buffer.from(text, 'utf8').toString('utf8'), text, 'a lone surrogate');
}

function assertShare(link: string): void {
  const url = new URL(link);
  assert.equal(url.href, link);
  assert.ok(link.startsWith('https://') && SHORT_HOSTS.has(url.host), link);
  assert.equal(url.search + url.hash + url.username + url.password, '');
  assert.equal(parseShortLink(url)?.url, link);
}

function textOf(found: Query | null): string | null {
  if (found?.kind === 'name') return found.text;
  return found?.kind === 'map_url' && 'text' in found.target ? found.target.text : null;
}

test.describe(all);
