import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { isAppError } from '../../src/contract/errors.js';
import { cidFromDigits } from '../../src/identifiers/cid.js';
import type { MapTarget, parsePlaceRef, Query } from '../../src/identifiers/classify.js';
import { isPartial, parseFeatureId } from '../../src/identifiers/feature-id.js';
import { cleanName } from '../../src/identifiers/input-text.js';
import { parsePlaceId, placeIdOfFeature } from '../../src/identifiers/place-id.js';
import { coordinatesOf, type PlaceMarks, parseMid } from '../../src/identifiers/place-marks.js';
import { SHORT_HOSTS } from '../../src/identifiers/provider-hosts.js';
import { parseShortLink } from '../../src/identifiers/short-link.js';

// What must be true of everything a reader of links and queries gives.

/** What came of it, or null when it was refused as it should be: with one sentence for the client. */
export function orRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    assert.ok(isAppError(error, 'invalid_request'), String(error));
    assert.match(error.message, /^\P{Cc}{10,300}$/u);
    return null;
  }
}

export function assertUsable(found: Query): void {
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

export function assertReference(ref: ReturnType<typeof parsePlaceRef> | null): void {
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

export function assertShare(link: string): void {
  const url = new URL(link);
  assert.equal(url.href, link);
  assert.ok(link.startsWith('https://') && SHORT_HOSTS.has(url.host), link);
  assert.equal(url.search + url.hash + url.username + url.password, '');
  assert.equal(parseShortLink(url)?.url, link);
}

export function textOf(found: Query | null): string | null {
  if (found?.kind === 'name') return found.text;
  return found?.kind === 'map_url' && 'text' in found.target ? found.target.text : null;
}
