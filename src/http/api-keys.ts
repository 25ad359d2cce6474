import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { StartupError } from '../errors.js';

/** The keys that open the API. */
export interface ApiKeys {
  /** The name of the key a client presents; null = no such key. Takes equally long for any answer. */
  findKey(presented: string): string | null;
}

/** A text of entries, and what to call it in a complaint. */
export interface KeySource {
  /** The variable they come from. */
  readonly name: string;
  readonly text: string;
}

interface Entry {
  readonly name: string;
  /** SHA-256 of the key. */
  readonly digest: Buffer;
}

/** Tells a key from other secrets, for people and for scanners of leaked ones. */
const PREFIX = 'plk_';
const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const DIGEST = /^[\da-f]{64}$/i;

/** What a key may be called: up to 64 letters, digits, dots, dashes and underscores. */
export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** A new random key, and the entry that admits it. The key itself is stored nowhere. */
export function createApiKey(name: string): { readonly key: string; readonly entry: string } {
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, entry: `${name}:${sha256(key).toString('hex')}` };
}

/**
 * Reads `name:sha256-hex` entries separated by commas, spaces or lines; `#` begins a comment.
 * @throws StartupError that lists every problem by its place. It quotes no entry: someone may have written
 * the key itself where its hash belongs.
 */
export function parseApiKeys(sources: readonly KeySource[]): ApiKeys {
  const { entries, problems } = readEntries(sources);
  if (problems.length > 0) {
    const lines = problems.map(({ source, words }) => `  ${source}: ${words}`);
    throw new StartupError(`The API keys are not valid:\n${lines.join('\n')}`);
  }
  return { findKey: (presented) => find(entries, presented) };
}

/** What `parseApiKeys` would complain of in one text of entries, each problem by its place; empty = nothing. */
export function apiKeyProblems(text: string): string[] {
  return readEntries([{ name: '', text }]).problems.map(({ words }) => words);
}

function readEntries(sources: readonly KeySource[]) {
  const entries: Entry[] = [];
  const problems: { readonly source: string; readonly words: string }[] = [];
  for (const { name: source, text } of sources) {
    const written = entriesOf(text);
    // Whoever names a source of keys does not mean an open service.
    if (written.length === 0) problems.push({ source, words: 'holds no entry.' });
    for (const [index, { entry, line }] of written.entries()) {
      const read = readEntry(entry, entries);
      if (typeof read === 'string') {
        problems.push({ source, words: `entry ${index + 1} (line ${line}): ${read}` });
      } else entries.push(read);
    }
  }
  return { entries, problems };
}

function entriesOf(text: string): { entry: string; line: number }[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((content, index) =>
    content
      .replace(/#.*$/, '')
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map((entry) => ({ entry, line: index + 1 })),
  );
}

/** The entry, or what is wrong with it. */
function readEntry(text: string, known: readonly Entry[]): Entry | string {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  const hex = text.slice(colon + 1);
  if (!isKeyName(name)) return 'must be name:sha256-hex, the name of letters, digits, ".", "-" and "_".';
  if (!DIGEST.test(hex)) {
    return 'after the colon belong the 64 hex digits of the SHA-256 of the key, not the key itself.';
  }
  const digest = Buffer.from(hex, 'hex');
  if (known.some((entry) => entry.name === name)) return 'its name is taken by an entry before it.';
  if (known.some((entry) => entry.digest.equals(digest)))
    return 'its key is the same as that of an entry before it.';
  return { name, digest };
}

/** Compares with every entry, also after a match: how long it takes tells nothing. */
function find(entries: readonly Entry[], presented: string): string | null {
  const digest = sha256(presented);
  let found: string | null = null;
  for (const entry of entries) {
    if (timingSafeEqual(entry.digest, digest)) found = entry.name;
  }
  return found;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
