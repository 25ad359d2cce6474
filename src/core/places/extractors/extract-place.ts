import type { FeatureId } from '../../identifiers/feature-id.js';
import { marksOfPlaceUrl } from '../../identifiers/map-url.js';
import {
  coordinatesOf,
  isSameName,
  mergeMarks,
  NO_MARKS,
  type PlaceMarks,
} from '../../identifiers/place-marks.js';
import type { RawPlacePage } from '../../provider/raw-state.js';
import { RULES } from '../../provider/rules/built-in.js';
import { stateFeatureId, stateMarks } from '../../provider/wire/embedded-state.js';
import type { DataAnswer } from '../../provider/wire/envelope.js';
import { anythingAt } from '../../provider/wire/path-table.js';
import { PLACE_TEXTS, type PlaceText } from '../../published/place-fields.js';
import type { Place, PlaceReading } from '../place.js';
import {
  hasSnippets,
  inlineReviewRecords,
  type PlacePayload,
  readPlacePayload,
} from '../wire/place-payload.js';
import { datedNotices, readNotices } from './extract-notices.js';
import { type PanelFacts, readPanel } from './panel.js';
import { reconcileStatistics } from './review-statistics.js';
import { featureIdIn, fits, pageFeatureId, subjectOf } from './subject.js';

/**
 * Reads the place of one page load; null when the page shows no place of its own. With `expected` (a feature id) only
 * that place counts. The payload comes first, then the rendered panel; a field in neither is null.
 */
export function extractPlace(raw: RawPlacePage, expected: FeatureId | null = null): PlaceReading | null {
  const { own, foreign, places } = pickPayload(raw, expected);
  const payload = own?.payload ?? null;
  const panel = ownPanel(raw, expected, payload, foreign);
  if (payload === null && panel === null) return null;
  const featureId = own?.featureId ?? pageFeatureId(raw, expected);
  if (featureId === null) return null;

  // The provider may send the address in lines only.
  const address = payload?.address ?? payload?.addressLines?.join(', ') ?? null;
  const values = [payload && { ...payload, address }, panel].filter((source) => source !== null);
  const inlineRecords = places.flatMap(inlineReviewRecords);
  const statistics = reconcileStatistics(values);
  // A count of 0 beside reviews is a contradiction: the counts are unknown.
  const isDisputed = statistics.reviewCount === 0 && (inlineRecords.length > 0 || places.some(hasSnippets));
  const counts = isDisputed ? { ...statistics, reviewCount: null, stars: null } : statistics;
  const place: Place = { featureId, ...firstTexts(values), ...counts };
  const shown = panel === null ? [] : (raw.state?.notices ?? []);
  return {
    place,
    missing: missingFields(place),
    notices: datedNotices(readNotices(payload, own?.place ?? null, shown), raw.readAt),
    degraded: isDegraded(place),
    fromPayload: payload !== null,
    marks: pageMarks(featureId, payload, raw),
    limitedView: raw.state?.limitedView === true,
    foreignPayloads: foreign.length,
    inlineRecords,
    reviewIds: inlineRecords.flatMap(idsIn),
  };
}

type Texts = Partial<Pick<Place, PlaceText>>;

function firstTexts(sources: readonly Texts[]): Pick<Place, PlaceText> {
  const first = (name: PlaceText) => sources.find((source) => source[name] != null)?.[name] ?? null;
  return Object.fromEntries(PLACE_TEXTS.map((name) => [name, first(name)])) as Pick<Place, PlaceText>;
}

/** The number of payloads of other places in a page load. */
export function countForeignPayloads(raw: RawPlacePage, expected: FeatureId | null = null): number {
  return pickPayload(raw, expected).foreign.length;
}

/**
 * Splits payloads into the payload of the page's own place, recognised by its feature id, and payloads of other
 * places. A page may fetch twice: a full answer is preferred to a truncated answer; the inline payload comes last.
 */
function pickPayload(raw: RawPlacePage, expected: FeatureId | null) {
  const fetched = raw.payloads.flatMap(identified);
  const inline = (raw.embedded?.places ?? []).flatMap(identified);
  const all = [...fetched, ...inline];
  const ids = ownIds(raw, expected, all);
  const isOwn = ({ featureId }: IdentifiedPayload) => ids.has(featureId);
  const whole = ({ payload }: IdentifiedPayload) => payload.stars !== null;
  const own = fetched.filter(isOwn);
  const ownInline = inline.filter(isOwn);
  return {
    own: own.findLast(whole) ?? ownInline.find(whole) ?? own.at(-1) ?? ownInline[0] ?? null,
    foreign: all.filter((one) => !isOwn(one)).map(({ payload }) => payload),
    places: all.filter(isOwn).map(({ place }) => place),
  };
}

