import { DiagnosticError, isAppError } from '../../../core/errors.js';
import { isNothing } from '../../../core/places/nothing-found.js';
import { readPlacePayload } from '../../../core/places/wire/place-payload.js';
import type { PageView } from '../../../core/provider/navigation/navigate.js';
import { dataKind } from '../../../core/provider/navigation/observation.js';
import { isOwnRecord, ownCard, type RawReviewPage } from '../../../core/reviews/extractors/visibility.js';
import { type ReviewPageReading, rawReviewPage } from '../../../core/reviews/review-page.js';
import { readReviewPageData } from '../../../core/reviews/wire/review-page-data.js';
import type { EvidenceLoad } from '../proof/pack-manifest.js';
import type { PackFile } from './pack-zip.js';
import { askedReview, placeReading, type RecordedLoad, reviewReading } from './record-loads.js';

/** How a pack writes times. */
export interface PackTimes {
  /** ISO 8601 in UTC; `at`: milliseconds since 1970. */
  readonly utc: (at: number) => string;
  /** ISO 8601 with the offset of the service's time zone. */
  readonly local: (at: number) => string;
}

/**
 * A recorded load as the manifest lists it, and its files. `picture`: its picture with the bar above it; null = no
 * picture could be made.
 */
export function loadEntry(
  load: RecordedLoad,
  position: number,
  picture: Buffer | null,
  times: PackTimes,
): { readonly entry: EvidenceLoad; readonly files: readonly PackFile[] } {
  const { asked, view, end, snapshot } = load;
  const purpose = purposeOf(load);
  const folder = `loads/${String(position).padStart(2, '0')}-${purpose.replace('_', '-')}`;
  const reading = 'reading' in end ? reviewReading(end.reading) : null;
  const raw = rawOf(load, reading);
  const answer = view === null ? null : answerOf(view, raw, end);
  const contents = {
    picture: { name: 'page.png', bytes: picture },
    page: { name: 'page.mhtml', bytes: snapshot.page },
    answer: { name: 'answer.json', bytes: answer },
    state: { name: 'state.json', bytes: stateOf(load, reading) },
  };
  const pathOf = (file: keyof typeof contents) =>
    contents[file].bytes === null ? null : `${folder}/${contents[file].name}`;
  const missing = [
    ...snapshot.missing,
    ...(picture === null && snapshot.picture !== null
      ? [{ file: 'picture' as const, why: 'the bar above it could not be made' }]
      : []),
    ...(answer === null ? [{ file: 'answer' as const, why: 'no data answer came' }] : []),
    ...(contents.state.bytes === null ? [{ file: 'state' as const, why: 'the page was not seen' }] : []),
  ];
  return {
    entry: {
      number: position,
      purpose,
      folder,
      asked_url: asked ?? '',
      final_url: load.finalUrl,
      started_at_utc: times.utc(load.startedAt),
      started_at_local: times.local(load.startedAt),
      ended_at_utc: times.utc(load.endedAt),
      method: 'rendered',
      context: {
        id: load.context.id,
        cookies_before: load.context.cookiesBefore && [...load.context.cookiesBefore],
        cookies_after: load.context.cookiesAfter && [...load.context.cookiesAfter],
      },
      requests: load.exchanges
        .filter(({ url, isDocument }) => isDocument || dataKind(url) !== null)
        .map(({ method, url, status }) => ({ method, url, status })),
      tls: snapshot.tls && {
        ...snapshot.tls,
        valid_from: snapshot.tls.validFrom === null ? null : times.utc(snapshot.tls.validFrom),
        valid_to: snapshot.tls.validTo === null ? null : times.utc(snapshot.tls.validTo),
      },
      ...outcomeOf(load, reading),
      signals: reading === null ? null : signalsOf(reading, raw),
      files: {
        picture: pathOf('picture'),
        page: pathOf('page'),
        answer: pathOf('answer'),
        state: pathOf('state'),
      },
      missing,
    },
    files: Object.values(contents).flatMap(({ name, bytes }) =>
      bytes === null ? [] : [{ path: `${folder}/${name}`, bytes: Buffer.from(bytes) }],
    ),
  };
}

function purposeOf({ isSubject, isForName, asked }: RecordedLoad): EvidenceLoad['purpose'] {
  if (isForName) return 'place_name';
  if (isSubject) return 'review';
  return askedReview(asked ?? '', null) === null ? 'place' : 'control';
}

