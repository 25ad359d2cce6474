import { cidOfFeature } from '../../identifiers/cid.js';
import type { FeatureId } from '../../identifiers/feature-id.js';
import { type MapTarget, parseMapUrl } from '../../identifiers/map-url.js';
import type { PageNames } from '../../provider/raw-state.js';
import { stateFeatureId } from '../../provider/wire/embedded-state.js';

/**
 * The condition for the page's own place. `named`: exactly this place. `cid`: any place with this CID. `any`: neither
 * the document nor the requested address names a place.
 */
type Subject =
  | { readonly kind: 'named'; readonly featureId: FeatureId }
  | { readonly kind: 'cid'; readonly cid: string }
  | { readonly kind: 'any' };

/**
 * The place of a page. The document takes precedence: it names another id than the requested id when the requested id
 * is a former id of the place. If the document names no place, the requested id counts.
 */
export function subjectOf(names: PageNames, expected: FeatureId | null = null): Subject {
  const featureId = expected ?? stateFeatureId(names.embedded);
  if (featureId !== null) return { kind: 'named', featureId };
  const asked = targetOf(names.asked);
  if (asked !== null && 'featureId' in asked) return { kind: 'named', featureId: asked.featureId };
  if (asked !== null && 'cid' in asked) return { kind: 'cid', cid: asked.cid };
  return { kind: 'any' };
}

/** True if the place with this feature id is the page's own place. */
export function fits(subject: Subject, featureId: FeatureId): boolean {
  if (subject.kind === 'any') return true;
  return subject.kind === 'named' ? subject.featureId === featureId : subject.cid === cidOfFeature(featureId);
}

/**
 * The feature id of a page's place; null when the page names none. The address in the tab counts only if neither the
 * document nor the requested address contradicts it: the page writes it after it has drawn the panel.
 */
export function pageFeatureId(names: PageNames, expected: FeatureId | null = null): FeatureId | null {
  const subject = subjectOf(names, expected);
  if (subject.kind === 'named') return subject.featureId;
  const shown = featureIdIn(names.url);
  return shown !== null && fits(subject, shown) ? shown : null;
}

/** The feature id in an address, of the tab or as requested; else null. */
export function featureIdIn(address: string | undefined): FeatureId | null {
  const target = targetOf(address);
  return target !== null && 'featureId' in target ? target.featureId : null;
}

function targetOf(url: string | undefined): MapTarget | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const target = parseMapUrl(new URL(url));
  return 'reason' in target ? null : target;
}
