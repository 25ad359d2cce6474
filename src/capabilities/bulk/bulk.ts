import { type Core, capability } from '../../core/capability.js';
import { createBulkChecker, linksAtOnce } from './check-reviews.js';
import { bulkVisibility } from './endpoints.js';
import { MESSAGES } from './messages.js';
import { BULK_SETTINGS } from './settings.js';

/** Checks of many reviews in one request. */
export const bulk = capability({
  name: 'bulk',
  messages: MESSAGES,
  settings: [BULK_SETTINGS],
  endpoints: [bulkVisibility],
  needs: {},
  open: (core) => ({ own: bulkOf(core) }),
});

/** Checks lists by the inspector of the core, with as many pages as its settings allow. */
export function bulkOf({ config, inspector }: Pick<Core, 'config' | 'inspector'>) {
  return createBulkChecker({
    inspector,
    fetchedAtOnce: config.FAST_PATH_CONCURRENCY,
    renderedAtOnce: linksAtOnce(config.BROWSER_CONTEXTS, config.PROVIDER_LOADS_PER_MINUTE),
    timeoutMs: config.REQUEST_TIMEOUT_MS,
  });
}
