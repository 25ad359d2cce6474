import type { Origin } from '../../provider/origins.js';
import { currentRules } from '../../provider/rules/current.js';
import { frameIdsIn } from './batch-proposals.js';
import { classesOf, elementsIn, type LinkedElement, select } from './element-tree.js';
import { fieldReports } from './field-report.js';
import { formReports } from './form-report.js';
import type { ReadRecording } from './recorded-data.js';

/** Something that is not the same in two recordings; null = it is not there. */
export interface Difference {
  /** A field's published name, a form, a slot such as `[4,8]`, a list of selectors, or `frameIds`. */
  readonly what: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** What moved between two recordings. */
export interface RecordingDiff {
  /** Where fields are read from. */
  readonly fields: readonly Difference[];
  /** How answers and pages are recognised, and the ids of frames. */
  readonly forms: readonly Difference[];
  /** Slots of the place's data at the two upper levels that are filled in one recording only. */
  readonly slots: readonly Difference[];
  /** Elements that a list of selectors found in the old recording: their classes. */
  readonly elements: readonly Difference[];
}

/** Compares two recordings of one kind. Values are not compared: places differ. */
export function diffRecordings(older: ReadRecording, newer: ReadRecording): RecordingDiff {
  return {
    fields: differences(originsIn(older), originsIn(newer)),
    forms: differences(formsIn(older), formsIn(newer)),
    slots: differences(slotsOf(older), slotsOf(newer)),
    elements: elementDifferences(older, newer),
  };
}

type Named = ReadonlyMap<string, string>;

function differences(older: Named, newer: Named): readonly Difference[] {
  return [...new Set([...older.keys(), ...newer.keys()])]
    .map((what) => ({ what, old: older.get(what) ?? null, new: newer.get(what) ?? null }))
    .filter((one) => one.old !== one.new);
}

function originsIn(read: ReadRecording): Named {
  const named = fieldReports(read).flatMap(({ names, origin }): [string, string][] =>
    origin === null ? [] : [[names.join(', '), originText(origin)]],
  );
  return new Map(named);
}

function originText({ source, list, entry }: Origin): string {
  return `${source} ${list} ${entry}`;
}

function formsIn(read: ReadRecording): Named {
  const forms = formReports(read, []).map(({ form, reading }): [string, string] => [form, reading]);
  const { about, bodies } = read.recording;
  const ids = about.parts
    .filter(({ kind }) => kind === 'batch')
    .flatMap(({ file }) => frameIdsIn(bodies[file] ?? ''));
  const frames: readonly [string, string][] =
    ids.length === 0 ? [] : [['frameIds', [...new Set(ids)].join(', ')]];
  return new Map([...forms, ...frames]);
}

/** `[4]` and `[4,8]` with the kind of what stands there. */
function slotsOf({ places: [own] }: ReadRecording): Named {
  const slots = new Map<string, string>();
  const note = (path: readonly number[], value: unknown) => {
    if (value != null) slots.set(JSON.stringify(path), Array.isArray(value) ? 'list' : typeof value);
  };
  if (!Array.isArray(own?.value)) return slots;
  for (const [index, value] of own.value.entries()) {
    note([index], value);
    if (Array.isArray(value)) for (const [at, inner] of value.entries()) note([index, at], inner);
  }
  return slots;
}

/** Lists that find an element in the old panel or its first card, and what stands at the same place in the new one. */
function elementDifferences(older: ReadRecording, newer: ReadRecording): readonly Difference[] {
  const [oldCard = null] = older.cards.values();
  const [newCard = null] = newer.cards.values();
  return Object.entries(currentRules().selectors).flatMap(([name, entries]): Difference[] => {
    const isOfCard = name.startsWith('card') && name !== 'card' && name !== 'cardLink';
    const [oldRoot, newRoot] = isOfCard ? [oldCard, newCard] : [older.panel, newer.panel];
    if (oldRoot === null || newRoot === null) return [];
    const element = firstOf(entries, oldRoot);
    if (element === null) return [];
    const other = firstOf(entries, newRoot) ?? sameWay(element, oldRoot, newRoot);
    const old = described(element);
    const now = other === null ? null : described(other);
    return old === now ? [] : [{ what: `selectors.${name}`, old, new: now }];
  });
}

function firstOf(entries: readonly string[], root: LinkedElement): LinkedElement | null {
  for (const entry of entries) {
    const [found] = select(entry, root);
    if (found !== undefined) return found;
  }
  return null;
}

/** The element at the end of the same way through children. */
function sameWay(
  element: LinkedElement,
  oldRoot: LinkedElement,
  newRoot: LinkedElement,
): LinkedElement | null {
  if (element === oldRoot) return newRoot;
  if (element.parent === null) return null;
  const parent = sameWay(element.parent, oldRoot, newRoot);
  const index = elementsIn(element.parent).indexOf(element);
  const found = parent === null ? undefined : elementsIn(parent)[index];
  return found?.tag === element.tag ? found : null;
}

/** Its classes and those of the element around it, as selectors often name that one. */
function described(element: LinkedElement): string {
  const named = (one: LinkedElement) => [one.tag, ...classesOf(one).toSorted()].join('.');
  const around: string[] = [];
  for (let one = element.parent; one !== null && around.length < 2; one = one.parent)
    if (classesOf(one).length > 0) around.unshift(named(one));
  return [...around, named(element)].join(' ');
}
