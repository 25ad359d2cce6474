import { selectAll } from 'css-select';
import { currentRules } from '../../../core/provider/rules/current.js';
import { listIn } from '../../../core/provider/rules/found-at.js';
import type { DomElement } from '../dom-tree.js';
import { isWanted, type SelectorList, type Want } from './explained-fields.js';

/** An element of a recorded page with its parent, which selectors need. */
export interface LinkedElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: LinkedElement | null;
  readonly children: readonly LinkedNode[];
}
type LinkedNode = LinkedElement | string;

/** Adds parents to the elements of a recorded tree. */
export function linkTree(node: DomElement, parent: LinkedElement | null = null): LinkedElement {
  const children: LinkedNode[] = [];
  const element = { tag: node.tag, attributes: node.attributes, parent, children };
  for (const child of node.children)
    children.push(typeof child === 'string' ? child : linkTree(child, element));
  return element;
}

/** The elements below `root` that a selector matches, in document order. An invalid selector matches nothing. */
export function select(selector: string, root: LinkedElement): readonly LinkedElement[] {
  try {
    return selectAll<LinkedNode, LinkedElement>(selector, root.children.filter(isElement), {
      adapter,
      cacheResults: false,
    }).filter((element) => element !== root);
  } catch {
    return [];
  }
}

function descendants({ children }: LinkedElement): readonly LinkedElement[] {
  return children.filter(isElement).flatMap((child) => [child, ...descendants(child)]);
}

function textOf({ children }: LinkedElement): string {
  return children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}

function isElement(node: LinkedNode): node is LinkedElement {
  return typeof node !== 'string';
}

const adapter = {
  isTag: isElement,
  getAttributeValue: ({ attributes }: LinkedElement, name: string) => attributes[name],
  getChildren: (node: LinkedNode): LinkedNode[] => (isElement(node) ? [...node.children] : []),
  getName: ({ tag }: LinkedElement) => tag,
  getParent: ({ parent }: LinkedElement) => parent,
  getSiblings: (node: LinkedNode): LinkedNode[] =>
    isElement(node) ? [...(node.parent?.children ?? [node])] : [node],
  getText: (node: LinkedNode) => (isElement(node) ? textOf(node) : node),
  hasAttrib: ({ attributes }: LinkedElement, name: string) => Object.hasOwn(attributes, name),
  removeSubsets: (nodes: LinkedNode[]) => nodes,
};

/** The rows of the histogram are read together. */
const ROWS = { list: 'selectors.histogramRow', count: 5 };

/** Whether a selector leads the service to the wanted value. */
export function isFoundBy(selector: string, want: Want, shown: SelectorList, root: LinkedElement): boolean {
  const found = select(selector, root);
  if (shown.list === ROWS.list && found.length !== ROWS.count) return false;
  return found.slice(0, shown.list === ROWS.list ? ROWS.count : 1).some(holds(want, shown));
}

function holds(want: Want, { attribute }: SelectorList): (element: LinkedElement) => boolean {
  return (element) => isWanted(want, attribute === null ? textOf(element) : element.attributes[attribute]);
}

/** Selectors that lead the service to the wanted value; selectors most similar to the entries in use come first. */
export function selectorsOf(want: Want, shown: SelectorList, root: LinkedElement): readonly string[] {
  const all = descendants(root).filter(holds(want, shown));
  const innermost = all.filter((element) => !all.some((other) => other.parent === element));
  const known = (listIn(currentRules(), shown.list) ?? []).map((entry) => tokensOf(String(entry)));
  const rank = (selector: string) => {
    const own = tokensOf(selector);
    const likeness = known.map((tokens) => {
      const shared = tokens.filter((token) => own.includes(token)).length;
      return shared / (own.length + tokens.length - shared);
    });
    // Prefer attributes: they change less often than the generated names of classes.
    const steady = selector.includes('[') ? 0.1 : 0;
    const sharp = select(selector, root).length === 1 ? 0.3 : 0;
    return Math.max(0, ...likeness) + steady + sharp - 0.02 * own.length;
  };
  return [
    ...new Set(
      innermost.flatMap((element) => candidates(element, root).map((one) => narrowed(one, element, root))),
    ),
  ]
    .filter((selector) => isFoundBy(selector, want, shown, root))
    .map((selector) => ({ selector, rank: rank(selector) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ selector }) => selector);
}

function tokensOf(selector: string): readonly string[] {
  return selector.match(/\[[^\]]*\]?|[.:#]?[\w-]+/g) ?? [];
}

const MAX_LEVELS = 5;
const MAX_CLASSES = 4;

/** Selectors for an element, alone or inside an element around it. They never hold texts of people or places. */
function candidates(element: LinkedElement, root: LinkedElement): readonly string[] {
  const own = compounds(element);
  const found = [...own];
  let parent = element.parent;
  for (let level = 1; level <= MAX_LEVELS && parent !== null && parent !== root; level += 1) {
    for (const compound of compounds(parent))
      found.push(...[...own, element.tag].map((last) => `${compound} ${last}`));
    parent = parent.parent;
  }
  return found;
}

/** Excludes the first other element that the selector finds, if a class distinguishes it from `element`. */
function narrowed(selector: string, element: LinkedElement, root: LinkedElement): string {
  const [first = element] = select(selector, root);
  const other = classesOf(first).find((name) => !classesOf(element).includes(name));
  return first === element || other === undefined ? selector : `${selector}:not(.${other})`;
}

function compounds(element: LinkedElement): readonly string[] {
  const classes = classesOf(element).slice(0, MAX_CLASSES);
  return [...purposes(element), ...classes.map((name) => `.${name}`)].map((token) => element.tag + token);
}

function classesOf({ attributes }: LinkedElement): readonly string[] {
  // Ignore font classes: many elements have them.
  const isName = (name: string) => /^[A-Za-z][\w-]*$/.test(name) && !/^font[A-Z]/.test(name);
  return (attributes.class ?? '').split(/\s+/).filter(isName);
}

/** Attributes that name a purpose. Their values are words of the program, never of a place. */
function purposes({ attributes }: LinkedElement): readonly string[] {
  const action = lastWords(attributes.jsaction ?? '');
  const isWord = (name: string) => /^[a-z_]+$/.test(attributes[name] ?? '');
  return [
    ...(action === '' ? [] : [`[jsaction$="${action}"]`]),
    ...['data-item-id', 'role', 'type', 'aria-hidden']
      .filter(isWord)
      .map((name) => `[${name}="${attributes[name]}"]`),
    ...['aria-label', 'data-review-id'].filter((name) => name in attributes).map((name) => `[${name}]`),
    ...(attributes['data-href']?.includes('/contrib/') ? ['[data-href*="/contrib/"]'] : []),
  ];
}

/** The last words of an action, each after a dot: `.place.review` of `pane.x1.place.review`. */
function lastWords(action: string): string {
  const parts = action.split('.');
  const other = parts.findLastIndex((part, index) => index === 0 || !/^[A-Za-z]+$/.test(part));
  return parts
    .slice(other + 1)
    .map((part) => `.${part}`)
    .join('');
}
