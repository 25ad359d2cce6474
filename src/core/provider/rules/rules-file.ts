import { z } from 'zod';
import type { Language } from '../../published/language.js';
import { catalogue } from '../../texts/catalogue.js';
import { BUILT_IN, type RuleSet } from './built-in.js';
import en from './en.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import { selectorFault } from './selector-syntax.js';

// The shape of a rules file: the built-in rules with every list optional. docs/provider-rules.schema.json is
// generated from it.

export const rulesTexts = catalogue(en, pl);

/** Maximum entries of one list: trying more entries in turn would take too long. */
export const MAX_ENTRIES = 50;
export const MAX_FILE_BYTES = 1_000_000;

const MAX_TEXT_LENGTH = 500;
const MAX_PATH_DEPTH = 24;
const MAX_INDEX = 10_000;
/** Minimum characters of a word: shorter words occur in too many texts. */
const MIN_WORD_LENGTH = 3;
/** Minimum characters of words that prove an absence by themselves: a part of a word must not prove it. */
const MIN_PROOF_LENGTH = 6;

const path = z
  .array(z.number().int().min(0).max(MAX_INDEX))
  .min(1)
  .max(MAX_PATH_DEPTH)
  .meta({ description: 'A way into nested arrays, such as [4, 8].' });

const selector = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .superRefine((text, context) => {
    const fault = selectorFault(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({ description: 'A CSS selector. A comma means "any of".' });

const trimmed = (shortest: number) =>
  z
    .string()
    .min(shortest)
    .max(MAX_TEXT_LENGTH)
    .regex(/^\S(?:.*\S)?$/su);
const word = trimmed(MIN_WORD_LENGTH);
const proof = trimmed(MIN_PROOF_LENGTH);

const PROOFS: ReadonlySet<string> = new Set<keyof RuleSet['words']>(['noReviews', 'reviewGone', 'notFound']);

const ENTRIES = {
  selectors: () => selector,
  words: (name: string) => (PROOFS.has(name) ? proof : word),
  frameIds: () => z.string().regex(/^[\w./-]{3,100}$/),
  requests: () => z.string().regex(/^\/[\w./~-]{4,200}(?:\?[\w.-]{1,50}=[\w.-]{0,50})?$/),
  marks: () => z.string().min(2).max(100),
} as const;

const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).max(MAX_ENTRIES).optional();

function tableOf<T extends z.ZodType>(lists: object, entry: (name: string) => T) {
  const shape = Object.keys(lists).map((name) => [name, listOf(entry(name))] as const);
  return z.strictObject(Object.fromEntries(shape)).optional();
}

const pathTables = Object.entries(BUILT_IN.paths).map(([name, lists]) => [name, tableOf(lists, () => path)]);

/** A rules file. Its entries are tried before the built-in rules. */
export const rulesFileSchema = z.strictObject({
  /** Lets editors validate the file. */
  $schema: z.string().max(MAX_TEXT_LENGTH).optional(),
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

export type RulesReading =
  | { readonly kind: 'rules'; readonly rules: OperatorRules }
  /** Sentences, never empty. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

/** Reads the text of a rules file. One fault makes the whole file invalid. What a selector lacks is said in English. */
export function parseRules(text: string, language: Language = 'en'): RulesReading {
  const t = rulesTexts(language);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return {
      kind: 'faults',
      faults: [t('notJson', { fault: error instanceof Error ? error.message : String(error) })],
    };
  }
  const { localeError } = z.locales[language]();
  const parsed = rulesFileSchema.safeParse(value, { error: localeError });
  if (!parsed.success) return { kind: 'faults', faults: parsed.error.issues.map(issueText) };
  const { $schema, ...rules } = parsed.data;
  return { kind: 'rules', rules: rules as OperatorRules };
}

function issueText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