/** The raw state on which a review's page was judged; null for another page. */
export function rawOf(
  { asked, view, mergedInto, isSubject }: RecordedLoad,
  reading: ReviewPageReading | null,
): RawReviewPage | null {
  if (reading?.kind === 'visible') return reading.raw;
  const identity = askedReview(asked ?? '', isSubject ? mergedInto : null);
  return identity === null || view === null ? null : rawReviewPage(view, identity);
}

function outcomeOf(
  { isSubject, end }: RecordedLoad,
  reading: ReviewPageReading | null,
): Pick<EvidenceLoad, 'outcome' | 'why'> {
  if ('error' in end) return { outcome: 'failed', why: whyOf(end.error) };
  if (reading === null) return { outcome: isNothing(end.reading) ? 'no_place' : 'read', why: null };
  if (reading.kind === 'elsewhere')
    return { outcome: 'other_place', why: `the page is about CID ${reading.cid}` };
  if (reading.kind === 'absent') return { outcome: 'absent', why: null };
  // A control counts only when it is shown in full.
  if (!isSubject && reading.sighting === null) return { outcome: 'failed', why: 'shown in part' };
  return { outcome: 'shown', why: null };
}

/** The reason of a failure in words of this service. */
function whyOf(error: unknown): string {
  if (!isAppError(error)) return error instanceof DiagnosticError ? error.message : 'unexpected failure';
  const { cause, code } = error;
  if (typeof cause === 'string') return cause;
  return cause instanceof DiagnosticError ? cause.message : code;
}

function signalsOf(reading: ReviewPageReading, raw: RawReviewPage | null): EvidenceLoad['signals'] {
  const view = raw?.view ?? null;
  const own = raw === null ? null : ownCard(raw);
  const shape = shapeOf(reading);
  const shownReason = reading.kind === 'absent' ? reading.signs.reason : null;
  return {
    reason: shownReason,
    says_gone: reading.kind === 'absent' ? reading.signs.saysGone : (view?.saysGone ?? null),
    has_place_card: view?.hasCard ?? null,
    has_rating_section: view === null ? null : own?.hasSection === true,
    has_record: raw === null ? null : isOwnRecord(raw.data?.record, raw.identity),
    stars_label: own?.stars ?? null,
    slots: shape?.slots ?? null,
    data_echoes: [...(shape?.dataEchoes ?? [])],
    document_echoes: [...(shape?.documentEchoes ?? [])],
  };
}

function shapeOf(reading: ReviewPageReading) {
  if (reading.kind === 'absent') return reading.signs.shape;
  return reading.kind === 'visible' ? (reading.sighting?.().shape ?? null) : null;
}

/** The data answer that decided: with the review's own record, with the place of the page; else the last answer. */
function answerOf({ seen }: PageView, raw: RawReviewPage | null, end: RecordedLoad['end']): string | null {
  if (raw === null) {
    const place = 'reading' in end ? placeReading(end.reading) : null;
    const all = [...seen.searches, ...(seen.documents.at(-1)?.embedded?.places ?? []), ...seen.payloads];
    const own = all.findLast((one) => place?.featureId === (readPlacePayload(one).payload?.featureId ?? ''));
    return (own ?? all.at(-1))?.body ?? null;
  }
  const { identity } = raw;
  const own = seen.reviews.findLast((answer) =>
    isOwnRecord(readReviewPageData(answer, identity.cid)?.record, identity),
  );
  return (own ?? seen.reviews.at(-1))?.body ?? null;
}

/** The captured state that the load was decided on, with the observation of its requests. */
function stateOf({ view, end }: RecordedLoad, reading: ReviewPageReading | null): string | null {
  if (view === null) return null;
  const { asked, url, settled, dataOverdue, state, seen } = view;
  const { failures, pastFailures, otherFailures, pending, pendingData, loaded } = seen;
  const decision =
    'error' in end
      ? { failed: whyOf(end.error) }
      : reading?.kind === 'absent'
        ? reading
        : { kind: reading?.kind ?? 'place', shape: reading === null ? null : shapeOf(reading) };
  const observed = { failures, pastFailures, otherFailures, pending, pendingData, loaded };
  return `${JSON.stringify({ asked, url, settled, dataOverdue, observed, decision, state }, null, 1)}\n`;
}
