import { DOCUMENT_PATH } from '../../published/paths.js';
import type { AppContext } from '../state.js';

/** Whether a path leads to answers for one client: it begins like an endpoint that needs a key. */
export function clientPaths(
  endpoints: readonly { readonly path: string; readonly access: string }[],
): (path: string) => boolean {
  const keyed = endpoints.filter(({ access }) => access !== 'open');
  const beginnings = new Set(['api', ...keyed.map(({ path }) => path.split('/')[1])]);
  const pattern = new RegExp(`^/(?:${[...beginnings].join('|')})(?:/|$)`, 'i');
  return (path) => pattern.test(path);
}

/** Forbids caches to keep the answer: shared caches ignore `X-API-Key` and would give it to any client. */
export const PRIVATE = 'private, no-store';

/** The request headers that an answer depends on. */
export const DEPENDS_ON = 'X-API-Key, Authorization, Accept';

/** The policy for data: a browser that shows the answer runs, loads and frames nothing. */
const API_POLICY = "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'";

/**
 * Sets the security headers of every answer, success or error, and forbids caches to keep an answer for one client.
 * Pages set a policy of their own instead. Place it before other middleware that sets `Vary`.
 */
export function commonHeaders(belongsToClient: (path: string) => boolean): (ctx: AppContext) => void {
  const fields = Object.entries(securityHeaders());
  return ({ path, res }) => {
    for (const [name, value] of fields) res.setHeader(name, value);
    if (belongsToClient(path) && path !== DOCUMENT_PATH) {
      res.setHeader('Cache-Control', PRIVATE);
      res.setHeader('Vary', DEPENDS_ON);
    }
  };
}

/**
 * The security headers by name, as helmet 8 sets them. HSTS is left out: this service speaks plain HTTP, where browsers
 * ignore HSTS. HSTS binds a whole host name for a long time, so only the proxy that ends TLS can set it.
 */
export function securityHeaders(policy = API_POLICY): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}
