import { readFile } from 'node:fs/promises';
import { StartupError } from '../errors.js';
import { type ApiKeys, type KeySource, parseApiKeys } from './api-keys.js';

/** Where keys are configured; each may be missing. */
export interface KeySettings {
  readonly API_KEYS?: string | undefined;
  /** Path of a file of entries. */
  readonly API_KEYS_FILE?: string | undefined;
}

/**
 * The keys of both settings together; null when neither is set, which means an open service.
 * @throws StartupError when the file cannot be read or an entry is wrong
 */
export async function loadApiKeys({ API_KEYS, API_KEYS_FILE }: KeySettings): Promise<ApiKeys | null> {
  const sources: KeySource[] = [];
  if (API_KEYS !== undefined) sources.push({ name: 'API_KEYS', text: API_KEYS });
  if (API_KEYS_FILE !== undefined) {
    sources.push({ name: 'API_KEYS_FILE', text: await readKeysFile(API_KEYS_FILE) });
  }
  return sources.length === 0 ? null : parseApiKeys(sources);
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
