import type { FeatureId } from '../../identifiers/feature-id.js';
import { parseMapUrl } from '../../identifiers/map-url.js';
import type { RawPageState } from '../pages/raw-state.js';
import type { Place, PlaceReading } from '../place.js';
import { inlineBodies, PLACE_SLOTS, readEmbeddedState, stateFeatureId } from '../wire/embedded-state.js';
import { type PlacePayload, readPlacePayload } from '../wire/place-payload.js';
import { pageMarks } from './page-marks.js';
import { type PanelFacts, readPanel } from './panel.js';
import { reconcileStatistics } from './review-statistics.js';

/** The raw state of one place page: what it was sent, what it fetched, what it shows. */
export interface RawPlacePage {
  /** The tab's address now. */
  readonly url: string;
  /** The HTML as the server sent it; null when it could not be read. */
  readonly html: string | null;
  /** Bodies of /maps/preview/place answers, oldest first. */
  readonly payloads: readonly string[];
  /** What is rendered; null before anything was captured. */
  readonly state: RawPageState | null;
}

const EMPTY_PANEL: PanelFacts = {
  name: null,
  address: null,
  category: null,
  rating: null,
  reviewCount: null,
  stars: null,
};

/**
 * Everything one page load says about a place, or null when it shows no place. With `expected` (a feature
 * id) only payloads about that place count. Payload first, rendered panel second; what neither holds is null.
 */
export function extractPlace(raw: RawPlacePage, expected: FeatureId | null = null): PlaceReading | null {
  const payload = pickPayload(raw, expected);
  const panel = raw.state?.panel ? readPanel(raw.state.panel) : EMPTY_PANEL;
  if (payload === null && raw.state?.panel == null) return null;
  const featureId = payload?.featureId ?? pageFeatureId(raw);
  if (featureId === null || (expected !== null && featureId !== expected)) return null;

  const statistics = reconcileStatistics(payload === null ? [panel] : [payload, panel]);
  const place: Place = {
    featureId,
    name: payload?.name ?? panel.name,
    address: payload?.address ?? payload?.addressLines?.join(', ') ?? panel.address,
    category: payload?.category ?? panel.category,
    ...statistics,
  };
  const missing = missingFields(place);
  const marks = pageMarks(featureId, payload, raw);
  return { place, missing, degraded: isDegraded(place), fromPayload: payload !== null, marks };
}

/**
 * The feature id a page is about; null when it names none. The embedded state is the provider's word; the
 * address may still be the one that was asked for, with a stale Place ID in it.
 */
export function pageFeatureId(raw: Pick<RawPlacePage, 'url' | 'html'>): FeatureId | null {
  return featureIdOfHtml(raw.html) ?? featureIdOfUrl(raw.url);
}

function featureIdOfUrl(url: string): FeatureId | null {
  if (!URL.canParse(url)) return null;
  const target = parseMapUrl(new URL(url));
  return 'featureId' in target ? target.featureId : null;
}

function featureIdOfHtml(html: string | null): FeatureId | null {
  const state = html === null ? null : readEmbeddedState(html);
  return state === null ? null : stateFeatureId(state);
}

/** A page may fetch twice: a fuller answer is preferred to a truncated one; the inline one comes last. */
function pickPayload(raw: RawPlacePage, expected: FeatureId | null): PlacePayload | null {
  const pageId = expected ?? pageFeatureId(raw);
  const fetched = ownPayloads(fittingPayloads(raw.payloads, expected), pageId);
  const whole = fetched.findLast((payload) => payload.stars !== null);
  if (whole !== undefined) return whole;
  const inline = fittingPayloads(inlineOf(raw), expected);
  return inline.find((payload) => payload.stars !== null) ?? fetched.at(-1) ?? inline[0] ?? null;
}

/** Every body of a page that may be a place payload: fetched, then inline. */
export function placeBodies(raw: RawPlacePage): readonly string[] {
  return [...raw.payloads, ...inlineOf(raw)];
}

function inlineOf(raw: RawPlacePage): readonly string[] {
  const state = raw.html === null ? null : readEmbeddedState(raw.html);
  return state === null ? [] : inlineBodies(state, PLACE_SLOTS);
}

function fittingPayloads(bodies: readonly string[], expected: FeatureId | null): PlacePayload[] {
  return bodies
    .map(readPlacePayload)
    .filter((payload) => payload !== null)
    .filter((payload) => expected === null || payload.featureId === expected);
}

/**
 * Payloads of the place the page names; neighbours may be fetched too. When none fits, the page was asked for
 * by a former id: the present one is believed if all payloads agree on it.
 */
function ownPayloads(payloads: readonly PlacePayload[], pageId: FeatureId | null): readonly PlacePayload[] {
  const own = payloads.filter((payload) => payload.featureId === pageId);
  if (own.length > 0) return own;
  return new Set(payloads.map((payload) => payload.featureId)).size === 1 ? payloads : [];
}

function missingFields(place: Place): string[] {
  return Object.entries(place)
    .filter(([, value]) => value === null)
    .map(([name]) => name);
}

/** A place whose page is limited or truncated lacks its statistics, or even its name. */
function isDegraded(place: Place): boolean {
  const lacksStatistics = place.reviewCount === null || place.stars === null;
  return lacksStatistics || place.name === null || (place.rating === null && place.reviewCount !== 0);
}
