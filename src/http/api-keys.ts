import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { StartupError } from '../errors.js';

/** What a key may be used for: `/api`, or `/metrics`. */
export type KeyScope = 'api' | 'metrics';

/** The entry that admits a presented key. */
export interface FoundKey {
  readonly name: string;
  readonly isExpired: boolean;
  readonly scopes: ReadonlySet<KeyScope>;
}

/** The keys that open the API. */
export interface ApiKeys {
  readonly names: readonly string[];
  /** The entry of the key a client presents; null = there is none. Takes equally long for any answer. */
  findKey(presented: string): FoundKey | null;
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
  /** `Date.now()` from which on the key is refused; Infinity = never. */
  readonly expiresAt: number;
  /** Null = none are written, so that the common ones hold. */
  readonly scopes: ReadonlySet<KeyScope> | null;
}

/** Marks a key as one of this service, for people and for scanners of leaked secrets. */
const PREFIX = 'plk_';
const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const DIGEST = /^[\da-f]{64}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const SCOPES: readonly KeyScope[] = ['api', 'metrics'];

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
 * Reads `name:sha256-hex[:last-day[:scopes]]` entries separated by commas, spaces or lines; `#` begins a comment.
 * A key is valid to the end of its last day (`2027-01-31`) in UTC. Scopes are joined by `+`; a key without any has
 * `api`, and `metrics` too unless some other entry names that scope.
 * @throws StartupError that lists every problem by its place. It quotes no entry: someone may have written
 * the key itself where its hash belongs.
 */
export function parseApiKeys(sources: readonly KeySource[]): ApiKeys {
  const { entries, problems } = readEntries(sources);
  if (problems.length > 0) {
    const lines = problems.map(({ source, words }) => `  ${source}: ${words}`);
    throw new StartupError(`The API keys are not valid:\n${lines.join('\n')}`);
  }
  const hasMetricsKey = entries.some(({ scopes }) => scopes?.has('metrics'));
  const common = new Set<KeyScope>(hasMetricsKey ? ['api'] : SCOPES);
  return {
    names: entries.map(({ name }) => name),
    findKey: (presented) => {
      const entry = find(entries, presented);
      if (entry === null) return null;
      const { name, expiresAt, scopes } = entry;
      return { name, isExpired: Date.now() >= expiresAt, scopes: scopes ?? common };
    },
  };
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
    // A configured source of keys means that the service must not be open.
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
  const [name = '', hex, lastDay = '', scopeNames = '', ...rest] = text.split(':');
  if (hex === undefined || !isKeyName(name)) {
    return 'must be name:sha256-hex, the name of letters, digits, ".", "-" and "_".';
  }
  if (!DIGEST.test(hex)) {
    return 'after the colon belong the 64 hex digits of the SHA-256 of the key, not the key itself.';
  }
  const expiresAt = endOfDay(lastDay);
  if (expiresAt === null) return 'after the hash belongs the last day of the key as YYYY-MM-DD, or nothing.';
  const scopes = scopesOf(scopeNames);
  if (scopes === undefined || rest.length > 0) {
    return `after the last day belong scopes joined by "+", of ${SCOPES.join(', ')}, and nothing behind them.`;
  }
  const digest = Buffer.from(hex, 'hex');
  if (known.some((entry) => entry.name === name)) return 'its name is taken by an entry before it.';
  if (known.some((entry) => entry.digest.equals(digest)))
    return 'its key is the same as that of an entry before it.';
  return { name, digest, expiresAt, scopes };
}

/** Null when it is no day of the calendar. */
function endOfDay(day: string): number | null {
  if (day === '') return Number.POSITIVE_INFINITY;
  const start = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  return isDay ? start + DAY_MS : null;
}

/** Undefined when one of them is none. */
function scopesOf(text: string): ReadonlySet<KeyScope> | null | undefined {
  if (text === '') return null;
  const names = text.split('+');
  const known = SCOPES.filter((scope) => names.includes(scope));
  return names.every((name) => SCOPES.some((scope) => scope === name)) ? new Set(known) : undefined;
}

/** Compares with every entry, also after a match: so that the time reveals nothing. */
function find(entries: readonly Entry[], presented: string): Entry | null {
  const digest = sha256(presented);
  let found: Entry | null = null;
  for (const entry of entries) {
    if (timingSafeEqual(entry.digest, digest)) found = entry;
  }
  return found;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
