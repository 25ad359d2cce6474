import { z } from 'zod';
import { BUILT_IN, type RuleSet } from './built-in.js';
import { selectorFault } from './selector-syntax.js';

// The form of a rules file: the built-in rules with every list optional. docs/provider-rules.schema.json is made from it.

/** Entries of one list: more are no longer tried one after the other in good time. */
export const MOST_ENTRIES = 50;
/** Bytes of a rules file. */
export const LONGEST_FILE = 1_000_000;

const LONGEST_TEXT = 500;
const DEEPEST_PATH = 24;
const HIGHEST_INDEX = 10_000;
/** Shorter words stand in too many texts. */
const SHORTEST_WORD = 3;
/** These prove by themselves that there is nothing: a part of a word must not do so. */
const SHORTEST_PROOF = 6;

const path = z
  .array(z.number().int().min(0).max(HIGHEST_INDEX))
  .min(1)
  .max(DEEPEST_PATH)
  .meta({ description: 'A way into nested arrays, such as [4, 8].' });

const selector = z
  .string()
  .min(1)
  .max(LONGEST_TEXT)
  .superRefine((text, context) => {
    const fault = selectorFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({ description: 'A CSS selector. A comma means "any of".' });

const trimmed = (shortest: number) =>
  z
    .string()
    .min(shortest)
    .max(LONGEST_TEXT)
    .regex(/^\S(?:.*\S)?$/su);
const word = trimmed(SHORTEST_WORD);
const proof = trimmed(SHORTEST_PROOF);

const PROOFS: ReadonlySet<string> = new Set<keyof RuleSet['words']>(['noReviews', 'reviewGone', 'notFound']);

/** What an entry must be, by the name of its list. */
const ENTRIES = {
  selectors: () => selector,
  words: (name: string) => (PROOFS.has(name) ? proof : word),
  frameIds: () => z.string().regex(/^[\w./-]{3,100}$/),
  requests: () => z.string().regex(/^\/[\w./~-]{4,200}(?:\?[\w.-]{1,50}=[\w.-]{0,50})?$/),
  marks: () => z.string().min(2).max(100),
} as const;

const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).max(MOST_ENTRIES).optional();

function tableOf<T extends z.ZodType>(lists: object, entry: (name: string) => T) {
  const shape = Object.keys(lists).map((name) => [name, listOf(entry(name))] as const);
  return z.strictObject(Object.fromEntries(shape)).optional();
}

const pathTables = Object.entries(BUILT_IN.paths).map(([name, lists]) => [name, tableOf(lists, () => path)]);

/** A rules file. What it names is tried before the built-in rules. */
export const rulesFileSchema = z.strictObject({
  /** For editors. */
  $schema: z.string().max(LONGEST_TEXT).optional(),
  paths: z.strictObject(Object.fromEntries(pathTables)).optional(),
  selectors: tableOf(BUILT_IN.selectors, ENTRIES.selectors),
  words: tableOf(BUILT_IN.words, ENTRIES.words),
  frameIds: tableOf(BUILT_IN.frameIds, ENTRIES.frameIds),
  requests: tableOf(BUILT_IN.requests, ENTRIES.requests),
  marks: tableOf(BUILT_IN.marks, ENTRIES.marks),
});

type Lists<T> = T extends readonly unknown[] ? T : { readonly [K in keyof T]?: Lists<T[K]> | undefined };

/** The rules of an operator: any part of a set. */
export type OperatorRules = Lists<RuleSet>;
