import { currentRules } from '../../provider/rules/current.js';
import { listIn } from '../../provider/rules/found-at.js';
import { findField } from '../../provider/wire/path-table.js';
import { extractReview } from '../../reviews/extractors/review.js';
import type { Review } from '../../reviews/review.js';
import { descendants, type LinkedElement } from './element-tree.js';
import { authorRoot } from './field-report.js';
import {
  FIELDS,
  type Field,
  isWritten,
  type PathSource,
  reviewValue,
  type ShownSource,
  sameValue,
} from './fields.js';
import { findValues } from './find-values.js';
import { type PathSample, pathProposals } from './path-proposals.js';
import { byScore, type Proposal, quoted } from './proposal.js';
import type { DataRoot, ReadRecording } from './recorded-data.js';
import { type ShownSample, selectorProposals, shownValue } from './selector-proposals.js';
import type { Want } from './wants.js';

type Fits = (value: unknown) => boolean;

/** Proposals for one list that leads to a field, the best first; empty = nothing was found that reads the value. */
export interface FieldProposals {
  readonly field: Field;
  readonly list: string;
  /** A person named the value; otherwise another source of the same recording holds it. */
  readonly isWanted: boolean;
  /** Where a wanted value stands in a form that the field's reader does not take. */
  readonly elsewhere: readonly string[];
  readonly proposals: readonly Proposal[];
}

/**
 * What would make fields readable from the lists that do not hold them: those a person names the value of, and those
 * that another source of the same recording holds.
 */
export function fieldProposals(
  read: readonly ReadRecording[],
  wants: readonly Want[],
): readonly FieldProposals[] {
  return FIELDS.flatMap((field) => {
    const own = wants.filter((want) => want.field === field);
    const elsewhere = own.flatMap((want) => otherForms(read[want.recording], want));
    const ofPaths = field.paths.flatMap((source) =>
      proposalsOf(field, source.list, own, pathSamples(read, field, source, own), (samples) =>
        pathProposals(field.published.join(', '), source, samples),
      ).map((group) => (group.proposals.length === 0 ? { ...group, elsewhere } : group)),
    );
    const { shown } = field;
    if (shown === null) return ofPaths;
    const ofShown = proposalsOf(field, shown.list, own, shownSamples(read, field, shown, own), (samples) =>
      selectorProposals(field.published.join(', '), shown, samples),
    );
    return [...ofPaths, ...ofShown];
  });
}

function proposalsOf<S>(
  field: Field,
  list: string,
  wants: readonly Want[],
  samples: readonly S[],
  propose: (samples: readonly S[]) => readonly Proposal[],
): readonly FieldProposals[] {
  if (samples.length === 0) return [];
  const proposals = byScore(propose(samples));
  return [{ field, list, isWanted: wants.length > 0, elsewhere: [], proposals }];
}

function pathSamples(
  read: readonly ReadRecording[],
  field: Field,
  source: PathSource,
  wants: readonly Want[],
): readonly PathSample[] {
  return read.flatMap((one, index): readonly PathSample[] => {
    const own = wants.filter(({ recording }) => recording === index);
    const roots = field.of === 'place' ? one.places : one.records.map((root) => authorRoot(field, root));
    const samples =
      own.length > 0
        ? roots
            .map((root) => ({ root, fits: written(own) }))
            .filter((sample) => field.of === 'place' || holds(source, sample))
        : roots.flatMap((root, at) => otherwise(one, field, root, at));
    return samples.some(({ root, fits }) => fits(pathValue(source, root))) ? [] : samples;
  });
}

/** The value that what is shown holds, for a path that holds none. */
function otherwise(one: ReadRecording, field: Field, root: DataRoot, at: number): readonly PathSample[] {
  const { shown } = field;
  const element = field.of === 'place' ? one.panel : cardOf(one, one.records[at]);
  if (shown === null || element === null) return [];
  const value = firstShown(shown, element);
  if (!says(value) || field.paths.some((source) => pathValue(source, root) !== null)) return [];
  return [{ root, fits: (other) => sameValue(other, value) }];
}

