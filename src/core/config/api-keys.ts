import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { StartupError } from '../errors.js';

/** The use of a key: `/api`, `/metrics`, or the endpoints that examine the service itself. */
export type KeyScope = 'api' | 'metrics' | 'operator';

/** The owner of everything on a service without keys. */
export const EVERYBODY = 'everybody';

/** The entry that a presented key matches. */
interface FoundKey {
  readonly name: string;
  /** Who owns what is made with the key: `key <name>` or `team <team>`. */
  readonly owner: string;
  readonly isExpired: boolean;
  readonly scopes: ReadonlySet<KeyScope>;
  /** SHA-256 of the key, in hex. */
  readonly digest: string;
}

type UsableKey = Pick<FoundKey, 'name' | 'owner' | 'digest'>;

export interface ApiKeys {
  readonly names: readonly string[];
  /** The entry for the key a client presents; null = no entry matches. Takes equally long for any result. */
  findKey(presented: string): FoundKey | null;
  /** The entry of this name; null = there is none. */
  findName(name: string): FoundKey | null;
  /** The keys with which a client may use the API now. */
  usable(): readonly UsableKey[];
}

/** The owners that have a usable key now. `keys`: null = no keys are configured. */
export function usableOwners(keys: Pick<ApiKeys, 'usable'> | null): readonly string[] {
  return keys === null ? [EVERYBODY] : [...new Set(keys.usable().map(({ owner }) => owner))];
}

/** A text of entries, and the setting it comes from, for error messages. */
export interface KeySource {
  /** Name of the setting. */
  readonly name: string;
  readonly text: string;
}

interface Entry {
  readonly name: string;
  readonly owner: string;
  /** SHA-256 of the key. */
  readonly digest: Buffer;
  /** Milliseconds since 1970 from which the key is refused; Infinity = never. */
  readonly expiresAt: number;
  /** Null = the entry names no scopes: the default scopes apply. */
  readonly scopes: ReadonlySet<KeyScope> | null;
}

/** Marks a key as a key of this service, for people and for scanners of leaked secrets. */
const PREFIX = 'plk_';
const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const DIGEST = /^[\da-f]{64}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const SCOPES: readonly KeyScope[] = ['api', 'metrics', 'operator'];
const TEAM = 'team=';

/** Whether a text can name a key or a team: up to 64 letters, digits, dots, dashes and underscores. */
export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** Makes a random key and its entry for API_KEYS or API_KEYS_FILE. The key itself is not stored. */
export function createApiKey(
  name: string,
  { isOperator = false, team }: { readonly isOperator?: boolean; readonly team?: string | undefined } = {},
): { readonly key: string; readonly entry: string } {
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const owner = team === undefined ? '' : `:${TEAM}${team}`;
  return { key, entry: `${name}:${sha256(key).toString('hex')}${isOperator ? '::operator' : ''}${owner}` };
}

/**
 * Reads `name:sha256-hex[:last-day[:scopes]][:team=team]` entries separated by commas, spaces or lines; `#` begins a
 * comment.
 * A key is valid to the end of its last day (`2027-01-31`) in UTC. Scopes are joined by `+`. A key without scopes has
 * `api`, and also `metrics` if it is the only key: metrics name all clients. A key with `operator` has every scope.
 * @throws StartupError that lists every problem by its position. It quotes no entry: someone may have written
 * the key itself in place of its hash.
 */
export function parseApiKeys(sources: readonly KeySource[]): ApiKeys {
  const { entries, problems } = readEntries(sources);
  if (problems.length > 0) {
    const lines = problems.map(({ source, words }) => `  ${source}: ${words}`);
    throw new StartupError(`The API keys are not valid:\n${lines.join('\n')}`);
  }
  const defaultScopes = new Set<KeyScope>(entries.length > 1 ? ['api'] : ['api', 'metrics']);
  const scopesOf = ({ scopes }: Entry): ReadonlySet<KeyScope> =>
    scopes?.has('operator') ? new Set(SCOPES) : (scopes ?? defaultScopes);
  const found = (entry: Entry | null | undefined): FoundKey | null => {
    if (entry == null) return null;
    const { name, owner, digest, expiresAt } = entry;
    const isExpired = Date.now() >= expiresAt;
    return { name, owner, isExpired, scopes: scopesOf(entry), digest: digest.toString('hex') };
  };
  return {
    names: entries.map(({ name }) => name),
    findKey: (presented) => found(find(entries, presented)),
    findName: (name) => found(entries.find((entry) => entry.name === name)),
    usable: () =>
      entries
        .filter((entry) => Date.now() < entry.expiresAt && scopesOf(entry).has('api'))
        .map(({ name, owner, digest }) => ({ name, owner, digest: digest.toString('hex') })),
  };
}

/** The problems `parseApiKeys` would report for one text of entries, each with its position; empty = no problem. */
export function apiKeyProblems(text: string): string[] {
  return readEntries([{ name: '', text }]).problems.map(({ words }) => words);
}

function readEntries(sources: readonly KeySource[]) {
  const entries: Entry[] = [];
  const problems: { readonly source: string; readonly words: string }[] = [];
  for (const { name: source, text } of sources) {
    const written = entriesOf(text);
    // An empty source must not leave the service open: its operator wanted keys.
    if (written.length === 0) problems.push({ source, words: 'contains no entry.' });
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
    (content.split('#', 1)[0] ?? '')
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map((entry) => ({ entry, line: index + 1 })),
  );
}

/** The entry, or the reason why it is invalid. */
function readEntry(text: string, known: readonly Entry[]): Entry | string {
  const fields = text.split(':');
  const team = fields.at(-1)?.startsWith(TEAM) ? (fields.pop()?.slice(TEAM.length) ?? '') : null;
  const [name = '', hex, lastDay = '', scopeNames = '', ...rest] = fields;
  if (hex === undefined || !isKeyName(name)) {
    return 'must be name:sha256-hex, where the name has up to 64 letters, digits, ".", "-" and "_".';
  }
  if (!DIGEST.test(hex)) {
    return 'after the name, give the SHA-256 of the key as 64 hex digits, not the key itself.';
  }
  const expiresAt = endOfDay(lastDay);
  if (expiresAt === null) return 'after the hash, give the last day of the key as YYYY-MM-DD, or nothing.';
  const scopes = readScopes(scopeNames);
  if (scopes === undefined || rest.length > 0) {
    return `after the last day, give scopes joined by "+" (${SCOPES.join(', ')}), and nothing else but a team.`;
  }
  if (team !== null && !isKeyName(team)) {
    return 'after "team=", give a name of up to 64 letters, digits, ".", "-" and "_".';
  }
  const digest = Buffer.from(hex, 'hex');
  if (known.some((entry) => entry.name === name)) return 'an earlier entry has the same name.';
  if (known.some((entry) => entry.digest.equals(digest))) return 'an earlier entry has the same key.';
  return { name, owner: team === null ? `key ${name}` : `team ${team}`, digest, expiresAt, scopes };
}

/** Milliseconds since 1970; null when `day` is not a date. */
function endOfDay(day: string): number | null {
  if (day === '') return Number.POSITIVE_INFINITY;
  const start = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  return isDay ? start + DAY_MS : null;
}

/** Undefined = at least one scope is unknown. */
function readScopes(text: string): ReadonlySet<KeyScope> | null | undefined {
  if (text === '') return null;
  const names = text.split('+');
  const known = SCOPES.filter((scope) => names.includes(scope));
  return names.every((name) => SCOPES.some((scope) => scope === name)) ? new Set(known) : undefined;
}

/** Compares with every entry, also after a match, so that the duration reveals nothing. */
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
