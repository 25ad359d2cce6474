import type { z } from 'zod';
import type { IndexPath } from '../rules/built-in.js';

/** The types of the fields of a wire format. The rules hold their positions: a list of paths for each field. */
type FieldTypes = Readonly<Record<string, z.ZodType>>;

/** The possible paths of the fields, in order of preference. */
type FieldPaths<T extends FieldTypes> = { readonly [K in keyof T]: readonly IndexPath[] };

/** The result of reading a table: every field, null if no path held a valid value. */
export type FieldsOf<T extends FieldTypes> = { readonly [K in keyof T]: z.output<T[K]> | null };

/** The value at a path; undefined if the path ends early. Never throws. */
export function valueAt(root: unknown, path: IndexPath): unknown {
  let value = root;
  for (const index of path) {
    if (!Array.isArray(value)) return undefined;
    value = value[index];
  }
  return value;
}

/** Reads one field: the first path whose value passes the type wins. */
export function readField<T>(root: unknown, paths: readonly IndexPath[], type: z.ZodType<T>): T | null {
  for (const path of paths) {
    const parsed = type.safeParse(valueAt(root, path));
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** The first array that a path leads to, or null. */
export function arrayAt(root: unknown, paths: readonly IndexPath[]): readonly unknown[] | null {
  for (const path of paths) {
    const value = valueAt(root, path);
    if (Array.isArray(value)) return value;
  }
  return null;
}

/** The first value that a path leads to; undefined or null if no path leads to a value. */
export function anythingAt(root: unknown, paths: readonly IndexPath[]): unknown {
  const path = paths.find((way) => valueAt(root, way) != null) ?? paths[0];
  return path === undefined ? undefined : valueAt(root, path);
}

/**
 * Reads a field whose absence has a meaning: `none` when no path leads to a value. The first path with a value decides:
 * null when that value is not valid, or when the record lacks the whole part that holds the field.
 */
export function readOptional<T>(
  root: unknown,
  paths: readonly IndexPath[],
  type: z.ZodType<T>,
  none: T | null,
): T | null {
  const path = paths.find((way) => !isAbsent(root, way));
  if (path === undefined) return none;
  const parsed = type.safeParse(valueAt(root, path));
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
export function readFields<T extends FieldTypes>(root: unknown, paths: FieldPaths<T>, types: T): FieldsOf<T> {
  const entries = Object.entries(types).map(([name, type]) => [
    name,
    readField(root, paths[name] ?? [], type),
  ]);
  return Object.fromEntries(entries) as FieldsOf<T>;
}