/**
 * The feature ids of the page's own place. If the page names no place (a search that opened a place), its payloads
 * count only if they all agree on one place.
 */
function ownIds(
  raw: RawPlacePage,
  expected: FeatureId | null,
  payloads: readonly IdentifiedPayload[],
): ReadonlySet<FeatureId> {
  const subject = subjectOf(raw, expected);
  const ids = new Set(payloads.map(({ featureId }) => featureId));
  const fitting = [...ids].filter((featureId) => fits(subject, featureId));
  if (subject.kind !== 'any') return new Set(fitting);
  const shown = featureIdIn(raw.url);
  if (shown !== null) return new Set([shown]);
  return ids.size === 1 ? ids : new Set();
}

type IdentifiedPayload = ReturnType<typeof identified>[number];

/** Empty for a payload without a feature id: it cannot be distinguished from the payload of another place. */
function identified(answer: DataAnswer) {
  const { payload, place } = readPlacePayload(answer);
  return payload === null || payload.featureId === null
    ? []
    : [{ featureId: payload.featureId, payload, place }];
}

/**
 * The panel, unless it may show another place's data. Its heading must be the name in the page's own payload and not
 * the name in a foreign payload. The tab's address must name no place, the page's own place, or the requested place.
 */
function ownPanel(
  raw: RawPlacePage,
  expected: FeatureId | null,
  payload: PlacePayload | null,
  foreign: readonly PlacePayload[],
): PanelFacts | null {
  if (raw.state?.panel == null) return null;
  const panel = readPanel(raw.state.panel);
  const isNamed = ({ name }: PlacePayload) => isSameName(name, panel.name);
  if (payload !== null && payload.name !== null) return isNamed(payload) ? panel : null;
  if (foreign.some(isNamed)) return null;
  const shown = featureIdIn(raw.url);
  const known = [expected, stateFeatureId(raw.embedded), featureIdIn(raw.asked)].filter(
    (featureId) => featureId !== null,
  );
  const isStrange = shown !== null && known.length > 0 && !known.includes(shown);
  return isStrange ? null : panel;
}

/** All answers of a page that may be a place payload: fetched, then inline. */
export function placeAnswers({ payloads, embedded }: RawPlacePage): readonly DataAnswer[] {
  return [...payloads, ...(embedded?.places ?? [])];
}

function idsIn(record: unknown): readonly string[] {
  const { reviewRecord, reviewAuthor } = RULES.paths;
  const author = anythingAt(record, reviewRecord.author);
  const ids = [anythingAt(record, reviewRecord.id), anythingAt(author, reviewAuthor.id)];
  return ids.filter((id) => typeof id === 'string');
}

function missingFields(place: Place): string[] {
  return Object.entries(place)
    .filter(([, value]) => value === null)
    .map(([name]) => name);
}

/** True if the place lacks statistics or a name: its page is limited or truncated. */
function isDegraded(place: Place): boolean {
  const lacksStatistics = place.reviewCount === null || place.stars === null;
  return lacksStatistics || place.name === null || (place.rating === null && place.reviewCount !== 0);
}

/**
 * The marks of a page's place: from its data first, then its document, then its own address. Each source counts only
 * if it names the same place.
 */
function pageMarks(
  featureId: FeatureId,
  payload: PlacePayload | null,
  { embedded, url }: Pick<RawPlacePage, 'embedded' | 'url'>,
): PlaceMarks {
  const isOwn = payload?.featureId === featureId;
  const ofPayload = isOwn ? { mid: payload.mid, at: coordinatesOf(payload.lat, payload.lng) } : NO_MARKS;
  const ofDocument = stateFeatureId(embedded) === featureId ? stateMarks(embedded) : NO_MARKS;
  const ofAddress = featureIdIn(url) === featureId ? marksOfPlaceUrl(new URL(url)) : NO_MARKS;
  return mergeMarks(ofPayload, mergeMarks(ofDocument, ofAddress));
}
