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

/** Runs in the browser (or any DOM). Returns the side panels of the page, or its body, without scripts and styles. */
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
