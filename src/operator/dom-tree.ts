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
  const { attributes, children } = node;
  const labels = ['aria-label', 'title', 'alt', 'data-tooltip', 'data-value'].flatMap(
    (name) => attributes[name] ?? [],
  );
  return [...labels, ...children.flatMap(textsOf)];
}

/** The parts of a tree that are about one person: cards of reviews, and what is around a link to a contributor. */
export function personParts(node: DomNode): DomElement[] {
  if (typeof node === 'string') return [];
  if ('data-review-id' in node.attributes) return [node];
  const isPersonal = (element: DomElement) =>
    Object.values(element.attributes).some((value) =>
      /\/contrib\/\d+|googleusercontent\.com\/a-?\//.test(value),
    );
  const elements = node.children.filter((child) => typeof child !== 'string');
  if (elements.some(isPersonal) || elements.some((child) => elementsOf(child).some(isPersonal)))
    return [node];
  return elements.flatMap(personParts);
}

function elementsOf({ children }: DomElement): DomElement[] {
  return children.filter((child) => typeof child !== 'string');
}
