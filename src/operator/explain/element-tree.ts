import { selectAll } from 'css-select';
import type { DomElement, DomNode } from '../dom-tree.js';

/** An element of a recorded page that knows its parent, as selectors need it. */
export interface LinkedElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: LinkedElement | null;
  readonly children: readonly LinkedNode[];
}
type LinkedNode = LinkedElement | string;

/** The elements of a recorded tree; null when it is no element. */
export function linkTree(node: DomNode | null): LinkedElement | null {
  return node === null || typeof node === 'string' ? null : linked(node, null);
}

function linked({ tag, attributes, children }: DomElement, parent: LinkedElement | null): LinkedElement {
  const below: LinkedNode[] = [];
  const element = { tag, attributes, parent, children: below };
  for (const child of children) below.push(typeof child === 'string' ? child : linked(child, element));
  return element;
}

/** What a selector finds below an element, in the order of the document. An invalid selector finds nothing. */
export function select(selector: string, root: LinkedElement): readonly LinkedElement[] {
  try {
    return selectAll<LinkedNode, LinkedElement>(selector, [...elementsIn(root)], {
      adapter,
      cacheResults: false,
    }).filter((element) => element !== root);
  } catch {
    return [];
  }
}

/** Direct children that are elements. */
export function elementsIn({ children }: LinkedElement): readonly LinkedElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** All elements below one, in the order of the document. */
export function descendants(root: LinkedElement): readonly LinkedElement[] {
  return elementsIn(root).flatMap((child) => [child, ...descendants(child)]);
}

/** The text of an element and all below it. */
export function textOf({ children }: LinkedElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The classes of an element, in its order. */
export function classesOf({ attributes }: LinkedElement): readonly string[] {
  return (attributes.class ?? '').split(/\s+/).filter((name) => name !== '');
}

/** The element itself or the nearest one around it. */
export function closest(
  element: LinkedElement,
  fits: (candidate: LinkedElement) => boolean,
): LinkedElement | null {
  if (fits(element)) return element;
  return element.parent === null ? null : closest(element.parent, fits);
}

const isElement = (node: LinkedNode): node is LinkedElement => typeof node !== 'string';

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
