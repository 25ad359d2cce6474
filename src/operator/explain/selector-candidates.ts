import { classesOf, descendants, type LinkedElement, select } from './element-tree.js';

/** A selector for an element. */
export interface Candidate {
  readonly selector: string;
  /** How far above the element its other part is; 0 = it has none. */
  readonly level: number;
}

const MOST_LEVELS = 5;
const MOST_CLASSES = 4;

/**
 * Selectors by which an element is found, without any text of people or places: by tag, by attributes that say what an
 * element is for, and by classes; by itself, or below an element around it.
 */
export function selectorCandidates(element: LinkedElement, root: LinkedElement): readonly Candidate[] {
  const own = compounds(element);
  const found: Candidate[] = own.map((selector) => ({ selector, level: 0 }));
  let parent = element.parent;
  for (let level = 1; level <= MOST_LEVELS && parent !== null && parent !== root; level += 1) {
    for (const compound of compounds(parent))
      for (const last of [...own, element.tag]) found.push({ selector: `${compound} ${last}`, level });
    parent = parent.parent;
  }
  return found;
}

/** The selector, made to leave out other elements it finds before this one; null when it cannot be. */
export function narrowed(selector: string, element: LinkedElement, root: LinkedElement): string | null {
  const found = select(selector, root);
  if (!found.includes(element)) return null;
  if (found[0] === element) return selector;
  const others = found.filter((one) => one !== element);
  const mine = new Set(classesOf(element));
  const [first, ...rest] = others;
  const shared = (first === undefined ? [] : classesOf(first)).find(
    (name) => isName(name) && !mine.has(name) && rest.every((one) => classesOf(one).includes(name)),
  );
  return shared === undefined ? null : `${selector}:not(.${shared})`;
}

function compounds(element: LinkedElement): readonly string[] {
  const { tag } = element;
  const attributes = attributeTokens(element);
  const classes = classesOf(element)
    .filter(isName)
    .slice(0, MOST_CLASSES)
    .map((name) => `.${name}`);
  const pairs = attributes.flatMap((one, index) => attributes.slice(index + 1).map((other) => one + other));
  const mixed = classes.flatMap((name) => [...attributes, ...pairs].map((attribute) => name + attribute));
  return [...attributes, ...pairs, ...classes, ...mixed].map((tokens) => tag + tokens);
}

/** Attributes that name a purpose. Their values are words of a program, never of a place. */
function attributeTokens({ attributes }: LinkedElement): readonly string[] {
  const tokens: string[] = [];
  const { role, jsaction = '', type } = attributes;
  const item = attributes['data-item-id'] ?? '';
  if (/^[a-z_]+$/.test(item)) tokens.push(`[data-item-id="${item}"]`);
  const [action] = /(?:\.[A-Za-z]+)+$/.exec(jsaction) ?? [];
  if (action !== undefined) tokens.push(`[jsaction$="${action}"]`);
  if (role !== undefined && /^[a-z]+$/.test(role)) tokens.push(`[role="${role}"]`);
  if (attributes['aria-hidden'] === 'true') tokens.push('[aria-hidden="true"]');
  if (type !== undefined && /^[a-z]+$/.test(type)) tokens.push(`[type="${type}"]`);
  for (const name of ['aria-label', 'data-review-id', 'data-href'])
    if (attributes[name] !== undefined)
      tokens.push(name === 'data-href' ? contributor(attributes[name]) : `[${name}]`);
  return tokens.filter((token) => token !== '');
}

function contributor(href: string): string {
  return href.includes('/contrib/') ? '[data-href*="/contrib/"]' : '';
}

function isName(name: string): boolean {
  // Names of fonts stand on many elements.
  return /^[A-Za-z][\w-]*$/.test(name) && !/^font[A-Z]/.test(name);
}

/** The innermost elements that fit. */
export function innermost(
  root: LinkedElement,
  fits: (element: LinkedElement) => boolean,
): readonly LinkedElement[] {
  const all = descendants(root).filter(fits);
  return all.filter((element) => !all.some((other) => other.parent === element));
}
