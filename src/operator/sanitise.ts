import { otherCids, placeEdits } from './anonymous-place.js';
import { type DomNode, mapTexts } from './dom-tree.js';
import { decodeText } from './encoded-text.js';
import { identifierEdits } from './identifier-rules.js';
import { createInvention } from './invention.js';
import { type PersonalTexts, personalTexts } from './personal-texts.js';
import type { Recording } from './recording.js';
import { beginningOf, canonical, createReplacements, type Edit } from './replacements.js';

export interface SanitiseOptions {
  /** Nobody can tell the originals without it: random, and never kept. */
  readonly seed: string;
  /** Replaces the place as well. */
  readonly anonymous: boolean;
}

/** Something of a person is still in a recording: it must not be written. */
export class SurvivorError extends Error {
  override readonly name = 'SurvivorError';
  /** Where: names of parts. What survived is never named. */
  readonly places: readonly string[];

  constructor(places: readonly string[]) {
    super(`something of a person is left in: ${places.join(', ')}`);
    this.places = places;
  }
}

const DEEPEST = 4;
const ENCODED = /(![0-9]{1,3}[a-z])?([A-Za-z0-9+/_-]{24,}={0,2})/g;
/** Shorter originals may come about by chance. */
const SHORTEST_SEARCHED = 6;

/**
 * A recording in which nothing is left of people: their names, texts, pictures and ids are replaced by invented ones of
 * the same shape and length, the same in all parts and in every encoding. Numbers, structure and markup stay.
 * @throws SurvivorError when anything is left: then nothing may be written
 */
export function sanitise(recording: Recording, { seed, anonymous }: SanitiseOptions): Recording {
  const known = asDecoded(personalTexts(recording, anonymous));
  const cleaner = createCleaner(known, seed, anonymous, wholeText(recording));
  const clean = mapRecording(recording, cleaner.clean);
  const places = survivors(clean, [...known.texts], cleaner.ids(), known.kept);
  if (places.length > 0) throw new SurvivorError(places);
  return { ...clean, about: { ...clean.about, anonymous } };
}

/** Texts that look like escapes themselves, as they are found in decoded texts. */
function asDecoded({ texts, kept, near }: PersonalTexts): PersonalTexts {
  const decoded = (text: string) => decodeText(text).text;
  return { texts: new Set([...texts].map(decoded)), kept: kept.map(decoded), near };
}

/** Everything in a recording as one decoded text. */
function wholeText(recording: Recording): string {
  const texts: string[] = [];
  mapRecording(recording, (text) => {
    texts.push(decodeText(text).text);
    return text;
  });
  return texts.join('\n');
}

function createCleaner(
  { texts, kept, near }: PersonalTexts,
  seed: string,
  anonymous: boolean,
  whole: string,
) {
  const invention = createInvention(seed);
  const ids = new Set<string>();
  const fixed = new Map<string, string>();
  for (const { 1: digits = '' } of whole.matchAll(/\/contrib\/(\d+)/g)) {
    fixed.set(digits, invention.digits(digits));
    ids.add(digits);
  }
  if (anonymous)
    for (const [cid, other] of otherCids(whole, invention)) {
      fixed.set(cid, other);
      ids.add(cid);
    }
  const replacements = createReplacements(invention, texts, fixed, kept);

  const clean = (source: string, depth = 0): string => {
    const { text, encode } = decodeText(source);
    const writer = createWriter(text);
    for (const edit of replacements.findIn(text)) writer.put(edit);
    if (depth < DEEPEST) {
      for (const { index, 0: match, 2: run = '' } of text.matchAll(ENCODED)) {
        const inner = textInBase64(run);
        if (inner === null) continue;
        const changed = inner.encode(clean(inner.text, depth + 1));
        writer.put({ start: index + match.length - run.length, original: run, replacement: changed });
      }
    }
    const ofPlaces = anonymous ? placeEdits(text, invention, near) : [];
    for (const edit of [...ofPlaces, ...identifierEdits(text, invention)])
      if (writer.put(edit)) ids.add(edit.original);
    const changed = writer.text();
    return changed === text ? source : encode(changed);
  };
  return { clean: (source: string) => clean(source), ids: () => [...ids] };
}

