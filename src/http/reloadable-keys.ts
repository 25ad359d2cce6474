import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '../logger.js';
import type { ApiKeys } from './api-keys.js';
import { type KeySettings, loadApiKeys } from './load-api-keys.js';

/** How often the file is looked at, in milliseconds. Polling also sees a file replaced behind a symbolic link. */
const LOOK_MS = 2_000;

/** The keys as they were read last. */
export interface ReloadableKeys {
  /** Null = none are configured, and none can come: the service stays open. */
  readonly keys: ApiKeys | null;
  /** Reads the file anew; null = there is no file. Never rejects: a file that is not right changes nothing. */
  readonly reload: (() => Promise<void>) | null;
  /** Ends the watching of the file. */
  close(): void;
}

/**
 * Loads the keys, and again whenever the file changes. Requests under way keep what they were admitted with.
 * @throws StartupError as `loadApiKeys`
 */
export async function loadReloadableKeys(
  settings: KeySettings,
  log: Pick<Logger, 'info' | 'error'>,
  { lookMs = LOOK_MS }: { readonly lookMs?: number } = {},
): Promise<ReloadableKeys> {
  const { API_KEYS_FILE: path } = settings;
  const first = await loadApiKeys(settings);
  if (first === null) return { keys: null, reload: null, close: () => undefined };
  let current = first;
  const keys: ApiKeys = {
    get names() {
      return current.names;
    },
    findKey: (presented) => current.findKey(presented),
  };
  if (path === undefined) return { keys, reload: null, close: () => undefined };

  const readAgain = async () => {
    try {
      const next = (await loadApiKeys(settings)) ?? current;
      const added = next.names.filter((name) => !current.names.includes(name));
      const removed = current.names.filter((name) => !next.names.includes(name));
      current = next;
      log.info({ keys: next.names.length, added, removed }, 'the API keys were read anew');
    } catch (error) {
      // It quotes no entry: see parseApiKeys.
      const problem = error instanceof Error ? error.message : String(error);
      log.error({ problem }, 'the API keys could not be read anew: the former ones stay valid');
    }
  };
  // One after the other, so that the last reading is the one that counts.
  let reading: Promise<void> = Promise.resolve();
  const reload = () => {
    reading = reading.then(readAgain);
    return reading;
  };
  const onChange = () => void reload();
  watchFile(path, { interval: lookMs, persistent: false }, onChange);
  return { keys, reload, close: () => unwatchFile(path, onChange) };
}
