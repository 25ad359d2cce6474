import { cidOfFeature } from '../../../core/identifiers/cid.js';
import { identityOf, parseReviewUrl, type ReviewIdentity } from '../../../core/identifiers/review-url.js';
import { readPlacePayload } from '../../../core/places/wire/place-payload.js';
import { createProviderUrls, reviewTarget } from '../../../core/provider/urls.js';
import { type DataAnswer, dataAnswer } from '../../../core/provider/wire/envelope.js';
import { isOwnRecord } from '../../../core/reviews/extractors/visibility.js';
import { recordIn } from '../../../core/reviews/subject-search.js';
import { readReviewPageData } from '../../../core/reviews/wire/review-page-data.js';
import type { EvidenceLoad, Manifest } from './pack-manifest.js';

// Derives the verdict of a pack from its loads once more, by the rules of docs/provider/verdicts.md. Whoever signs a
// pack cannot sign a verdict into it that its own loads do not carry.

/** Why the loads do not carry the verdict. */
export type Flaw =
  | 'verdict_contradicts_reason'
  | 'too_few_absences'
  | 'reasons_differ'
  | 'review_shown'
  | 'review_in_data'
  | 'same_context'
  | 'no_control'
  | 'control_of_other_form'
  | 'controls_missing'
  | 'no_place_page'
  | 'not_shown_in_full'
  | 'no_picture';

export type Derivation =
  | {
      readonly follows: true;
      /** Numbers of the loads that decide: of the review, and of the controls. */
      readonly reviews: readonly number[];
      readonly controls: readonly number[];
    }
  /** `loads`: the numbers of the loads that it is about. */
  | { readonly follows: false; readonly flaw: Flaw; readonly loads: readonly number[] };

const urls = createProviderUrls();
type Files = ReadonlyMap<string, Uint8Array>;
/** The parts of a manifest that its verdict rests on. */
type Proof = Pick<Manifest, 'verdict' | 'loads' | 'place'>;

/** Whether the verdict of a manifest follows from its loads and their files. */
export function deriveVerdict(manifest: Proof, files: Files): Derivation {
  const { verdict, loads } = manifest;
  if (verdict.is_visible !== (verdict.reason === 'visible')) return flawed('verdict_contradicts_reason');
  const own = loads.filter(({ purpose }) => purpose === 'review');
  return verdict.is_visible ? deriveVisible(own) : deriveAbsent(manifest, own, files);
}

function flawed(flaw: Flaw, loads: readonly EvidenceLoad[] = []): Derivation {
  return { follows: false, flaw, loads: loads.map(({ number }) => number) };
}

/** The last load of the review shows it in full, in the state after its picture (rule 15). */
function deriveVisible(own: readonly EvidenceLoad[]): Derivation {
  const last = own.at(-1);
  if (last === undefined || !isInFull(last)) return flawed('not_shown_in_full', own);
  if (last.files.picture == null) return flawed('no_picture', [last]);
  return { follows: true, reviews: [last.number], controls: [] };
}

/** The card of the place, the rating section, the stars and the own record were read. */
function isInFull({ outcome, signals }: EvidenceLoad): boolean {
  if (outcome !== 'shown' || signals === null) return false;
  const { has_place_card: card, has_rating_section: section, has_record: record } = signals;
  return card === true && section === true && record === true && signals.stars_label !== null;
}