function shownSamples(
  read: readonly ReadRecording[],
  field: Field,
  shown: ShownSource,
  wants: readonly Want[],
): readonly ShownSample[] {
  return read.flatMap((one, index): readonly ShownSample[] => {
    const own = wants.filter(({ recording }) => recording === index);
    const parts = field.of === 'place' ? (one.panel === null ? [] : [one.panel]) : [...one.cards.values()];
    const samples =
      own.length > 0
        ? parts
            .map((root) => ({ root, fits: written(own) }))
            .filter((sample) => field.of === 'place' || isShown(shown, sample))
        : parts.flatMap((root) => {
            const value = dataValue(one, field, root);
            return says(value) ? [{ root, fits: (other: unknown) => sameValue(other, value) }] : [];
          });
    // Pages and data write some values differently: without a wanted one, a list that reads anything works.
    const isRead = samples.some(({ root, fits }) => {
      const value = firstShown(shown, root);
      return own.length > 0 ? fits(value) : value !== null;
    });
    return isRead ? [] : samples;
  });
}

const MOST_ELSEWHERE = 3;

/** Texts in the data that say the value, such as "8 713 opinii" for a count. */
function otherForms(one: ReadRecording | undefined, { field, name, text }: Want): readonly string[] {
  const roots = one === undefined ? [] : field.of === 'place' ? one.places : one.records;
  const says = (value: unknown) => {
    if (typeof value !== 'string' || value.length > LONGEST_LABEL) return false;
    const read = field.shown?.read([value]) ?? value;
    return isWritten(field, name, text, read);
  };
  return roots
    .flatMap(({ part, whole }) =>
      findValues(whole, says).map(({ path, value }) => `${part} ${JSON.stringify(path)} ${quoted(value)}`),
    )
    .slice(0, MOST_ELSEWHERE);
}

const LONGEST_LABEL = 200;

function written(wants: readonly Want[]): Fits {
  return (value) =>
    value !== null && wants.every(({ field, name, text }) => isWritten(field, name, text, value));
}

/** An empty text and no likes are no value that could be found. */
function says(value: unknown): boolean {
  return value !== null && value !== '' && value !== 0;
}

function dataValue(one: ReadRecording, field: Field, card: LinkedElement): unknown {
  if (field.of === 'review') return reviewValue(reviewOf(one, card), field.name);
  return (
    one.places
      .flatMap((root) => field.paths.map((source) => pathValue(source, root)))
      .find((value) => value !== null) ?? null
  );
}

function pathValue({ list, type, value }: PathSource, root: DataRoot): unknown {
  const paths = (listIn(currentRules(), list) ?? []).filter((entry) => typeof entry !== 'string');
  const found = findField(root.value, paths, type);
  return found === null ? null : value(found.value);
}

function firstShown(shown: ShownSource, root: LinkedElement): unknown {
  for (const entry of listIn(currentRules(), shown.list) ?? []) {
    const { value } = shownValue(shown, String(entry), root);
    if (value !== null) return value;
  }
  return null;
}

function holds({ type, value }: PathSource, { root, fits }: PathSample): boolean {
  const isFit = (there: unknown) => {
    const parsed = type.safeParse(there);
    return parsed.success && fits(value(parsed.data));
  };
  return findValues(root.value, isFit).length > 0;
}

function isShown(shown: ShownSource, { root, fits }: ShownSample): boolean {
  return descendants(root).some((element) => {
    const raw = shown.attribute === null ? null : (element.attributes[shown.attribute] ?? null);
    const value =
      shown.attribute === null ? shown.read([textBelow(element)]) : raw === null ? null : shown.read([raw]);
    return value !== null && fits(value);
  });
}

function textBelow({ children }: LinkedElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textBelow(child))).join('');
}

function reviewOf({ reviews }: ReadRecording, card: LinkedElement): Review | null {
  return reviews.find(({ id }) => id === card.attributes['data-review-id']) ?? null;
}

function cardOf({ cards }: ReadRecording, root: DataRoot | undefined): LinkedElement | null {
  const id = extractReview(root?.value)?.id ?? null;
  return id === null ? null : (cards.get(id) ?? null);
}