/** Takes replacements of the same length; what was replaced once is not replaced again. */
function createWriter(text: string) {
  const units = text.split('');
  const taken = new Uint8Array(text.length);
  return {
    /** False where something was replaced before. */
    put: ({ start, replacement }: Edit): boolean => {
      if (taken.subarray(start, start + replacement.length).includes(1)) return false;
      for (let index = 0; index < replacement.length; index += 1) {
        units[start + index] = replacement.charAt(index);
        taken[start + index] = 1;
      }
      return true;
    },
    text: () => units.join(''),
  };
}

/** A text kept as base64; null for what is none, such as an id. */
function textInBase64(run: string): { readonly text: string; encode(text: string): string } | null {
  const bare = run.replace(/=+$/, '');
  const alphabet = /[-_]/.test(bare) ? 'base64url' : 'base64';
  const bytes = Buffer.from(bare, 'base64');
  const encoded = (content: Buffer) => content.toString(alphabet).replace(/=+$/, '');
  const text = bytes.toString('utf8');
  const isText = encoded(bytes) === bare && !/[\p{Cc}\ufffd]/u.test(text.replace(/[\r\n\t]/g, ''));
  if (!isText) return null;
  return { text, encode: (changed) => encoded(Buffer.from(changed)) + run.slice(bare.length) };
}

/** Applies a change to every text of a recording: bodies, addresses, labels, the markup's texts. */
function mapRecording(recording: Recording, change: (text: string) => string): Recording {
  const { about, bodies, state, cards, panel, list } = recording;
  const tree = (node: DomNode | null) => (node === null ? null : mapTexts(node, change));
  return {
    about: {
      ...about,
      title: change(about.title),
      link: change(about.link),
      asked: change(about.asked),
      url: change(about.url),
      review: mapStrings(about.review, change),
      parts: about.parts.map((part) => ({
        ...part,
        url: change(part.url),
        headers: mapStrings(part.headers, change),
      })),
    },
    bodies: Object.fromEntries(Object.entries(bodies).map(([file, body]) => [file, change(body)])),
    state: mapStrings(state, change),
    cards: mapStrings(cards, change),
    panel: tree(panel),
    list: tree(list),
  };
}

/** The same plain data with other strings. */
function mapStrings<T>(value: T, change: (text: string) => string): T {
  const mapped = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(mapped);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, mapped(inner)]));
  };
  return mapped(value) as T;
}

/** The parts in which an original is left, in any encoding. */
export function survivors(
  recording: Recording,
  texts: readonly string[],
  ids: readonly string[],
  kept: readonly string[],
): string[] {
  const folding = (text: string) => canonical(text.normalize('NFC'));
  const facts = new Set(kept.map((text) => folding(text.trim())));
  const originals = new Set(texts.map((text) => folding(text.trim())));
  const whole = [...originals, ...[...originals].flatMap((text) => beginningOf(text) ?? [])].filter(
    (text) => text !== '' && !facts.has(text),
  );
  const long = whole.filter((text) => text.length >= SHORTEST_SEARCHED && /[\s]/.test(text));
  const short = new Set(whole.filter((text) => !long.includes(text)));
  const searchedIds = ids.filter((id) => id.length >= SHORTEST_SEARCHED);
  const isLeftIn = (text: string, depth = 0): boolean => {
    const decoded = decodeText(text).text;
    const folded = folding(decoded);
    if (long.some((original) => holdsWhole(folded, original))) return true;
    if (searchedIds.some((id) => decoded.includes(id))) return true;
    if (short.has(folded.trim())) return true;
    for (const [, string = ''] of decoded.matchAll(/"([^"\\]{1,80})"/g))
      if (short.has(folding(string.trim())) && /[^\p{ASCII}]|\d|[A-Z]/u.test(string)) return true;
    if (depth >= DEEPEST) return false;
    return [...decoded.matchAll(ENCODED)].some(({ 2: run = '' }) => {
      const inner = textInBase64(run);
      return inner !== null && isLeftIn(inner.text, depth + 1);
    });
  };
  const places: string[] = [];
  for (const [file, body] of Object.entries(recording.bodies)) if (isLeftIn(body)) places.push(file);
  const rest = { ...recording, bodies: {} };
  let isLeft = false;
  mapRecording(rest, (text) => {
    isLeft ||= isLeftIn(text);
    return text;
  });
  return isLeft ? [...places, 'shown.json'] : places;
}

function holdsWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = [text[at - 1], text[at + wanted.length]];
    const edges = [wanted[0], wanted.at(-1)];
    const isWord = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}]/u.test(one);
    if (!around.some((one, side) => isWord(one) && isWord(edges[side]))) return true;
  }
  return false;
}
