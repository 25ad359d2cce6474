import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';
import { closestName } from '../../runtime/closest-name.js';
import { isTooDeep } from '../wire/envelope.js';
import { type OperatorRules, rulesFileSchema } from './rules-file.js';

/** `line`: null = the file could not be read at all. */
export type RulesFault = { readonly line: number | null } & (
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'not_regular' }
  | { readonly kind: 'too_large'; readonly most: number }
  | { readonly kind: 'no_json'; readonly what: string }
  | { readonly kind: 'unknown_name'; readonly where: string; readonly closest: string | null }
  /** A name that occurs twice in an object: only one of its lists would count. */
  | { readonly kind: 'twice'; readonly where: string }
  | { readonly kind: 'too_many'; readonly where: string; readonly most: number }
  | { readonly kind: 'no_selector'; readonly where: string; readonly what: string }
  | { readonly kind: 'wrong_value'; readonly where: string; readonly expected: ExpectedForm }
);

export type ExpectedForm = 'object' | 'list' | 'path' | 'selector' | 'words' | 'text';

export type RulesReading =
  | { readonly kind: 'rules'; readonly rules: OperatorRules }
  /** In line order; never empty. */
  | { readonly kind: 'faults'; readonly faults: readonly RulesFault[] };

/** Reads the text of a rules file. One fault makes the whole file invalid. */
export function parseRules(given: string): RulesReading {
  // Some editors put a byte order mark before the text.
  const text = given.replace(/^\uFEFF/, '');
  // Parsers recurse once for each level; rules have six.
  if (isTooDeep(text)) return { kind: 'faults', faults: [{ kind: 'no_json', line: 1, what: 'TooDeep' }] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (root === undefined || error !== undefined) {
    const what = error === undefined ? 'EndOfFileExpected' : printParseErrorCode(error.error);
    return { kind: 'faults', faults: [{ kind: 'no_json', line: lineAt(error?.offset ?? 0), what }] };
  }
  const twice = repeatedNames(root, []).map(
    ({ node, where }): RulesFault => ({ kind: 'twice', line: lineAt(node.offset), where }),
  );
  if (twice.length > 0) return { kind: 'faults', faults: twice };
  const parsed = rulesFileSchema.safeParse(JSON.parse(text));
  if (parsed.success) {
    const { $schema, ...rules } = parsed.data;
    return { kind: 'rules', rules: rules as OperatorRules };
  }
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, root, lineAt));
  return { kind: 'faults', faults: faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)) };
}

interface RepeatedName {
  readonly node: Node;
  readonly where: string;
}

function repeatedNames(node: Node, at: readonly string[]): RepeatedName[] {
  if (node.type !== 'object') return [];
  const seen = new Set<unknown>();
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined) return [];
    const path = [...at, String(key.value)];
    const isRepeated = seen.has(key.value);
    seen.add(key.value);
    const inside = value === undefined ? [] : repeatedNames(value, path);
    return isRepeated ? [{ node: property, where: path.join('.') }, ...inside] : inside;
  });
}

/** One fault for each unknown name, otherwise one fault for each issue. */
function faultsOf(issue: z.core.$ZodIssue, root: Node, lineAt: (offset: number) => number): RulesFault[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const nodeAt = (way: readonly (string | number)[]) => findNodeAtLocation(root, [...way]) ?? root;
  const line = lineAt(nodeAt(path).offset);
  const where = path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const node = nodeAt([...path, key]);
        return {
          kind: 'unknown_name',
          line: lineAt(node.parent?.offset ?? node.offset),
          where: [...path, key].join('.'),
          closest: closestName(key, namesAt(path), Math.max(2, key.length / 3)),
        };
      });
    case 'custom':
      return [{ kind: 'no_selector', line, where, what: issue.message }];
    case 'too_big':
      if (issue.origin === 'array' && path.length === depthOf(path))
        return [{ kind: 'too_many', line, where, most: Number(issue.maximum) }];
      return [{ kind: 'wrong_value', line, where, expected: expectedAt(path) }];
    default:
      return [{ kind: 'wrong_value', line, where, expected: expectedAt(path) }];
  }
}

/** The number of names that lead to a list: paths are grouped by table. */
function depthOf([group]: readonly (string | number)[]): number {
  return group === 'paths' ? 3 : 2;
}

function expectedAt(path: readonly (string | number)[]): ExpectedForm {
  const [group] = path;
  const depth = depthOf(path);
  if (group === '$schema') return 'text';
  if (path.length < depth) return 'object';
  if (path.length === depth) return 'list';
  if (group === 'paths') return 'path';
  return group === 'selectors' ? 'selector' : group === 'words' ? 'words' : 'text';
}

/** The valid names at a path. */
function namesAt(path: readonly (string | number)[]): readonly string[] {
  let schema: unknown = rulesFileSchema;
  for (const part of path) schema = shapeOf(schema)[part];
  return Object.keys(shapeOf(schema));
}

function shapeOf(schema: unknown): Readonly<Record<string | number, unknown>> {
  const inner = (schema as { unwrap?: () => unknown }).unwrap?.() ?? schema;
  return (inner as { shape?: Readonly<Record<string, unknown>> }).shape ?? {};
}

const EXPECTED: Readonly<Record<ExpectedForm, string>> = {
  object: 'an object is expected',
  list: 'a list is expected',
  path: 'a path is expected: a list of whole numbers from 0, such as [4, 8]',
  selector: 'a CSS selector is expected',
  words:
    'words are expected: a text of at least 3 letters (6 where it proves that there is nothing), without white space around it',
  text: 'this text has no valid form',
};

/** `FILE:LINE: text`, or `FILE: text` for a file that could not be read. */
export function faultLine(path: string, { line }: RulesFault, text: string): string {
  return line === null ? `${path}: ${text}` : `${path}:${line}: ${text}`;
}

/** A fault in one line of English, without the line's number. */
export function faultText(fault: RulesFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return fault.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${fault.code})`;
    case 'not_regular':
      return 'this is not a regular file';
    case 'too_large':
      return `the file is larger than ${fault.most} bytes`;
    case 'no_json':
      return `this is no JSON (${fault.what})`;
    case 'unknown_name':
      return `${fault.where} is unknown${fault.closest === null ? '' : `: did you mean ${fault.closest}?`}`;
    case 'twice':
      return `${fault.where} stands twice: put all entries into one list`;
    case 'too_many':
      return `${fault.where} has more than ${fault.most} entries`;
    case 'no_selector':
      return `${fault.where}: this is no usable CSS selector: ${fault.what}`;
    case 'wrong_value':
      return `${fault.where === '' ? 'the file' : fault.where}: ${EXPECTED[fault.expected]}`;
  }
}
