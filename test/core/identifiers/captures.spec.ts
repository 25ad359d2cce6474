import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { cidOfFeature } from '../../../src/core/identifiers/cid.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { parseFeatureId } from '../../../src/core/identifiers/feature-id.js';
import { parsePlaceId, placeIdOfFeature } from '../../../src/core/identifiers/place-id.js';
import { expect, test } from '../../support/test.js';

const FILE = fileURLToPath(new URL('../../../../shared/captures/identifiers.json', import.meta.url));

const RECORDED = z.object({
  items: z.array(z.object({ placeId: z.string(), featureId: z.string(), cid: z.string() })).min(1),
  gPageLinks: z.array(z.object({ gPageId: z.string(), cid: z.string() })).min(1),
  coordinateOnlyPlaceIds: z.array(z.object({ placeId: z.string() })).min(1),
});

test.skip(!existsSync(FILE), `the recorded identifiers are not on this machine (${FILE})`);

test('every recorded Place ID, feature id and CID follow from each other', () => {
  for (const { placeId, featureId, cid } of recorded().items) {
    expect(parsePlaceId(placeId)).toEqual({ placeId, featureId });
    expect(placeIdOfFeature(featureId)).toBe(placeId);
    expect(parseFeatureId(featureId)).toBe(featureId);
    expect(cidOfFeature(featureId)).toBe(cid);
  }
});

test('every recorded identifier is classified as what it is', () => {
  for (const { placeId, featureId, cid } of recorded().items) {
    expect(classifyQuery(placeId)).toEqual({ kind: 'place_id', placeId, featureId });
    expect(classifyQuery(featureId)).toEqual({ kind: 'feature_id', featureId, placeId });
    expect(classifyQuery(cid)).toEqual({ kind: 'cid', cid });
    const link = `https://www.google.com/maps/place/X/data=!4m7!3m6!1s${featureId}!19s${placeId}`;
    expect(classifyQuery(link)).toEqual({ kind: 'map_url', target: { featureId } });
  }
});

test('every recorded g.page id gives its CID', () => {
  for (const { gPageId, cid } of recorded().gPageLinks) {
    const query = classifyQuery(`https://g.page/r/${gPageId}/review`);
    expect(query).toEqual({ kind: 'map_url', target: { cid } });
  }
});

test('recorded Place IDs of coordinates hold no feature', () => {
  for (const { placeId } of recorded().coordinateOnlyPlaceIds) {
    expect(parsePlaceId(placeId)).toEqual({ placeId, featureId: null });
  }
});

function recorded(): z.infer<typeof RECORDED> {
  return RECORDED.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}
