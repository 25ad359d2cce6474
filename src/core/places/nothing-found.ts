import { providerBlocked } from '../errors.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { cleanName } from '../identifiers/input-text.js';
import { type MapTarget, parseMapUrl } from '../identifiers/map-url.js';
import { MAPS_HOSTS } from '../identifiers/provider-hosts.js';
import { drifted, ForeignPayloads, providerFault } from '../provider/faults.js';
import { assertNoTrouble, type PageView, rawPlacePage } from '../provider/navigation/navigate.js';
import { type EmbeddedState, stateFeatureId } from '../provider/wire/embedded-state.js';
import { bodyShape } from '../provider/wire/envelope.js';
import { countForeignPayloads, placeAnswers } from './extractors/extract-place.js';
import { searchEnvelope } from './wire/search-payload.js';

/** A page that answered normally and shows no place. */
export interface NothingFound {
  readonly kind: 'nothing';
  /** True if the page's own words state it and a search answer names no place. */
  readonly saysSo: boolean;
}

/** True if the result is `NothingFound` rather than a place. */
export function isNothing(found: unknown): found is NothingFound {
  return typeof found === 'object' && found !== null && 'kind' in found && found.kind === 'nothing';
}

/**
 * Judges a page at rest that shows no place. Any trouble since the page was opened, and any contradiction, is a
 * fault. An empty map also counts as "nothing"; a search needs its answer or the page's words. The caller proves the
 * result by controls (docs/provider/verdicts.md, rule 6). With `expected` only payloads of that place count.
 * places.md §7, §8.
 */
export function nothingFound(view: PageView, expected: FeatureId | null = null): NothingFound {
  const { failures, otherFailures, pastFailures, pendingData } = view.seen;
  if ([...failures, ...otherFailures, ...pastFailures].includes(429))
    throw providerBlocked({ cause: "429 to one of the page's own requests" });
  assertNoTrouble(view, pendingData);
  assertNoPlace(view, expected);
  const embedded = assertPageAskedFor(view);
  const answers = [...view.seen.searches, ...embedded.searches].map((answer) => ({
    answer,
    envelope: searchEnvelope(answer, view.asked),
  }));
  const saysNotFound = view.state?.saysNotFound === true;
  for (const { answer, envelope } of answers) {
    if (envelope === 'no_answer')
      throw providerFault(`the search was answered without data: ${bodyShape(answer)}`);
    // The page's own words need an answer that names no place, whatever its exact form (verdicts.md, rule 6).
    if (envelope === 'unknown_form' || (envelope === 'without_echo' && !saysNotFound))
      throw drifted('search_answer', bodyShape(answer));
    if (envelope === 'results') throw providerFault('the search found places and none was drawn');
  }
  if (answers.length > 0) return { kind: 'nothing', saysSo: saysNotFound };
  // The unfinished request may be the request that tells the page which place to show.
  if (view.seen.unfinished > 0) throw providerFault('the page still waits for an answer');
  if (!saysNotFound && isSearch(view.asked)) throw providerFault('the search was not answered');
  return { kind: 'nothing', saysSo: false };
}

function isSearch(asked: string): boolean {
  return URL.canParse(asked) && new URL(asked).pathname.startsWith('/maps/search');
}

/** Throws if the page has data of a place or a result list: they contradict "nothing found". */
function assertNoPlace(view: PageView, expected: FeatureId | null): void {
  const raw = rawPlacePage(view);
  const foreign = countForeignPayloads(raw, expected);
  if (foreign > 0) throw providerFault(new ForeignPayloads(foreign));
  const unread = view.seen.payloads.find(
    ({ body, data }) => Array.isArray(data) && body.length > MAX_FILLER_LENGTH,
  );
  if (unread !== undefined)
    throw drifted('place_payload', `no place can be read from a payload: ${bodyShape(unread)}`);
  if (view.seen.payloads.length > 0 || placeAnswers(raw).some(({ data }) => data === undefined))
    throw providerFault('the place was answered without data');
  if (view.state?.panel != null) throw providerFault('the page shows a panel whose place is not known');
  if (view.state?.cards?.some(({ sponsored }) => !sponsored) === true)
    throw providerFault('the page shows results that cannot be read');
}

/** The state of the document. The document must be the requested page and must not name a place. */
function assertPageAskedFor({ seen, asked }: PageView): EmbeddedState {
  const document = seen.documents.at(-1);
  if (document === undefined || document.status !== 200)
    throw providerFault(`document status ${document?.status ?? 'unknown'}`);
  const state = document.embedded;
  if (state === null) throw providerFault('the page holds no state');
  if (stateFeatureId(state) !== null) throw providerFault('the place was not drawn');
  if (!isSamePage(asked, document.url))
    throw providerFault('another page came in place of the requested page');
  return state;
}

/** A short link is not a map address: only opening the link shows its target. */
function isSamePage(asked: string, opened: string): boolean {
  if (asked === opened || !MAPS_HOSTS.has(new URL(asked).hostname)) return true;
  const [one, other] = [asked, opened].map((url) => parseMapUrl(new URL(url)));
  if (one === undefined || other === undefined || 'reason' in one || 'reason' in other) return false;
  return subjectKey(one) === subjectKey(other);
}

function subjectKey(target: MapTarget): string {
  if ('featureId' in target) return target.featureId;
  if ('placeId' in target) return target.placeId;
  return 'cid' in target ? `cid ${target.cid}` : `text ${cleanName(target.text).toLowerCase()}`;
}

/** Maximum length of a body that means only "no answer", in characters. */
const MAX_FILLER_LENGTH = 200;
