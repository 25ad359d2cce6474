import { AppError, INVALID_REQUEST } from '../errors.js';
import { cidOfFeature } from '../identifiers/cid.js';
import { classifyQuery, type PlaceRef, type Query } from '../identifiers/classify.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { PlaceMarks, WantedPlace } from '../identifiers/place-marks.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
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

/** The page of the provider that a lookup opens, and the place that the page must show. */
export type LookupPage =
  /** `cid`: null = the Place ID holds no CID. */
  | { readonly kind: 'place'; readonly url: string; readonly cid: string | null }
  /** The place must have this CID. */
  | { readonly kind: 'cid'; readonly url: string; readonly cid: string }
  /** A search may look for one of several places with the same name. */
  | {
      readonly kind: 'search';
      readonly url: string;
      readonly cid: null;
      readonly wanted: WantedPlace | null;
    };

interface Lookup {
  readonly page: LookupPage;
  /** Queries with the same lookup have the same key. */
  readonly key: string;
  /** The place, if arithmetic gives it; null = a lookup is needed. */
  readonly known: KnownPlace | null;
}

export interface Resolution extends Lookup {
  readonly source: Source;
}

export type QueryResolver = (query: string, scope: Scope) => Promise<Resolution>;

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

/** The lookup of a place by its Place ID or feature id. A feature id that holds only a CID is looked up by the CID. */
export function lookupOfRef({ placeId, featureId }: PlaceRef, urls: ProviderUrls): Lookup {
  const known = featureId === null ? null : knownPlace(featureId);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  const id = featureId === null ? placeId : (known?.placeId ?? null);
  if (id !== null) return { known, key: `place_id:${id}`, page: { kind: 'place', url: urls.place(id), cid } };
  if (cid === null) throw new AppError(INVALID_REQUEST, message('neitherPlaceNorCid'));
  return lookupOfCid(cid, urls);
}

function lookupOfCid(cid: string, urls: ProviderUrls): Lookup {
  return { known: null, key: `cid:${cid}`, page: { kind: 'cid', url: urls.cid(cid), cid } };
}

/** A name alone, even in a link, is only searched for. */
function lookupOfText(text: string, marks: PlaceMarks | null, urls: ProviderUrls): Resolution {
  const wanted = marks === null ? null : { name: text, marks };
  const url = urls.search(text, marks?.at ?? null);
  const page = { kind: 'search', url, cid: null, wanted } as const;
  return {
    known: null,
    key: textKey(text, marks),
    page,
    source: wanted === null ? 'search_result' : 'map_url',
  };
}

/** The lookup of a query that names its place itself. */
export function lookupOf(query: Exclude<Query, { kind: 'share_link' }>, urls: ProviderUrls): Resolution {
  switch (query.kind) {
    case 'name':
      return lookupOfText(query.text, null, urls);
    case 'cid':
      return { ...lookupOfCid(query.cid, urls), source: 'cid' };
    case 'feature_id':
    case 'place_id':
      return { ...lookupOfRef(query, urls), source: 'place_id' };
    case 'map_url': {
      const { target } = query;
      if ('text' in target) return lookupOfText(target.text, target.marks ?? null, urls);
      if ('cid' in target) return { ...lookupOfCid(target.cid, urls), source: 'map_url' };
      return { ...lookupOfRef({ placeId: null, featureId: null, ...target }, urls), source: 'map_url' };
    }
  }
}

/** Builds the resolver. Only share links need the network to be resolved. */
export function createQueryResolver(urls: ProviderUrls, shareLinks: ShareLinkResolver): QueryResolver {
  return async (text, scope) => {
    const query = classifyQuery(text);
    if (query.kind !== 'share_link') return lookupOf(query, urls);
    return lookupOf({ kind: 'map_url', target: await shareLinks(query.url, scope) }, urls);
  };
}
