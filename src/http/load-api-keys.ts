import { readFile } from 'node:fs/promises';
import { StartupError } from '../errors.js';
import { type ApiKeys, type KeySource, parseApiKeys } from './api-keys.js';

/** Where keys are configured; each may be missing. */
export interface KeySettings {
  readonly API_KEYS?: string | undefined;
  /** Path of a file of entries. */
  readonly API_KEYS_FILE?: string | undefined;
  /** Refuses to start as an open service. */
  readonly REQUIRE_KEYS?: boolean;
}

/**
 * The keys of both settings together; null when neither is set, which means an open service.
 * @throws StartupError when the file cannot be read, an entry is wrong, or keys are required and not configured
 */
export async function loadApiKeys(settings: KeySettings): Promise<ApiKeys | null> {
  const { API_KEYS, API_KEYS_FILE, REQUIRE_KEYS = false } = settings;
  const sources: KeySource[] = [];
  if (API_KEYS !== undefined) sources.push({ name: 'API_KEYS', text: API_KEYS });
  if (API_KEYS_FILE !== undefined) {
    sources.push({ name: 'API_KEYS_FILE', text: await readKeysFile(API_KEYS_FILE) });
  }
  if (sources.length > 0) return parseApiKeys(sources);
  if (!REQUIRE_KEYS) return null;
  throw new StartupError(
    'REQUIRE_KEYS is true, and there are no keys: set API_KEYS or API_KEYS_FILE ("npm run key -- <name>" makes one).',
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
