import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { classifyQuery, type Query } from '../identifiers/classify.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import type { MapTarget } from '../identifiers/link-identifiers.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { PlaceMarks, WantedPlace } from '../identifiers/place-marks.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import type { ShareLinkResolver } from './share-links.js';

/**
 * How an answer was found; published as `type` and `source`. `search_result` is the first result for a name. A link
 * is `map_url` only when the found place is known to be the place that the link names.
 */
export type Source = 'search_result' | 'map_url' | 'place_id' | 'cid';

export interface KnownPlace {
  readonly featureId: FeatureId;
  readonly placeId: string;
}

/** A provider page for a lookup. A search may look for one of several places with the same name. */
export type LookupPage =
  | { readonly kind: 'place'; readonly url: string }
  | { readonly kind: 'search'; readonly url: string; readonly wanted: WantedPlace | null };

export interface Lookup {
  readonly page: LookupPage;
  /** Queries with the same lookup have the same key. */
  readonly key: string;
  /** The CID that the place must have, if the query was a CID. */
  readonly cid: string | null;
}

export interface Resolution extends Lookup {
  readonly source: Source;
  /** The place, if arithmetic gives it; null = a lookup is needed. */
  readonly known: KnownPlace | null;
}

export type QueryResolver = (query: string, scope: Scope) => Promise<Resolution>;

const SOURCES: Readonly<Record<Query['kind'], Source>> = {
  name: 'search_result',
  place_id: 'place_id',
  feature_id: 'place_id',
  cid: 'cid',
  map_url: 'map_url',
  share_link: 'map_url',
};

/** A link with coordinates or an id has a cache key of its own. */
function textKey(text: string, marks: PlaceMarks | null): string {
  const name = `text:${text.toLowerCase()}`;
  if (marks === null) return name;
  const { mid, at } = marks;
  return `marked:${mid ?? ''}@${at === null ? '' : `${at.lat},${at.lng}`} ${name}`;
}

/** The identifiers of a whole feature id; null for `0x0:0x<cid>`, which holds only a CID. */
export function knownPlace(featureId: FeatureId): KnownPlace | null {
  const placeId = placeIdOfFeature(featureId);
  return placeId === null ? null : { featureId, placeId };
}

/** Builds the resolver. Only share links need the network to be resolved. */
export function createQueryResolver(urls: ProviderUrls, shareLinks: ShareLinkResolver): QueryResolver {
  const byTarget = (target: MapTarget, source: Source): Resolution => {
    if ('featureId' in target) return byFeature(target.featureId, source);
    if ('placeId' in target) return byPlaceId(target.placeId, source);
    if ('cid' in target) return byCid(target.cid, source);
    return byText(target.text, target.marks ?? null, source);
  };
  const byFeature = (featureId: FeatureId, source: Source): Resolution => {
    const known = knownPlace(featureId);
    if (known !== null) return { ...byPlaceId(known.placeId, source), known };
    const cid = cidOfFeature(featureId);
    if (cid === null) throw new AppError('invalid_request', message('neitherPlaceNorCid'));
    return byCid(cid, source);
  };
  const byCid = (cid: string, source: Source): Resolution => ({
    source,
    known: null,
    cid,
    key: `cid:${cid}`,
    page: { kind: 'place', url: urls.cid(cid) },
  });
  const byPlaceId = (placeId: string, source: Source): Resolution => ({
    source,
    known: null,
    cid: null,
    key: `place_id:${placeId}`,
    page: { kind: 'place', url: urls.place(placeId) },
  });
  /** A name alone, even in a link, is only searched for. */
  const byText = (text: string, marks: PlaceMarks | null, source: Source): Resolution => ({
    source: marks === null ? 'search_result' : source,
    known: null,
    cid: null,
    key: textKey(text, marks),
    page: {
      kind: 'search',
      url: urls.search(text, marks?.at ?? null),
      wanted: marks === null ? null : { name: text, marks },
    },
  });

  return async (text, scope) => {
    const query = classifyQuery(text);
    const source = SOURCES[query.kind];
    switch (query.kind) {
      case 'name':
        return byText(query.text, null, source);
      case 'cid':
        return byCid(query.cid, source);
      case 'feature_id':
        return byFeature(query.featureId, source);
      case 'place_id':
        return query.featureId === null
          ? byPlaceId(query.placeId, source)
          : byFeature(query.featureId, source);
      case 'map_url':
        return byTarget(query.target, source);
      case 'share_link':
        return byTarget(await shareLinks(query.url, scope), source);
    }
  };
}
