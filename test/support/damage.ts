export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A way into nested arrays. */
export type Path = readonly number[];

/** Something done to the value at a path; `choice` picks the kind of wrong. */
export interface Wound {
  readonly path: Path;
  readonly choice: number;
}

/** What may stand in a value's place without being a valid value of its kind. */
const WRONG_FOR = {
  string: [null, 0, -1.5, true, {}, [], '', ' \u00a0 '],
  number: [null, '4', 'x', true, {}, [], -1, 0.5],
  array: [null, 'x', 3, true, {}, []],
  other: [null, true, {}],
} satisfies Record<string, Json[]>;

/** The data with every wound done to it; each is of the wrong kind for what stood there at first. */
export function damaged(data: Json, wounds: readonly Wound[]): Json {
  let result = structuredClone(data);
  for (const { path, choice } of wounds) {
    const wrongs: readonly Json[] = WRONG_FOR[kindOf(valueAt(data, path))];
    const wrong = structuredClone(wrongs[choice % wrongs.length] ?? null);
    if (path.length === 0) result = wrong;
    else replace(result, path, wrong);
  }
  return result;
}

/** Puts a value where the path ends; nothing where the way ends early. */
export function replace(data: Json, path: Path, value: Json): void {
  const parent = valueAt(data, path.slice(0, -1));
  const last = path.at(-1);
  if (last !== undefined && Array.isArray(parent)) parent[last] = value;
}

/** Every path into the value down to a depth, its own (empty) one included. */
export function pathsIn(value: Json | undefined, depth: number): Path[] {
  if (!Array.isArray(value) || depth === 0) return [[]];
  return [[], ...value.flatMap((item, index) => pathsIn(item, depth - 1).map((rest) => [index, ...rest]))];
}

export function valueAt(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, index) => (Array.isArray(inner) ? inner[index] : undefined),
    value,
  );
}

function kindOf(value: Json | undefined): keyof typeof WRONG_FOR {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return Array.isArray(value) ? 'array' : 'other';
}
