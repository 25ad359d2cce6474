import { type Core, capability } from '../../core/capability.js';
import { PLAIN_SLOTS } from '../../core/traffic/load-queue.js';
import { createBulkChecker, linksAtOnce } from './check-reviews.js';
import { bulkVisibility } from './endpoints.js';
import { MESSAGES } from './messages.js';

/** Checks of many reviews in one request. */
export const bulk = capability({
  name: 'bulk',
  messages: MESSAGES,
  endpoints: [bulkVisibility],
  needs: {},
  open: (core) => ({ own: bulkOf(core) }),
});

/** Checks lists by the inspector of the core, with as many pages as its settings allow. */
export function bulkOf({ config, inspector }: Pick<Core, 'config' | 'inspector'>) {
  return createBulkChecker({
    inspector,
    fetchedAtOnce: PLAIN_SLOTS,
    renderedAtOnce: linksAtOnce(config.BROWSER_CONTEXTS, config.PROVIDER_LOADS_PER_MINUTE),
    timeoutMs: config.REQUEST_TIMEOUT_MS,
  });
}
