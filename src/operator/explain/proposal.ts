import type { IndexPath } from '../../provider/rules/built-in.js';
import { BUILT_IN } from '../../provider/rules/built-in.js';
import { currentRules } from '../../provider/rules/current.js';
import { entryText, listIn } from '../../provider/rules/found-at.js';
import { parseRules } from '../../provider/rules/parse-rules.js';
import type { OperatorRules } from '../../provider/rules/rules-file.js';

/** A line for the rules file. */
export interface RuleLine {
  /** E.g. `paths.placePayload.reviewCount`. */
  readonly list: string;
  readonly entry: string | IndexPath;
}

/** What would make something readable that is not, or is read from elsewhere. */
export interface Proposal {
  /** What becomes readable: a published name. */
  readonly field: string;
  /** They belong together: one without the others reads nothing. */
  readonly lines: readonly RuleLine[];
  /** What is read with it, shortened. */
  readonly reads: string;
  /** Samples (recordings, records, cards) in which it reads what it must, and all. */
  readonly agrees: number;
  readonly samples: number;
  /** Samples in which it reads something else: a reason to doubt it. */
  readonly contradicts: number;
  /** How many elements a selector finds at most; 1 for a path. */
  readonly finds: number;
  /** The built-in entry it is nearest to; null = to none. */
  readonly near: string | null;
  /** The higher the better; of use only within one field. */
  readonly score: number;
}

/** A whole rules file with these lines. */
export function rulesOf(lines: readonly RuleLine[]): OperatorRules {
  const rules: Record<string, unknown> = {};
  for (const { list, entry } of lines) {
    const names = list.split('.');
    const last = names.pop() ?? '';
    let part = rules;
    for (const name of names) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    const before = part[last];
    part[last] = [...(Array.isArray(before) ? before : []), entry];
  }
  return rules as OperatorRules;
}

/** True when `rules check` takes a file with these lines. */
export function isAccepted(lines: readonly RuleLine[]): boolean {
  return parseRules(JSON.stringify(rulesOf(lines))).kind === 'rules';
}

/** The built-in entries of a list. */
export function builtInEntries(list: string): readonly (string | IndexPath)[] {
  return listIn(BUILT_IN, list) ?? [];
}

/** True for an entry that is in use already. */
export function isInUse({ list, entry }: RuleLine): boolean {
  return (listIn(currentRules(), list) ?? []).some((known) => entryText(known) === entryText(entry));
}

/** The best first. */
export function byScore(proposals: readonly Proposal[]): readonly Proposal[] {
  return [...proposals].sort((one, other) => other.score - one.score);
}

const LONGEST_QUOTE = 60;

/** A value as one short line. */
export function quoted(value: unknown): string {
  const text = value === undefined ? 'null' : JSON.stringify(value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