/** Absences in different contexts, each followed by a control of the same form in full (rules 3 to 5). */
function deriveAbsent(manifest: Proof, own: readonly EvidenceLoad[], files: Files): Derivation {
  const { loads, verdict, place } = manifest;
  const shown = own.filter(({ outcome }) => outcome === 'shown');
  if (shown.length > 0) return flawed('review_shown', shown);
  const absences = own.filter(({ outcome }) => outcome === 'absent');
  if (absences.length < 2) return flawed('too_few_absences', absences);
  const foreign = absences.filter(({ asked_url: asked }) => formOf(asked) === null);
  if (foreign.length > 0) return flawed('control_of_other_form', foreign);
  const others = absences.filter(({ signals }) => signals?.reason !== verdict.reason);
  if (others.length > 0) return flawed('reasons_differ', others);
  const subjects = own.flatMap(({ asked_url: asked }) => identityIn(asked) ?? []);
  const seen = loads.filter((load) => holdsReview(load, subjects, files));
  if (seen.length > 0) return flawed('review_in_data', seen);
  const contexts = new Set(absences.map(({ context }) => context.id));
  if (contexts.size < absences.length) return flawed('same_context', absences);
  const isSaid = absences.every(({ signals }) => signals?.says_gone === true);
  const controls: EvidenceLoad[] = [];
  for (const [index, absence] of absences.entries()) {
    const next = absences[index + 1];
    const between = loads.slice(loads.indexOf(absence), next === undefined ? undefined : loads.indexOf(next));
    const good = between.filter(
      (load) =>
        load.purpose === 'control' &&
        isInFull(load) &&
        Date.parse(load.started_at_utc) >= Date.parse(absence.ended_at_utc) &&
        !isSubject(load, absence),
    );
    const control = good.find(({ asked_url: asked }) => formOf(asked) === formOf(absence.asked_url));
    if (control !== undefined) controls.push(control);
    else if (good.length > 0) return flawed('control_of_other_form', good);
    else if (next === undefined || !isSaid) return flawed('no_control', [absence]);
  }
  const cids = new Set(subjects.flatMap(({ cid }) => cid ?? []));
  const opened = loads.filter(({ purpose, outcome }) => purpose === 'place' && outcome !== 'failed');
  const pages = opened.map((load) => ({ load, ...answerIn(files, load.files.answer) }));
  // A review whose place was merged names it by its earlier CID; an address may lead to another place.
  if (place.cid !== null && own.some(({ outcome }) => outcome === 'other_place')) cids.add(place.cid);
  const hasPage = pages.some(({ load, ...answer }) => {
    if (![...cids].map(urls.cid).includes(load.asked_url)) return false;
    const shown = readPlacePayload(answer).payload?.featureId ?? null;
    // A place that is gone itself: its page shows no place, and neither does a page of the review.
    if (load.outcome === 'no_place') return shown === null && verdict.reason === 'no_business_data';
    return shown !== null && cids.has(cidOfFeature(shown) ?? '');
  });
  const missing = missingControls(loads, cids, pages, hasPage);
  if (missing.length > 0) return flawed('controls_missing', missing);
  if (!isSaid && !hasPage) return flawed('no_place_page', absences);
  const numbers = (some: readonly EvidenceLoad[]) => some.map(({ number }) => number);
  return { follows: true, reviews: numbers(absences), controls: numbers(controls) };
}

/** Whether the data of a load hold the review: its own record where it was asked for, else its record or its id. */
function holdsReview(
  { purpose, asked_url: asked, files: its }: EvidenceLoad,
  subjects: readonly ReviewIdentity[],
  files: Files,
) {
  const answer = answerIn(files, its.answer);
  if (purpose !== 'review') {
    const isNamed = ({ reviewId: id }: ReviewIdentity) => id !== null && answer.body.includes(id);
    return subjects.some((one) => isNamed(one) || recordIn(answer.data, one, 0) !== null);
  }
  const identity = identityIn(asked);
  return identity !== null && isOwnRecord(readReviewPageData(answer, identity.cid)?.record, identity);
}

/** The answer in a file; empty = there is no such file. */
function answerIn(files: Files, path: string | null | undefined): DataAnswer {
  const bytes = files.get(path ?? '');
  return dataAnswer(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
}

/** A load of the review itself cannot be a control. */
function isSubject({ asked_url: asked }: EvidenceLoad, absence: EvidenceLoad): boolean {
  const id = identityIn(asked)?.reviewId ?? null;
  return asked === absence.asked_url || (id !== null && id === identityIn(absence.asked_url)?.reviewId);
}

/** How an address names a review; null = it is not the address that a proof builds from the ids in it (rule 5). */
function formOf(address: string): 'author' | 'review' | null {
  const ids = identityIn(address);
  if (ids === null || reviewTarget(ids, urls)?.url !== address) return null;
  return ids.reviewId === null ? 'author' : 'review';
}

/**
 * Controls at the place of the review that are not shown: a disturbance of that place, unless its page, read for this
 * proof, holds none of them (rule 5).
 */
function missingControls(
  loads: readonly EvidenceLoad[],
  cids: ReadonlySet<string>,
  pages: readonly DataAnswer[],
  hasPage: boolean,
): readonly EvidenceLoad[] {
  const missing = loads.filter(
    ({ purpose, outcome, asked_url: asked }) =>
      purpose === 'control' && outcome === 'absent' && cids.has(identityIn(asked)?.cid ?? ''),
  );
  const listed = missing.filter(({ asked_url: asked }) => {
    const id = identityIn(asked)?.reviewId ?? null;
    return id !== null && pages.some(({ body }) => body.includes(id));
  });
  const addresses = new Set(missing.map(({ asked_url: asked }) => asked));
  return addresses.size > 1 && !hasPage ? missing : listed;
}

function identityIn(address: string): ReviewIdentity | null {
  const link = URL.canParse(address) ? parseReviewUrl(new URL(address)) : null;
  return link === null ? null : identityOf(link);
}
