import { findChromium } from '../../core/browser/executable.js';
import { ownTemporaryFolder } from '../../core/browser/temporary-folder.js';
import { type Config, setTemporaryFolder } from '../../core/config/config.js';
import { AppError, CLIENT_GONE, SettingsError } from '../../core/errors.js';
import { createUseCases, SETTLE_MS, type UseCases } from '../../core/lookups.js';
import { SHARE_LINK_PATIENCE } from '../../core/places/share-links.js';
import { openProviderAccess, type ProviderAccess } from '../../core/provider-access.js';
import type { Logger } from '../../core/runtime/logger.js';
import { createMetrics } from '../../core/runtime/metrics.js';
import type { OwnedScope } from '../../core/runtime/scope.js';
import { message } from '../../core/texts/messages.js';

interface LocalServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Aborts the command. */
  readonly signal: AbortSignal;
  readonly openScope: () => OwnedScope;
}

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
