import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isLoopback } from '../core/api/client-address.js';
import { type ApiKeys, type KeySource, parseApiKeys } from '../core/config/api-keys.js';
import type { Config } from '../core/config/config.js';
import { StartupError } from '../core/errors.js';
import type { Logger } from '../core/runtime/logger.js';

/** The settings that configure keys; the service refuses to start without keys if `REQUIRE_KEYS` is set. */
type KeySettings = Partial<
  Pick<Config, 'API_KEYS' | 'API_KEYS_FILE' | 'REQUIRE_KEYS' | 'AUTH_PROXY_HEADER' | 'TRUST_PROXY'>
>;

/** Milliseconds between two checks of the file. Polling also notices a file replaced behind a symbolic link. */
const LOOK_MS = 2_000;

/**
 * Loads the keys, and reloads them whenever the file changes. Running requests keep the access they were given. `keys`:
 * as last read; null = none are configured: the service is open, and stays open. `reload` reads the file again, null =
 * there is none; it never rejects, and an invalid file changes nothing. `close` stops looking at the file. @throws StartupError as `loadApiKeys`
 */
export async function loadReloadableKeys(
  settings: KeySettings,
  log: Pick<Logger, 'info' | 'error'>,
  { lookMs = LOOK_MS }: { readonly lookMs?: number } = {},
) {
  const { API_KEYS_FILE: path } = settings;
  const first = await loadApiKeys(settings);
  if (first === null) return { keys: null, reload: null, close: () => undefined };
  let current = first;
  const keys: ApiKeys = {
    get names() {
      return current.names;
    },
    findKey: (presented) => current.findKey(presented),
    findName: (name) => current.findName(name),
    usable: () => current.usable(),
  };
  if (path === undefined) return { keys, reload: null, close: () => undefined };

  const reloadOnce = async () => {
    try {
      const next = (await loadApiKeys(settings)) ?? current;
      const added = next.names.filter((name) => !current.names.includes(name));
      const removed = current.names.filter((name) => !next.names.includes(name));
      current = next;
      log.info({ keys: next.names.length, added, removed }, 'API keys reloaded');
    } catch (error) {
      // The message never quotes an entry: see parseApiKeys.
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ problem }, 'API keys could not be reloaded: the previous keys stay valid');
    }
  };
  // Reloads run one after the other, so that the last one wins.
  let reloading: Promise<void> = Promise.resolve();
  const reload = () => {
    reloading = reloading.then(reloadOnce);
    return reloading;
  };
  const onChange = () => void reload();
  watchFile(path, { interval: lookMs, persistent: false }, onChange);
  return { keys, reload, close: () => unwatchFile(path, onChange) };
}

/**
 * The keys of both settings together; null = neither is set: an open service.
 * @throws StartupError when the file cannot be read, an entry is invalid, or `REQUIRE_KEYS` is set without keys
 */
async function loadApiKeys(settings: KeySettings): Promise<ApiKeys | null> {
  const { API_KEYS, API_KEYS_FILE, REQUIRE_KEYS = false, AUTH_PROXY_HEADER, TRUST_PROXY } = settings;
  const sources: KeySource[] = [];
  if (API_KEYS !== undefined) sources.push({ name: 'API_KEYS', text: API_KEYS });
  if (API_KEYS_FILE !== undefined) {
    sources.push({ name: 'API_KEYS_FILE', text: await readKeysFile(API_KEYS_FILE) });
  }
  const isComplete = sources.length > 0 && typeof TRUST_PROXY === 'object';
  if (AUTH_PROXY_HEADER !== undefined && !isComplete)
    throw new StartupError(
      'AUTH_PROXY_HEADER needs the addresses of the proxy in TRUST_PROXY, and an entry in API_KEYS or API_KEYS_FILE for each user.',
    );
  if (sources.length > 0) return parseApiKeys(sources);
  if (!REQUIRE_KEYS) return null;
  throw new StartupError(
    'REQUIRE_KEYS is true, but no keys are configured: set API_KEYS or API_KEYS_FILE ("npm run key -- <name>" makes a key).',
  );
}

async function readKeysFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new StartupError(`API_KEYS_FILE ${path}: ${reason}.`);
  }
}

/** Logs a warning if `address` is not loopback. Call it for a service without keys. */
export function warnIfExposed(address: string, log: Pick<Logger, 'warn'>): void {
  if (isLoopback(address)) return;
  log.warn(
    { address },
    'no API keys are configured: anyone who can reach this address can use the service; see API_KEYS and REQUIRE_KEYS',
  );
}
