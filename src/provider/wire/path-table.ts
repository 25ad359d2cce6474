import type { z } from 'zod';

/** A way into nested arrays; a number is an index. */
export type IndexPath = readonly number[];

/** One field of a wire format: where it may stand, in order of preference, and what it must be. */
export interface FieldRule<T> {
  readonly paths: readonly IndexPath[];
  readonly type: z.ZodType<T>;
}

type RuleTable = Readonly<Record<string, FieldRule<unknown>>>;

/** What reading a table gives: every field, null where no path held a valid value. */
export type FieldsOf<T extends RuleTable> = {
  readonly [K in keyof T]: (T[K] extends FieldRule<infer V> ? V : never) | null;
};

/** The value at a path, undefined where the way ends early. Never throws. */
export function valueAt(root: unknown, path: IndexPath): unknown {
  let value = root;
  for (const index of path) {
    if (!Array.isArray(value)) return undefined;
    value = value[index];
  }
  return value;
}

/** Reads one field: the first path whose value passes the type wins. */
export function readField<T>(root: unknown, rule: FieldRule<T>): T | null {
  for (const path of rule.paths) {
    const parsed = rule.type.safeParse(valueAt(root, path));
    if (parsed.success) return parsed.data;
  }
  return null;
}

/**
 * Reads a field whose absence says something: `none` when no path leads to anything. The first path that does
 * decides: null when the value there is not valid, or when the record lacks the whole part the field is in.
 */
export function readOptional<T>(root: unknown, rule: FieldRule<T>, none: T): T | null {
  const path = rule.paths.find((way) => !isAbsent(root, way));
  if (path === undefined) return none;
  const parsed = rule.type.safeParse(valueAt(root, path));
  return parsed.success ? parsed.data : null;
}

function isAbsent(root: unknown, [first, ...rest]: IndexPath): boolean {
  let value = first === undefined ? root : valueAt(root, [first]);
  if (!Array.isArray(value)) return false;
  for (const index of rest) {
    if (value == null) return true;
    if (!Array.isArray(value)) return false;
    value = value[index];
  }
  return value == null;
}

/** Reads every field of a table. A moved index gives null, never a wrong value. */
export function readFields<T extends RuleTable>(root: unknown, table: T): FieldsOf<T> {
  const entries = Object.entries(table).map(([name, rule]) => [name, readField(root, rule)]);
  return Object.fromEntries(entries) as FieldsOf<T>;
}
