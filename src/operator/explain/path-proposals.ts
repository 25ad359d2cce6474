import type { IndexPath } from '../../provider/rules/built-in.js';
import { entryText } from '../../provider/rules/found-at.js';
import { valueAt } from '../../provider/wire/path-table.js';
import type { PathSource } from './fields.js';
import { before, findValues, likeness } from './find-values.js';
import { builtInEntries, isAccepted, isInUse, type Proposal, quoted, type RuleLine } from './proposal.js';
import type { DataRoot } from './recorded-data.js';

/** An object in which a field must be found, and how its value is recognised. */
export interface PathSample {
  readonly root: DataRoot;
  readonly fits: (value: unknown) => boolean;
}

/** Paths by which a list would find what it must in the samples. */
export function pathProposals(
  field: string,
  source: PathSource,
  samples: readonly PathSample[],
): readonly Proposal[] {
  const known = builtInEntries(source.list).filter((entry) => typeof entry !== 'string');
  const read = (value: unknown): unknown => {
    const parsed = source.type.safeParse(value);
    return parsed.success ? source.value(parsed.data) : null;
  };
  const candidates = new Map<string, Candidate>();
  for (const { root, fits } of samples)
    for (const candidate of [
      ...withinObject(source, root, fits, read),
      ...movedObject(known, root, fits, read),
    ])
      candidates.set(`${candidate.line.list} ${entryText(candidate.line.entry)}`, candidate);
  return [...candidates.values()].flatMap(({ line, path, whole, value, isObject }): Proposal[] => {
    if (isInUse(line) || !isAccepted([line])) return [];
    const verdicts = samples.map(({ root, fits }) => {
      const there = read(valueAt(whole ? root.whole : root.value, path));
      return there === null ? 'nothing' : fits(there) ? 'agrees' : 'contradicts';
    });
    const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
    const nearest = nearestOf(line.entry as IndexPath, isObject ? builtInPaths(line.list) : known);
    const agrees = count('agrees');
    const contradicts = count('contradicts');
    const alike = nearest === null ? 0 : likeness(line.entry as IndexPath, nearest);
    return [
      {
        field,
        lines: [line],
        reads: quoted(value),
        agrees,
        contradicts,
        samples: samples.length,
        finds: 1,
        near: nearest === null ? null : entryText(nearest),
        score: (agrees - 2 * contradicts) / samples.length + alike - path.length / 100,
      },
    ];
  });
}

interface Candidate {
  readonly line: RuleLine;
  /** Where the value stands; in the whole answer or in the object. */
  readonly path: IndexPath;
  readonly whole: boolean;
  readonly value: unknown;
  /** The line moves the object the field is in. */
  readonly isObject: boolean;
}

type Read = (value: unknown) => unknown;

function withinObject(
  { list }: PathSource,
  { value: object }: DataRoot,
  fits: Fits,
  read: Read,
): Candidate[] {
  return findValues(object, (value) => isFit(read(value), fits)).map(({ path, value }) => ({
    line: { list, entry: path },
    path,
    whole: false,
    value,
    isObject: false,
  }));
}

/** The object itself may stand elsewhere in the answer: then the known path leads to the value from there. */
function movedObject(known: readonly IndexPath[], root: DataRoot, fits: Fits, read: Read): Candidate[] {
  const { container, value: object, whole } = root;
  if (container === null || object !== null) return [];
  return findValues(whole, (value) => isFit(read(value), fits)).flatMap(({ path, value }) =>
    known.flatMap((end) => {
      const entry = before(path, end);
      return entry === null
        ? []
        : [{ line: { list: container, entry }, path, whole: true, value, isObject: true }];
    }),
  );
}

type Fits = PathSample['fits'];

function isFit(value: unknown, fits: Fits): boolean {
  return value !== null && fits(value);
}

function builtInPaths(list: string): readonly IndexPath[] {
  return builtInEntries(list).filter((entry) => typeof entry !== 'string');
}

function nearestOf(path: IndexPath, known: readonly IndexPath[]): IndexPath | null {
  const [best = null] = [...known].sort((one, other) => likeness(path, other) - likeness(path, one));
  return best;
}
