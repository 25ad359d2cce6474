import { cidOfFeature } from '../../identifiers/cid.js';
import type { FeatureId } from '../../identifiers/feature-id.js';
import type { MapTarget } from '../../identifiers/link-identifiers.js';
import { parseMapUrl } from '../../identifiers/map-url.js';
import type { PageNames } from '../../provider/raw-state.js';
import { readEmbeddedState, stateFeatureId } from '../../provider/wire/embedded-state.js';

/**
 * What a place must be to be the page's own. `named`: this very place. `cid`: any place with this CID. `any`:
 * neither the document nor the address asked for names a place.
 */
export type Subject =
  | { readonly kind: 'named'; readonly featureId: FeatureId }
  | { readonly kind: 'cid'; readonly cid: string }
  | { readonly kind: 'any' };

/**
 * The place a page is about. The document is the provider's word: it may name another id than the one asked for
 * when that one is a former id of the place. A document that names none leaves the id that was asked for.
 */
export function subjectOf(names: PageNames, expected: FeatureId | null = null): Subject {
  const featureId = expected ?? documentFeatureId(names.html);
  if (featureId !== null) return { kind: 'named', featureId };
  const asked = targetOf(names.asked);
  if (asked !== null && 'featureId' in asked) return { kind: 'named', featureId: asked.featureId };
  if (asked !== null && 'cid' in asked) return { kind: 'cid', cid: asked.cid };
  return { kind: 'any' };
}

/** True when a place with this id is the page's own. */
export function fits(subject: Subject, featureId: FeatureId): boolean {
  if (subject.kind === 'any') return true;
  return subject.kind === 'named' ? subject.featureId === featureId : subject.cid === cidOfFeature(featureId);
}

/**
 * The feature id a page is about; null when it names none. The address in the tab counts only where neither the
 * document nor the address asked for contradicts it: the page writes it after the panel it has drawn.
 */
export function pageFeatureId(names: PageNames, expected: FeatureId | null = null): FeatureId | null {
  const subject = subjectOf(names, expected);
  if (subject.kind === 'named') return subject.featureId;
  const shown = tabFeatureId(names);
  return shown !== null && fits(subject, shown) ? shown : null;
}

/** The place the tab's address names; null when it names none. */
export function tabFeatureId({ url }: Pick<PageNames, 'url'>): FeatureId | null {
  const target = targetOf(url);
  return target !== null && 'featureId' in target ? target.featureId : null;
}

/** The place the address asked for names by its feature id; null when it names none. */
export function askedFeatureId({ asked }: Pick<PageNames, 'asked'>): FeatureId | null {
  const target = targetOf(asked);
  return target !== null && 'featureId' in target ? target.featureId : null;
}

/** The place a document names; null when it names none or could not be read. */
export function documentFeatureId(html: string | null): FeatureId | null {
  const state = html === null ? null : readEmbeddedState(html);
  return state === null ? null : stateFeatureId(state);
}

function targetOf(url: string | undefined): MapTarget | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const target = parseMapUrl(new URL(url));
  return 'reason' in target ? null : target;
}
