import { cidOfFeature } from '../identifiers/cid.js';
import type { FeatureId } from '../identifiers/feature-id.js';
import { placeIdOfFeature } from '../identifiers/place-id.js';
import type { Place, PlaceReading } from '../places/place.js';
import type { LookupPage } from '../places/resolve-query.js';
import type { ProviderUrls } from '../provider/urls.js';
import type { Scope } from '../runtime/scope.js';
import { type CheckList, fail, ok, type Result, warn } from './check-list.js';
import type { DoctorLookups } from './lookups.js';
import type { FieldCheck } from './report.js';

/** A place to read: its name in the report, and its identifier. */
export interface DoctorPlace {
  /** A Place ID, or the host of a share link that leads to it. */
  readonly subject: string;
  readonly page: LookupPage;
  /** Null = unknown until the place is read. */
  readonly featureId: FeatureId | null;
}

/** Published fields of a place by their names inside the service; the CID comes with the feature id. */
const FIELDS = ['name', 'address', 'category', 'rating', 'reviewCount', 'stars'] as const;

/**
 * Reads one place from its rendered page, then by the HTTP fast path; null = it could not be read. `fastPathOutcome`:
 * null = the HTTP fast path is off.
 */
export async function checkPlace(
  list: CheckList,
  { rendered, fast }: DoctorLookups,
  { subject, page, featureId }: DoctorPlace,
  fastPathOutcome: (() => string | null) | null,
  scope: Scope,
): Promise<PlaceReading | null> {
  const seen: { reading: PlaceReading | null } = { reading: null };
  const work = async () => {
    seen.reading = await rendered.read(page, scope);
    return fieldsResult(seen.reading, featureId);
  };
  await list.check('place_fields', subject, work, 'fail');
  const { reading } = seen;
  if (reading === null) list.skip('place_view', subject, 'needs_other');
  else
    list.note(
      'place_view',
      subject,
      reading.limitedView ? warn({ code: 'view_limited' }) : ok({ code: 'view_full' }),
    );
  if (fastPathOutcome === null) list.skip('fast_path', subject, 'setting');
  else if (reading === null) list.skip('fast_path', subject, 'needs_other');
  // Read after the rendered page: the consent page has been answered by then.
  else
    await list.check('fast_path', subject, async () => {
      const result = await fast.read(page, scope);
      const fetched = result.kind === 'answered' ? result.answer : null;
      if (fetched === null)
        return warn({ code: 'fast_path_undecided', outcome: fastPathOutcome() ?? 'undecided' });
      const differing = differingFields(fetched.place, reading.place);
      return differing.length === 0
        ? ok({ code: 'fast_path_equal' })
        : warn({ code: 'fast_path_differs', differing });
    });
  return reading;
}

/** Looks the place up by its name, and by its CID. */
export async function checkLookups(
  list: CheckList,
  { rendered }: DoctorLookups,
  { place, marks }: PlaceReading,
  urls: ProviderUrls,
  scope: Scope,
): Promise<void> {
  const subject = subjectOf(place.featureId);
  const { name } = place;
  if (name === null) list.skip('search', subject, 'needs_other');
  else
    await list.check('search', subject, async () => {
      const url = urls.search(name, marks.at);
      const found = await rendered.identify({ kind: 'search', url, wanted: { name, marks } }, scope);
      if (found === null) return warn({ code: 'search_nothing' });
      const isSame = found.featureId === place.featureId;
      return isSame ? ok({ code: 'search_found' }) : warn({ code: 'search_other' });
    });
  const cid = cidOfFeature(place.featureId);
  if (cid === null) list.skip('cid', subject, 'needs_other');
  else
    await list.check('cid', subject, async () => {
      const found = await rendered.identify({ kind: 'place', url: urls.cid(cid) }, scope);
      if (found === null) return warn({ code: 'cid_nothing' });
      return found.featureId === place.featureId ? ok({ code: 'cid_found' }) : warn({ code: 'cid_other' });
    });
}

/** The Place ID, or the feature id if the place has no Place ID. */
export function subjectOf(featureId: FeatureId): string {
  return placeIdOfFeature(featureId) ?? featureId;
}

function fieldsResult(reading: PlaceReading | null, asked: FeatureId | null): Result {
  if (reading === null) return warn({ code: 'place_not_shown' });
  const fields = fieldChecks(reading);
  const counts = { found: publishedOf(fields.filter(({ found }) => found)), all: publishedOf(fields) };
  const isOther = asked !== null && reading.place.featureId !== asked;
  if (isOther) return { ...warn({ code: 'place_other' }), fields };
  if (counts.found <= 1) return { ...fail({ code: 'fields_none', ...counts }), fields };
  if (counts.found < counts.all) return { ...warn({ code: 'fields_missing', ...counts }), fields };
  return { ...ok({ code: 'fields_all', ...counts }), fields };
}

/** Number of published fields; the star counts are five of them. */
function publishedOf(fields: readonly FieldCheck[]): number {
  return fields.length + (fields.some(({ field }) => field === 'stars') ? 4 : 0);
}

/** Every published field of a reading, and the rule that found it. */
export function fieldChecks({ place, origins }: PlaceReading): FieldCheck[] {
  return [
    { field: 'cid', found: cidOfFeature(place.featureId) !== null, origin: origins.featureId ?? null },
    ...FIELDS.map((field) => ({ field, found: place[field] !== null, origin: origins[field] ?? null })),
  ];
}

/** Fields that have a value in both readings, but not the same value. */
export function differingFields(one: Place, other: Place): string[] {
  const differs = (field: (typeof FIELDS)[number]) =>
    one[field] !== null &&
    other[field] !== null &&
    JSON.stringify(one[field]) !== JSON.stringify(other[field]);
  return [...(one.featureId === other.featureId ? [] : ['cid']), ...FIELDS.filter(differs)];
}
