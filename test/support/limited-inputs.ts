import { z } from 'zod';

// What a client can make long in the input of an endpoint or a tool.

export type Path = readonly (string | number)[];

/** A text, list or unknown value in a schema; `most` is infinite when nothing limits it. */
export interface Limited {
  readonly kind: 'text' | 'list' | 'unknown';
  readonly path: Path;
  readonly most: number;
}

/** Everything in a schema that a client can make long. Fails for a kind of schema that it does not know. */
export function limitedIn(schema: z.core.$ZodType, path: Path = []): readonly Limited[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const open = (kind: Limited['kind']): readonly Limited[] => [
    { kind, path, most: Number.POSITIVE_INFINITY },
  ];
  switch (def.type) {
    case 'string':
      return [{ kind: 'text', path, most: maximumOf(schema) }];
    case 'enum':
      return [{ kind: 'text', path, most: longest(Object.values(def.entries)) }];
    case 'literal':
      return [{ kind: 'text', path, most: longest(def.values) }];
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => limitedIn(field, [...path, name]));
      return def.catchall === undefined ? fields : [...fields, ...limitedIn(def.catchall, [...path, '*'])];
    }
    case 'array': {
      return [{ kind: 'list', path, most: maximumOf(schema) }, ...limitedIn(def.element, [...path, 0])];
    }
    case 'tuple':
      return def.items.flatMap((item, at) => limitedIn(item, [...path, at]));
    case 'union':
      return def.options.flatMap((option) => limitedIn(option, path));
    case 'intersection':
      return [def.left, def.right].flatMap((side) => limitedIn(side, path));
    case 'record':
      return [
        ...open('list'),
        ...[def.keyType, def.valueType].flatMap((one) => limitedIn(one, [...path, '*'])),
      ];
    case 'map':
    case 'set':
      return open('list');
    case 'lazy':
      return limitedIn(def.getter(), path);
    case 'pipe': {
      // What is checked after an unknown value, or before a transformation, is what the client may send.
      const sides = [def.in, def.out].filter(
        (side) => !['unknown', 'transform'].includes(side._zod.def.type),
      );
      return sides.length === 0 ? open('unknown') : sides.flatMap((side) => limitedIn(side, path));
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return limitedIn(def.innerType, path);
    case 'unknown':
    case 'any':
    case 'custom':
      return open('unknown');
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
      return [];
    default:
      throw new TypeError(`a schema of the kind ${def.type}: say here what limits it`);
  }
}

const longest = (values: readonly unknown[]) => Math.max(...values.map((value) => String(value).length));

/** The maximum length of a text or list: the one that it declares, its own, or that of its pattern. */
function maximumOf(schema: z.core.$ZodType): number {
  const { def } = schema._zod;
  const checks = [def, ...(def.checks ?? []).map((check) => check._zod.def)] as readonly Check[];
  const own = checks.flatMap(({ check, maximum = Number.POSITIVE_INFINITY, pattern }) => {
    if (check === 'max_length') return [maximum];
    return pattern !== undefined && isBoundedPattern(pattern) ? [MAX_OF_A_PATTERN] : [];
  });
  const declared = z.globalRegistry.get(schema)?.maxLength as number | undefined;
  return declared ?? Math.min(...own);
}

interface Check {
  readonly check?: string;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}

/** More than any pattern without repetitions allows. */
const MAX_OF_A_PATTERN = 256;

/** Whether a pattern is tied to both ends, has no alternatives outside of groups, and repeats nothing without end. */
function isBoundedPattern({ source, flags }: RegExp): boolean {
  const plain = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  let outside = plain;
  while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, 'x');
  const isWhole = outside.startsWith('^') && outside.endsWith('$') && !outside.includes('|');
  return isWhole && !/[*+]|\{\d+,\}/.test(plain) && !flags.includes('m');
}

/** The name of a text or list of an input: `of` names the input. */
export const where = (of: string, { path }: Limited) => `${of} ${path.join('.')}`;

/** The texts and lists of an input that nothing limits. */
export const unlimitedIn = (of: string, schema: z.core.$ZodType): readonly string[] =>
  limitedIn(schema)
    .filter(({ most }) => most === Number.POSITIVE_INFINITY)
    .map((one) => where(of, one));
