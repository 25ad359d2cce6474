import { parse } from 'css-what';
import { type LinkedElement, select, textOf } from './element-tree.js';
import type { ShownSource } from './fields.js';
import { builtInEntries, isAccepted, isInUse, type Proposal, quoted } from './proposal.js';
import { type Candidate, innermost, narrowed, selectorCandidates } from './selector-candidates.js';

/** A part of a page in which a field must be found, and how its value is recognised. */
export interface ShownSample {
  readonly root: LinkedElement;
  readonly fits: (value: unknown) => boolean;
}

/** Parts of pages in which candidates are looked for; the others only count. */
const MOST_SEARCHED = 4;

/** Selectors by which a list would find what it must in the samples. */
export function selectorProposals(
  field: string,
  source: ShownSource,
  samples: readonly ShownSample[],
): readonly Proposal[] {
  const candidates = new Map<string, number>();
  for (const sample of samples.slice(0, MOST_SEARCHED))
    for (const { selector, level } of candidatesIn(source, sample))
      candidates.set(selector, Math.min(level, candidates.get(selector) ?? level));
  const known = builtInEntries(source.list).map(String);
  return [...candidates].flatMap(([selector, level]): Proposal[] => {
    const line = { list: source.list, entry: selector };
    if (isInUse(line) || !isAccepted([line])) return [];
    const read = samples.map(({ root, fits }) => {
      const { value, finds } = shownValue(source, selector, root);
      return { value, finds, verdict: value === null ? 'nothing' : fits(value) ? 'agrees' : 'contradicts' };
    });
    const count = (wanted: string) => read.filter(({ verdict }) => verdict === wanted).length;
    const agrees = count('agrees');
    if (agrees === 0) return [];
    const contradicts = count('contradicts');
    const finds = Math.max(...read.map((one) => one.finds));
    const { near, alike } = nearest(selector, known);
    const isSharp = source.many || finds === 1;
    return [
      {
        field,
        lines: [line],
        reads: quoted(read.find(({ verdict }) => verdict === 'agrees')?.value),
        agrees,
        contradicts,
        samples: samples.length,
        finds,
        near,
        score:
          (agrees - 2 * contradicts) / samples.length +
          alike +
          steadiness(selector) +
          (isSharp ? 0.3 : 0) -
          0.02 * (level + tokensOf(selector).length),
      },
    ];
  });
}

/** What a selector leads to, by the real reader, and how many elements it finds. */
export function shownValue(
  source: ShownSource,
  selector: string,
  root: LinkedElement,
): { readonly value: unknown; readonly finds: number; readonly raw: readonly string[] } {
  const found = select(selector, root);
  const raw = (source.many ? found : found.slice(0, 1)).flatMap((element) => rawOf(source, element) ?? []);
  return { value: raw.length === 0 ? null : source.read(raw), finds: found.length, raw };
}

function rawOf({ attribute }: ShownSource, element: LinkedElement): string | null {
  return attribute === null ? textOf(element) : (element.attributes[attribute] ?? null);
}

function candidatesIn(source: ShownSource, { root, fits }: ShownSample): readonly Candidate[] {
  if (source.many) return rowCandidates(source, { root, fits });
  const isIt = (element: LinkedElement) => {
    const raw = rawOf(source, element);
    const value = raw === null ? null : source.read([raw]);
    return value !== null && fits(value);
  };
  return innermost(root, isIt).flatMap((element) =>
    selectorCandidates(element, root).flatMap(({ selector, level }) => {
      const own = narrowed(selector, element, root);
      return own === null ? [] : [{ selector: own, level }];
    }),
  );
}

/** Rows are found together: those with a label are tried, and what finds all of them. */
function rowCandidates(source: ShownSource, { root, fits }: ShownSample): readonly Candidate[] {
  const labelled = innermost(root, (element) => /\d.*\d/.test(rawOf(source, element) ?? ''));
  const candidates = labelled.flatMap((element) => selectorCandidates(element, root));
  return [...new Map(candidates.map((one) => [one.selector, one])).values()].filter(({ selector }) => {
    const { value } = shownValue(source, selector, root);
    return value !== null && fits(value);
  });
}

/** Purposes stay longer than roles, and roles longer than classes, whose names are made anew. */
function steadiness(selector: string): number {
  if (selector.includes('data-item-id')) return 0.2;
  if (selector.includes('jsaction')) return 0.15;
  return /role=|aria-|data-/.test(selector) ? 0.1 : 0;
}

/** The built-in entry with the most parts in common, and how many these are, from 0 to 1. */
function nearest(selector: string, known: readonly string[]): { near: string | null; alike: number } {
  const own = tokensOf(selector);
  const rated = known.flatMap((entry) =>
    entry.split(/,\s*/).map((one) => {
      const other = tokensOf(one);
      const shared = own.filter((token) => other.includes(token)).length;
      return { near: one, alike: shared / Math.max(1, own.length + other.length - shared) };
    }),
  );
  const [best] = rated.sort((one, other) => other.alike - one.alike);
  return best === undefined || best.alike === 0 ? { near: null, alike: 0 } : best;
}

function tokensOf(selector: string): readonly string[] {
  return (parse(selector)[0] ?? []).map((token) => JSON.stringify(token));
}
