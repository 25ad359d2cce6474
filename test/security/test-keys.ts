import { createApiKey, parseApiKeys } from '../../src/core/config/api-keys.js';

/** Three clients and the operator with a key each, and the setting that lets them in. */
export const SHOP = createApiKey('shop');
export const FARM = createApiKey('farm');
export const MILL = createApiKey('mill');
export const OPS = createApiKey('ops', { isOperator: true });
const entries = [SHOP, FARM, MILL, OPS].map(({ entry }) => entry);
export const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: entries.join('\n') }]);
