import { cidOfFeature } from '../../core/identifiers/cid.js';
import type { FeatureId } from '../../core/identifiers/feature-id.js';
import { placeIdOfFeature } from '../../core/identifiers/place-id.js';
import type { Place, PlaceReading } from '../../core/places/place.js';
import type { LookupPage } from '../../core/places/resolve-query.js';
import { PLACE_FIELD_NAMES, type PlaceFieldName } from '../../core/published/place-fields.js';
import { fail, ok, type Result, warn } from './check-report.js';
import type { Run } from './doctor-lookups.js';

export interface DoctorPlace {
  /** A Place ID, or the host of a share link that leads to it. */
  readonly subject: string;
  readonly page: LookupPage;
  /** Null = unknown until the place is read. */
  readonly featureId: FeatureId | null;
}

/** Facts of a place that two readings share; the CID comes with the feature id. */
const FACTS = ['name', 'address', 'category', 'rating', 'reviewCount', 'stars'] as const;

/** Reads one place from its rendered page, then by the HTTP fast path; null = it could not be read. */
export async function checkPlace(
  { list, scope, met, lookups: { rendered, fast } }: Run,
  { subject, page, featureId }: DoctorPlace,
): Promise<PlaceReading | null> {
  const work = async (): Promise<Result<PlaceReading>> => {
    const read = await rendered.read(page, scope);
    if (read === null) return warn({ code: 'place_not_shown' });
    return { ...fieldsFinding(read, featureId), value: read };
  };
  const reading = await list.check('place_fields', subject, work, 'fail');
  if (reading === null) return null;
  const view = reading.limitedView ? warn({ code: 'view_limited' }) : ok({ code: 'view_full' });
  list.note('place_view', subject, view);
  // Read after the rendered page: the consent page has been answered by then.
  await list.check('fast_path', subject, async () => {
    const fetched = await fast.read(page, scope);
    if (fetched === null)
      return warn({ code: 'fast_path_undecided', outcome: met.fastPathOutcome ?? 'undecided' });
    const differing = differingFields(fetched.place, reading.place);
    return differing.length === 0
      ? ok({ code: 'fast_path_equal' })
      : warn({ code: 'fast_path_differs', differing });
  });
  return reading;
}

/** Looks the place up by its name, and by its CID. */
export async function checkLookups(
  { list, scope, lookups: { rendered }, parts: { urls } }: Run,
  { place, marks }: PlaceReading,
): Promise<void> {
  const subject = subjectOf(place.featureId);
  const lookUp = (kind: 'search' | 'cid', page: LookupPage) =>
    list.check(kind, subject, async () => {
      const found = await rendered.identify(page, scope);
      if (found === null) return warn({ code: `${kind}_nothing` });
      return found.featureId === place.featureId
        ? ok({ code: `${kind}_found` })
        : warn({ code: `${kind}_other` });
    });
  const { name } = place;
  if (name !== null) {
    const url = urls.search(name, marks.at);
    await lookUp('search', { kind: 'search', url, cid: null, wanted: { name, marks } });
  }
  const cid = cidOfFeature(place.featureId);
  if (cid !== null) await lookUp('cid', { kind: 'cid', url: urls.cid(cid), cid });
}

/** The Place ID, or the feature id if the place has no Place ID. */
export function subjectOf(featureId: FeatureId): string {
  return placeIdOfFeature(featureId) ?? featureId;
}

function fieldsFinding(reading: PlaceReading, asked: FeatureId | null): Result<never> {
  const missing = missingFields(reading.place);
  const all = PLACE_FIELD_NAMES.length;
  const found = all - missing.length;
  if (asked !== null && reading.place.featureId !== asked) return warn({ code: 'place_other' });
  if (found <= 1) return fail({ code: 'fields_none' });
  if (found < all) return warn({ code: 'fields_missing', found, all, missing });
  return ok({ code: 'fields_all', found, all });
}

/** The published fields that a place lacks. */
function missingFields(place: Place): PlaceFieldName[] {
  const facts: Readonly<Record<string, unknown>> = { ...place, cid: cidOfFeature(place.featureId) };
  // The five star counts are one fact. Every other field is a fact of the same name.
  return PLACE_FIELD_NAMES.filter((field) => facts[field in facts ? field : 'stars'] === null);
}

/** Fields that have a value in both readings, but not the same value. */
function differingFields(one: Place, other: Place): string[] {
  const differs = (field: (typeof FACTS)[number]) =>
    one[field] !== null &&
    other[field] !== null &&
    JSON.stringify(one[field]) !== JSON.stringify(other[field]);
  return [...(one.featureId === other.featureId ? [] : ['cid']), ...FACTS.filter(differs)];
}
