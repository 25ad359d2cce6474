import { z } from 'zod';

/** An element of a rendered page: its markup without scripts. Plain data. */
export interface DomElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly DomNode[];
}
export type DomNode = DomElement | string;

export const domNode: z.ZodType<DomNode> = z.union([
  z.string(),
  z.strictObject({
    tag: z.string(),
    attributes: z.record(z.string(), z.string()),
    get children() {
      return z.array(domNode);
    },
  }),
]);

/** Runs inside the browser (or any DOM): the side panels of the page, else its body, without scripts and styles. */
export function captureTree(): DomNode | null {
  const treeOf = (element: Element): DomNode => ({
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    children: [...element.childNodes].flatMap((node): DomNode[] => {
      if (node instanceof Text) return [node.data];
      const isShown =
        node instanceof Element && !node.matches('script, style, link, meta, noscript, template');
      return isShown ? [treeOf(node)] : [];
    }),
  });
  const panels = document.querySelectorAll('[role="main"], [role="feed"]');
  const outermost = [...panels].filter(
    (panel) => panel.parentElement?.closest('[role="main"], [role="feed"]') == null,
  );
  if (outermost.length === 0) return document.body === null ? null : treeOf(document.body);
  return { tag: 'body', attributes: {}, children: outermost.map(treeOf) };
}

/** Attributes that say how an element is built, never what it says. */
const MARKUP = new Set([
  'class',
  'style',
  'role',
  'jsaction',
  'jsname',
  'jscontroller',
  'type',
  'tabindex',
  'dir',
]);

/** The tree with every text and every attribute that says something replaced. */
export function mapTexts(node: DomNode, change: (text: string) => string): DomNode {
  if (typeof node === 'string') return change(node);
  const { tag, attributes, children } = node;
  return {
    tag,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        MARKUP.has(name) && !/https?:|\/\//.test(value) ? value : change(value),
      ]),
    ),
    children: children.map((child) => mapTexts(child, change)),
  };
}

/** Labels and texts of an element and all below it. */
export function textsOf(node: DomNode): string[] {
  if (typeof node === 'string') return [node];
  const labels = Object.entries(node.attributes).flatMap(([name, value]) =>
    LABELS.has(name) || (!MARKUP.has(name) && isSpoken(value)) ? [value] : [],
  );
  return [...labels, ...node.children.flatMap(textsOf)];
}

const LABELS = new Set(['aria-label', 'title', 'alt', 'data-tooltip', 'data-value']);

/** Words as people write them; no link, no list of parameters. */
function isSpoken(value: string): boolean {
  return /\p{L}\s+\S*\p{L}|[^\p{ASCII}]|^\p{Lu}\p{Ll}+$/u.test(value) && !/[;{}]|:\/\//.test(value);
}

/** How far above a link to a person the card about this person may begin. */
const MOST_LEVELS = 6;

/** The parts of a tree that are about one person: cards of reviews, and what is around a link to a contributor. */
export function personParts(root: DomNode): DomElement[] {
  const people = new Map<DomElement, ReadonlySet<string>>();
  const peopleIn = (node: DomNode): ReadonlySet<string> => {
    if (typeof node === 'string') return new Set();
    const all = new Set([...personIn(node), ...node.children.flatMap((child) => [...peopleIn(child)])]);
    // A picture beside a link is the same person's.
    if (all.size > 1) all.delete('');
    people.set(node, all);
    return all;
  };
  peopleIn(root);
  /** As deep as the person's link is below. */
  const depthOf = (node: DomElement): number =>
    personIn(node).length > 0
      ? 0
      : 1 +
        Math.min(
          ...elementsOf(node).flatMap((one) => ((people.get(one)?.size ?? 0) > 0 ? [depthOf(one)] : [])),
        );
  const partsOf = (node: DomElement): DomElement[] => {
    const count = people.get(node)?.size ?? 0;
    if (count === 0) return [];
    if ('data-review-id' in node.attributes) return [node];
    if (count === 1 && node !== root && !isWholePanel(node) && depthOf(node) <= MOST_LEVELS) return [node];
    const own = personIn(node).length > 0 ? [node] : [];
    return [...own, ...elementsOf(node).flatMap(partsOf)];
  };
  return typeof root === 'string' ? [] : partsOf(root);
}

/** It holds the place as well. */
function isWholePanel(node: DomElement): boolean {
  const { role = '' } = node.attributes;
  return role === 'main' || role === 'feed' || node.tag === 'h1' || elementsOf(node).some(isWholePanel);
}

/** Whom an element's attributes name: contributors, else pictures of people and reviews. */
function personIn({ attributes }: DomElement): string[] {
  const values = Object.values(attributes);
  const ids = values.flatMap((value) => [...value.matchAll(/\/contrib\/(\d+)/g)].map(({ 1: id = '' }) => id));
  if (ids.length > 0) return ids;
  const isShown = values.some((value) => /googleusercontent\.com\/a-?\//.test(value));
  return isShown || 'data-review-id' in attributes ? [''] : [];
}

function elementsOf({ children }: DomElement): DomElement[] {
  return children.filter((child) => typeof child !== 'string');
}
