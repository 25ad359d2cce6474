import { isGuarded, parseGuarded } from './envelope.js';

const MAX_DEPTH = 24;

/**
 * True when a text holds the id of a review as a word. The parameter of a link (`!1s<id>`, `!11s<id>`) is a longer word:
 * it names only the requested id.
 */
export function mentions(text: string, id: string): boolean {
  return text.includes(id) && new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text);
}

/**
 * The positions of an id in nested arrays and objects, alone or within a longer text (see `mentions`): paths such as
 * "7.1.4"; a property of an object is "*". Also searches guarded JSON in a string. Skips the paths in `skip`.
 */
export function pathsOfId(root: unknown, id: string, skip: readonly string[] = []): string[] {
  return paths(root, skip, (text) => {
    if (!mentions(text, id)) return 'other';
    return isGuarded(text) ? 'inside' : 'found';
  });
}

/** The positions of a whole text, ignoring white space. */
export function pathsOfText(root: unknown, wanted: string): string[] {
  return paths(root, [], (text) => (text.replace(/\s+/gu, ' ').trim() === wanted ? 'found' : 'other'));
}

function paths(
  root: unknown,
  skip: readonly string[],
  judge: (text: string) => 'found' | 'inside' | 'other',
): string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (skip.includes(path) || depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      const verdict = judge(value);
      const inside = verdict === 'inside' ? parseGuarded(value) : undefined;
      if (inside !== undefined) visit(inside, path, depth + 1);
      else if (verdict !== 'other') found.push(path);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      // Paths are logged, and a property name may be content.
      const step = Array.isArray(value) ? key : '*';
      visit(item, path === '' ? step : `${path}.${step}`, depth + 1);
    }
  };
  visit(root, '', 0);
  return found;
}
