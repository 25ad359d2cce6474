import fc from 'fast-check';
import type { Json } from '../support/damage.js';

/**
 * JSON texts, as some of them are no values that could be written back: numbers beyond every range, keys of
 * prototypes, arrays too deep for anything that calls itself.
 */
const HOSTILE_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '1', '-1', '-0', '0.5', '5.0000001', '6', '1e21', '1e400', '-1e400'],
  ...['9007199254740991', '9007199254740992', '18446744073709551616', '4.9e-324', `${'9'.repeat(400)}`],
  ...['""', '" "', '"\\u00a0"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202eabc"', '"\\u05d0"'],
  ...['"5"', '"-1"', '"null"', '"0x1:0x2"', '"0x0:0x2"', '"0x0:0x0"', '"javascript:alert(1)"', '"https://"'],
  ...['"data:text/html,x"', '"//evil.example"', '"https://lh3.example/=s1"', '"qv9Egd"', '"[]"'],
  ...['[]', '{}', '[[]]', '[null]', '[1,2,3,4,5]', '[0,0,0,0,0]', '[-1,0,0,0,1]', '[0.5,0,0,0,0]'],
  ...['[5,null]', '{"length":5,"0":1}', '{"__proto__":{"a":1}}', '{"constructor":1}', '{"then":1}'],
  ...['{"toString":1}', '{"toString":1,"valueOf":1}', '{"toJSON":1}', '{"0":{"0":"x"}}'],
  `"${'x'.repeat(20_000)}"`,
  `"${'1'.repeat(5_000)}"`,
  `"${'https://'.repeat(500)}"`,
  `${'['.repeat(9)}"0x47165b1c0a9d3e27:0x3f5c81d2ab904e16","x"${']'.repeat(9)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
];

const KINDS = ['put', 'put', 'put', 'remove', 'insert', 'wrap', 'unwrap', 'double', 'swap', 'clear'] as const;

/** Something done at a place of a JSON value; `at` and `other` choose places, `text` is what is put there. */
export interface JsonWound {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly other: number;
  readonly text: string;
}

const anyJson = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
);

export const jsonWound: fc.Arbitrary<JsonWound> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(1_000_000),
  other: fc.nat(1_000_000),
  text: anyJson,
});

/** A value and every place in it. `felt` places are as likely to be hit as all places together. */
export interface Subject {
  readonly data: Json;
  readonly places: readonly (readonly number[])[];
  readonly felt: readonly (readonly number[])[];
}

/** Finds the places; those under one of the `felt` paths are where a reader looks. */
export function subjectOf(data: Json, felt: readonly (readonly number[])[]): Subject {
  const places = placesIn(data, []);
  const isFelt = (path: readonly number[]) =>
    felt.some((root) => path.length <= root.length + 2 && root.every((index, at) => path[at] === index));
  return { data, places, felt: places.filter(isFelt) };
}

/** The JSON text of a subject with every wound done to it. */
export function woundedJson({ data, places, felt }: Subject, wounds: readonly JsonWound[]): string {
  let result = structuredClone(data);
  const texts: string[] = [];
  for (const { kind, at, other, text } of wounds) {
    const chosen = at % 2 === 0 && felt.length > 0 ? felt : places;
    const path = chosen[at % chosen.length] ?? [];
    const [parent, index] = parentOf(result, path);
    texts.push(text);
    const mark = markOf(texts.length - 1);
    if (parent === null) {
      if (kind === 'put') result = mark;
      continue;
    }
    const value = parent[index] ?? null;
    const swapped = parentOf(result, places[other % places.length] ?? []);
    if (kind === 'put') parent[index] = mark;
    else if (kind === 'remove') parent.splice(index, 1);
    else if (kind === 'insert') parent.splice(index, 0, mark);
    else if (kind === 'wrap') parent[index] = [value];
    else if (kind === 'unwrap') parent[index] = (Array.isArray(value) ? value[0] : value) ?? null;
    else if (kind === 'double') parent.splice(index, 0, structuredClone(value));
    else if (kind === 'clear') parent.length = index;
    else if (swapped[0] !== null) parent[index] = structuredClone(swapped[0][swapped[1]] ?? null);
  }
  return JSON.stringify(result).replace(/"§(\d+)§"/g, (_mark, at) => texts[Number(at)] ?? 'null');
}

/** Long texts of a recording are filler: without them thousands of inputs are read in seconds. */
export function slim(value: Json, longest = 400): Json {
  if (typeof value === 'string') return value.length > longest && !value.startsWith(')]}') ? '~' : value;
  if (Array.isArray(value)) return value.map((item) => slim(item, longest));
  return value;
}

function markOf(index: number): string {
  return `§${index}§`;
}

function placesIn(value: Json, path: readonly number[]): (readonly number[])[] {
  if (!Array.isArray(value)) return [path];
  return [path, ...value.flatMap((item, index) => placesIn(item, [...path, index]))];
}

function parentOf(root: Json, path: readonly number[]): [Json[] | null, number] {
  let parent: Json | undefined = root;
  for (const index of path.slice(0, -1)) parent = Array.isArray(parent) ? parent[index] : undefined;
  const index = path.at(-1);
  return Array.isArray(parent) && index !== undefined ? [parent, index] : [null, 0];
}
