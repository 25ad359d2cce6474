import { readFileSync } from 'node:fs';
import { findChromium } from './browser/executable.js';
import { ownTemporaryFolder } from './browser/temporary-folder.js';
import { type Config, setTemporaryFolder } from './config/config.js';
import { AppError, CLIENT_GONE, SettingsError } from './errors.js';
import { createUseCases, type UseCases } from './lookups.js';
import { SHARE_LINK_PATIENCE } from './places/share-links.js';
import { openProviderAccess, type ProviderAccess } from './provider-access.js';
import type { Logger } from './runtime/logger.js';
import { createMetrics } from './runtime/metrics.js';
import type { OwnedScope } from './runtime/scope.js';
import { message } from './texts/messages.js';

interface LocalServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Aborts the command. */
  readonly signal: AbortSignal;
  readonly openScope: () => OwnedScope;
}

/** Milliseconds without changes after which a page counts as settled. */
export const SETTLE_MS = 1_500;

/**
 * Opens the service in this process, with its settings, for one command. A running service is not used, and its
 * provider limit does not count these loads. @throws SettingsError when the settings are wrong or Chromium is missing
 */
export async function withLocalService<T>(
  { config, log, signal, openScope }: LocalServiceOptions,
  work: (service: {
    readonly config: Config;
    readonly access: ProviderAccess;
    readonly useCases: UseCases;
    readonly scope: OwnedScope;
  }) => Promise<T>,
): Promise<T> {
  const chromium = findChromium({ chromiumPath: config.CHROMIUM_PATH });
  if (chromium === null)
    throw new SettingsError(
      ['CHROMIUM_PATH'],
      'No Chromium was found. Run "npm run setup", or set CHROMIUM_PATH to a Chromium binary.',
    );
  setTemporaryFolder(await ownTemporaryFolder(log));
  const metrics = createMetrics();
  const access = await openProviderAccess({ config, executablePath: chromium, log, metrics });
  using scope = openScope();
  const onAbort = () => scope.abort(new AppError(CLIENT_GONE, message('commandEnded')));
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { once: true });
    const useCases = createUseCases({
      config,
      ...access,
      metrics,
      log,
      settleMs: SETTLE_MS,
      fastPathPauseMs: 0,
      shareLinks: SHARE_LINK_PATIENCE,
    });
    return await work({ config, access, useCases, scope });
  } finally {
    signal.removeEventListener('abort', onAbort);
    await access.close();
  }
}

export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
