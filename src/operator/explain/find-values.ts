import type { IndexPath } from '../../provider/rules/built-in.js';

/** A value in nested arrays and the path that leads to it. */
export interface FoundValue {
  readonly path: IndexPath;
  readonly value: unknown;
}

const DEEPEST = 24;
const MOST = 200;

/** Everything in nested arrays that fits, in the order in which it stands there; 200 at most. */
export function findValues(root: unknown, fits: (value: unknown) => boolean): readonly FoundValue[] {
  const found: FoundValue[] = [];
  const visit = (value: unknown, path: IndexPath): void => {
    if (found.length >= MOST || path.length > DEEPEST) return;
    if (path.length > 0 && fits(value)) found.push({ path, value });
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) visit(item, [...path, index]);
  };
  visit(root, []);
  return found;
}

/** How much alike two paths are, from 0 to 1: a shared beginning counts most, then the length and the last step. */
export function likeness(one: IndexPath, other: IndexPath): number {
  const firstOther = one.findIndex((step, index) => step !== other[index]);
  const shared = firstOther < 0 ? Math.min(one.length, other.length) : firstOther;
  const prefix = shared / Math.max(one.length, other.length);
  const sameLength = one.length === other.length ? 1 : 0;
  const apart = Math.abs((one[shared] ?? 0) - (other[shared] ?? 0));
  return 0.6 * prefix + 0.25 * sameLength + 0.15 / (1 + apart);
}

/** The beginning of a path that ends with another; null when it does not. */
export function before(path: IndexPath, end: IndexPath): IndexPath | null {
  const start = path.length - end.length;
  if (start < 1 || !end.every((step, index) => path[start + index] === step)) return null;
  return path.slice(0, start);
}
