import type { ReviewIdentity } from '../identifiers/review-url.js';
import type { PageView } from '../provider/navigation/navigate.js';
import { RULES } from '../provider/rules/built-in.js';
import { isGuarded, parseGuarded } from '../provider/wire/envelope.js';
import { valueAt } from '../provider/wire/path-table.js';
import { pathsOfId } from '../provider/wire/text-paths.js';
import type { AbsenceSigns } from './extractors/absence-signs.js';
import { isOwnRecord, type RawReviewPage, showsReview } from './extractors/visibility.js';
import type { TriedControl } from './proof/controls.js';
import { recordCid } from './wire/review-page-data.js';

/** The review that a proof of absence is about. */
export interface ReviewSubject extends ReviewIdentity {
  /** Searches a page that another load of the proof opened: one record of the subject there is a sighting. */
  readonly look: (view: PageView) => void;
  /** True if the page of the subject named its place. */
  readonly showsPlace: () => boolean;
  /** True until the page of its place was searched. Words in every absence replace the page, unless it was seen lately. */
  readonly needsPlacePage: () => boolean;
  readonly notePlacePage: () => void;
  /** Receives each control that was tried for the subject. */
  readonly noteControl: (tried: TriedControl) => void;
}

/** What other loads of a proof hold of its subject. `raw`: the review as they show it; null = only signs of it. */
export interface FoundSubject {
  readonly raw: RawReviewPage | null;
  /** Where it was found, for the log. */
  readonly where: string;
}

export type SubjectSearch = ReturnType<typeof createSubjectSearch>;

/**
 * Searches the other loads of a proof for its subject (docs/provider/verdicts.md, rule 3). `wasSeen`: whether any part of
 * the service has seen it in the last hour.
 */
export function createSubjectSearch(identity: ReviewIdentity, wasSeen: () => boolean = () => false) {
  let found: FoundSubject | null = null;
  const controls: TriedControl[] = [];
  const absences = { all: 0, said: 0 };
  const isSaid = () => absences.all > 0 && absences.said === absences.all;
  let showsPlace = false;
  let isPlaceSearched = false;
  const subject: ReviewSubject = {
    ...identity,
    look: (view) => {
      if (found?.raw != null) return;
      const now = findIn(view, identity);
      if (now !== null && (now.raw !== null || found === null)) found = now;
    },
    showsPlace: () => showsPlace,
    needsPlacePage: () => !isPlaceSearched && (wasSeen() || !isSaid()),
    notePlacePage: () => {
      isPlaceSearched = true;
    },
    noteControl: (tried) => void controls.push(tried),
  };
  return {
    subject,
    /** Call for each load of the subject itself that did not show it. */
    noteAbsence: ({ reason, saysGone }: Pick<AbsenceSigns, 'reason' | 'saysGone'>): void => {
      showsPlace ||= reason !== 'no_business_data';
      absences.all += 1;
      if (saysGone) absences.said += 1;
    },
    /** Whether every page of the subject says in words that it is gone, or one page: a record contradicts the words. */
    isSaid,
    hasWords: (): boolean => absences.said > 0,
    found: (): FoundSubject | null => found,
    controls: (): readonly TriedControl[] => controls,
  };
}

/** What the data and the cards of a view hold of a review; null = nothing. */
export function findIn({ seen, state }: PageView, identity: ReviewIdentity): FoundSubject | null {
  const id = identity.reviewId ?? identity.authorId;
  if (id === null) return null;
  const answers = [...seen.payloads, ...seen.reviews, ...seen.searches];
  const states = seen.documents.flatMap(({ html, embedded }) =>
    html?.includes(id) === true ? (embedded?.state ?? []) : [],
  );
  const data = [...answers.filter(({ body }) => body.includes(id)).map((answer) => answer.data), states];
  const record = data.map((value) => recordIn(value, identity, 0)).find((value) => value !== null);
  if (record != null) {
    const raw = rawOfRecord(record, identity);
    return { raw: showsReview(raw) ? raw : null, where: 'its record' };
  }
  if (identity.reviewId === null) return null;
  const drawn = [...(state?.review?.cards.map((card) => card.id) ?? []), ...(state?.reviewIds ?? [])];
  if (drawn.includes(identity.reviewId)) return { raw: null, where: 'its card' };
  const isNamed = data.some((value) => pathsOfId(value, identity.reviewId ?? '').length > 0);
  return isNamed ? { raw: null, where: 'its id' } : null;
}

/** Maximum depth of a record in the data of a page, and twice as much. */
const MAX_DEPTH = 24;

/** The first record of a review in nested arrays, also inside guarded JSON in a string. */
export function recordIn(value: unknown, identity: ReviewIdentity, depth: number): unknown {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string')
    return isGuarded(value) ? recordIn(parseGuarded(value), identity, depth + 1) : null;
  if (!Array.isArray(value)) return null;
  if (mayBeOwn(value, identity) && isOwnRecord(value, identity)) return value;
  for (const item of value) {
    const found = recordIn(item, identity, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** A quick check: a payload of a place holds thousands of arrays. */
function mayBeOwn(value: readonly unknown[], { reviewId, cid }: ReviewIdentity): boolean {
  if (reviewId === null) return recordCid(value) === cid;
  return RULES.paths.reviewRecord.id.some((path) => valueAt(value, path) === reviewId);
}

/** A record that came with another page, as if the review's own page had brought it. */
function rawOfRecord(record: unknown, identity: ReviewIdentity): RawReviewPage {
  const data = {
    ...{ answer: [], record, featureId: null, otherCid: null },
    ...{ namesPlace: true, holdsPlace: true },
  };
  return { identity, data, view: null };
}
