import { isTraversal, parse, type Selector } from 'css-what';

/**
 * Pseudo-classes that browsers support, and the kind of their argument. Pseudo-classes that only a driver or a
 * library supports fail in the page.
 */
const PSEUDO_CLASSES: Readonly<Record<string, 'none' | 'selectors' | 'position'>> = {
  not: 'selectors',
  is: 'selectors',
  where: 'selectors',
  has: 'selectors',
  root: 'none',
  empty: 'none',
  checked: 'none',
  disabled: 'none',
  enabled: 'none',
  'first-child': 'none',
  'last-child': 'none',
  'only-child': 'none',
  'first-of-type': 'none',
  'last-of-type': 'none',
  'only-of-type': 'none',
  'nth-child': 'position',
  'nth-last-child': 'position',
  'nth-of-type': 'position',
  'nth-last-of-type': 'position',
};
const POSITION = /^\s*(?:odd|even|[+-]?\d{1,4}|[+-]?\d{0,4}n(?:\s*[+-]\s*\d{1,4})?)\s*$/i;
const IDENTIFIER = /^-?[_a-z][\w-]*$/i;
/** Unquoted values that the parser accepts and a browser does not. */
const UNQUOTED_VALUE = /\[[^[\]"'=]*=\s*[^\s"']/;
const COMBINATORS: ReadonlySet<string> = new Set(['child', 'descendant', 'adjacent', 'sibling']);

/**
 * The reason why a text is not a selector that every browser accepts; null = it is valid. The parser is lenient, so
 * its result is checked again: one selector that a browser refuses would make every capture of a page fail.
 */
export function selectorFault(text: string): string | null {
  if (/\\|\/\*/.test(text)) return 'no escapes and comments are allowed';
  if (UNQUOTED_VALUE.test(text)) return 'the value of an attribute needs quotation marks';
  try {
    return faultOfAny(parse(text), { isInHas: false });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Context {
  /** Selectors within :has() may begin with a combinator, and must not contain another :has(). */
  readonly isInHas: boolean;
}

function faultOfAny(selectors: readonly (readonly Selector[])[], context: Context): string | null {
  if (selectors.length === 0) return 'it is empty';
  return firstFault(selectors, (parts) => faultOfOne(parts, context));
}

function faultOfOne(parts: readonly Selector[], context: Context): string | null {
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return 'it is empty';
  if (isTraversal(last)) return 'it ends with a combinator';
  if (isTraversal(first) && !context.isInHas) return 'it begins with a combinator';
  return firstFault(parts, (part, index) => {
    const before = parts[index - 1];
    const isFirstOfCompound = before === undefined || isTraversal(before);
    if (isTraversal(part) && before !== undefined && isTraversal(before))
      return 'two combinators follow each other';
    return faultOfPart(part, isFirstOfCompound, context);
  });
}

function faultOfPart(part: Selector, isFirst: boolean, context: Context): string | null {
  if ('namespace' in part && part.namespace !== null && part.namespace !== undefined)
    return 'namespaces are not allowed';
  switch (part.type) {
    case 'universal':
      return isFirst ? null : '* must come first';
    case 'tag':
      if (!isFirst) return `${part.name} must come first`;
      return IDENTIFIER.test(part.name) ? null : `${part.name} is no name`;
    case 'attribute':
      if (!IDENTIFIER.test(part.name)) return `${part.name} is no name`;
      if (part.action === 'not') return '!= is known to no browser';
      // Classes and ids; [class~="…"] is read the same.
      if (part.action === 'element' || (part.name === 'id' && part.action === 'equals'))
        return IDENTIFIER.test(part.value) ? null : `"${part.value}" is no name`;
      return null;
    case 'pseudo':
      return faultOfPseudo(part.name, part.data, context);
    case 'pseudo-element':
      return `::${part.name} finds no element`;
    default:
      return COMBINATORS.has(part.type) ? null : `"${part.type}" is known to no browser`;
  }
}

function faultOfPseudo(
  name: string,
  data: string | null | readonly (readonly Selector[])[],
  context: Context,
): string | null {
  const takes = Object.hasOwn(PSEUDO_CLASSES, name) ? PSEUDO_CLASSES[name] : undefined;
  if (takes === undefined) return `:${name} is not allowed`;
  if (takes === 'none') return data === null ? null : `:${name} takes no argument`;
  if (takes === 'position')
    return typeof data === 'string' && POSITION.test(data) ? null : `:${name}() needs a position`;
  if (data === null || typeof data === 'string') return `:${name}() needs selectors`;
  if (name === 'has' && context.isInHas) return ':has() must not stand in :has()';
  if (name === 'has') return faultOfAny(data, { isInHas: true });
  // A combinator may begin a selector directly within :has() only.
  const begins = data.some(([first]) => first !== undefined && isTraversal(first));
  return begins ? 'it begins with a combinator' : faultOfAny(data, context);
}

function firstFault<T>(items: readonly T[], check: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const fault = check(item, index);
    if (fault !== null) return fault;
  }
  return null;
}
