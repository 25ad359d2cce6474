/** Paths for probes and monitoring. They are at the root, outside /api. */
export const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

/** The OpenAPI document, and the page that shows it. */
export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCS_PATH = '/docs';
