import { cidOfFeature } from '../../identifiers/cid.js';
import { extractPlace } from '../../places/extractors/place.js';
import type { PlaceReading } from '../../places/place.js';
import { placeArray, readPlacePayload } from '../../places/wire/place-payload.js';
import { rawPlacePage } from '../../provider/navigation/navigate.js';
import { currentRules } from '../../provider/rules/current.js';
import { readEmbeddedState } from '../../provider/wire/embedded-state.js';
import { isGuarded, parseGuarded } from '../../provider/wire/envelope.js';
import { anythingAt } from '../../provider/wire/path-table.js';
import { extractReview } from '../../reviews/extractors/review.js';
import type { Review } from '../../reviews/review.js';
import { readReviewsBatch } from '../../reviews/wire/reviews-batch.js';
import { viewOf } from '../recorded-reading.js';
import type { Recording } from '../recording.js';
import { closest, type LinkedElement, linkTree, select } from './element-tree.js';

/** A nested array in a recorded answer that is read by tables of paths. */
export interface DataRoot {
  /** The file, and where in it for copies inside a document. */
  readonly part: string;
  /** What the paths start from; null when it was not found where it is known to stand. */
  readonly value: unknown;
  /** The whole answer around it. */
  readonly whole: unknown;
  /** The list that leads from the answer to it; null = it is known by other means. */
  readonly container: string | null;
}

/** A recording with everything that is read in it. */
export interface ReadRecording {
  readonly folder: string;
  readonly recording: Recording;
  readonly reading: PlaceReading | null;
  readonly places: readonly DataRoot[];
  readonly records: readonly DataRoot[];
  readonly reviews: readonly Review[];
  /** The part of the page that shows the place. */
  readonly panel: LinkedElement | null;
  /** Cards of reviews by the id of the review. */
  readonly cards: ReadonlyMap<string, LinkedElement>;
}

/** Reads a recording with the rules in use. */
export function readWhole(folder: string, recording: Recording): ReadRecording {
  const raw = rawPlacePage(viewOf(recording));
  const reading = recording.about.kind === 'consent' ? null : extractPlace(raw);
  const own = reading?.place.featureId ?? null;
  const places = placeRoots(recording).filter(({ value, whole }) => {
    const other = value === null ? null : readPlacePayload(`${JSON.stringify(whole)}`)?.featureId;
    return other == null || own === null || other === own;
  });
  const cid = own === null ? null : cidOfFeature(own);
  const records = recordRoots(recording);
  const reviews = records
    .map(({ value }) => extractReview(value))
    .filter(
      (review) => review !== null && (cid === null || review.placeCid === cid || review.placeCid === null),
    )
    .filter((review) => review !== null);
  return {
    folder,
    recording,
    reading,
    places,
    records,
    reviews,
    panel: panelOf(recording),
    cards: cardsIn(
      linkTree(recording.list) ?? (recording.about.kind === 'review' ? linkTree(recording.panel) : null),
    ),
  };
}

function placeRoots({ about, bodies }: Recording): readonly DataRoot[] {
  const container = 'paths.placeAnswer.place';
  const fetched = about.parts
    .filter(({ kind, status }) => kind === 'payload' && status === 200)
    .map(({ file }) => {
      const body = bodies[file] ?? '';
      return { part: file, value: placeArray(body), whole: parseGuarded(body), container };
    });
  const inline = about.parts
    .filter(({ kind }) => kind === 'document')
    .flatMap(({ file }) => {
      const state = readEmbeddedState(bodies[file] ?? '');
      return guardedIn(state).flatMap((body) => {
        const value = placeArray(body);
        return value === null
          ? []
          : [{ part: `${file}, inline`, value, whole: parseGuarded(body), container }];
      });
    });
  return [...fetched, ...inline];
}

/** Guarded JSON kept as texts, wherever it stands. */
function guardedIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isGuarded(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(guardedIn) : [];
}

function recordRoots({ about, bodies }: Recording): readonly DataRoot[] {
  return about.parts.flatMap(({ kind, status, file }): DataRoot[] => {
    const body = bodies[file] ?? '';
    if (status !== 200) return [];
    if (kind === 'batch') {
      const batch = readReviewsBatch(body);
      const values = batch.kind === 'batch' ? batch.batch.records : [];
      return values.map((value) => ({ part: file, value, whole: value, container: null }));
    }
    if (kind !== 'review') return [];
    const whole = parseGuarded(body);
    const value = anythingAt(whole, currentRules().paths.reviewAnswer.record) ?? null;
    return [{ part: file, value, whole, container: 'paths.reviewAnswer.record' }];
  });
}

/** As the service limits itself: the main part around the title, else the whole. */
function panelOf({ panel, about }: Recording): LinkedElement | null {
  const tree = linkTree(panel);
  if (tree === null || about.kind === 'consent') return tree;
  const [title] = currentRules().selectors.panelTitle.flatMap((entry) => select(entry, tree));
  const heading = title ?? select('[role="main"] h1', tree)[0];
  return (
    (heading === undefined ? null : closest(heading, ({ attributes }) => attributes.role === 'main')) ?? tree
  );
}

function cardsIn(tree: LinkedElement | null): ReadonlyMap<string, LinkedElement> {
  const marked = tree === null ? [] : select('[data-review-id]', tree);
  const outermost = marked.filter(
    ({ parent }) =>
      parent === null || closest(parent, ({ attributes }) => 'data-review-id' in attributes) === null,
  );
  return new Map(outermost.map((card) => [card.attributes['data-review-id'] ?? '', card]));
}
