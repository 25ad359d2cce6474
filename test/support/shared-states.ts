import { createLogger } from '../../src/runtime/logger.js';
import { connectSharedState, type SharedState } from '../../src/shared-state/connection.js';
import { parseRedisUrl } from '../../src/shared-state/redis-url.js';

/** Connects as a replica of its own does. Close it. */
export async function replicaOf(url: string, egressGroup = 'default'): Promise<SharedState> {
  const address = parseRedisUrl(url);
  if (address === null) throw new Error('not a URL of Redis');
  return connectSharedState({ address, egressGroup, log: createLogger('silent') });
}
