import { HEALTH_PATHS } from '../health.js';
import { noParameters } from '../requests.js';
import { presentInfo } from '../responses.js';
import { headerRefs } from './headers.js';
import type { Operation } from './model.js';
import { schemaRef } from './schemas.js';

/** Where this document is served, and read by people. */
export const DOCUMENT_PATH = '/api/openapi.json';
export const DOCS_PATH = '/docs';

const CHROMIUM = { version: '156.0.8078.79', age_days: 19 };
const READY = {
  status: 'ready',
  checks: { browser: 'ok', provider: 'ok', verdicts: 'ok', shutdown: false },
  chromium: CHROMIUM,
};
const BLOCKED = {
  status: 'not_ready',
  checks: { browser: 'ok', provider: 'blocked', verdicts: 'unproven', shutdown: false },
  chromium: CHROMIUM,
};
const METRICS = `# HELP place_lookup_requests_total Requests answered
# TYPE place_lookup_requests_total counter
place_lookup_requests_total{route="/api/details",method="GET",status="200",code=""} 1
`;

/** `version` of the service, as its examples show it. */
export function serviceOperations(version: string): readonly Operation[] {
  return [
    {
      method: 'get',
      path: '/api/info',
      id: 'info',
      tag: 'Service',
      price: 1,
      summary: 'Name, version and endpoints',
      description:
        '`endpoints` names four of the endpoints; this document names them all. `version` follows semantic versioning: its first number changes when a client that follows this document would break.',
      query: { schema: noParameters, examples: {} },
      success: [{ kind: 'data', schema: 'InfoData', examples: { info: presentInfo(version) } }],
      failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError', 'SwitchedOff'],
    },
    {
      method: 'get',
      path: DOCUMENT_PATH,
      id: 'openapi',
      tag: 'Service',
      price: 'open',
      summary: 'This document',
      description: `OpenAPI 3.1 as JSON; \`${DOCS_PATH}\` shows it. Needs no key, and is available while the API is switched off.`,
      success: [{ kind: 'bare', type: 'application/json', schema: { type: 'object' }, examples: {} }],
      headers: ['Cache-Control', 'ETag'],
      others: { 304: notModified() },
      failures: ['InvalidRequest', 'InternalError'],
    },
    {
      method: 'get',
      path: HEALTH_PATHS.alive,
      id: 'alive',
      tag: 'Service',
      price: 'open',
      summary: 'Check whether the process is running',
      description: 'Checks nothing else. Needs no key.',
      success: [
        {
          kind: 'bare',
          type: 'application/json',
          schema: schemaRef('Alive'),
          examples: { alive: { status: 'ok' } },
        },
      ],
      headers: ['Cache-Control'],
      failures: ['InternalError'],
    },
    {
      method: 'get',
      path: HEALTH_PATHS.ready,
      id: 'ready',
      tag: 'Service',
      price: 'open',
      summary: 'Check whether the service is ready',
      description:
        'Not ready (503) while Chromium does not answer, while loads are paused after a block page, and after SIGTERM. Needs no key. A request launches Chromium if it is not running.',
      success: [
        {
          kind: 'bare',
          type: 'application/json',
          schema: schemaRef('Readiness'),
          examples: { ready: READY },
        },
      ],
      headers: ['Cache-Control'],
      others: { 503: notReady() },
      failures: ['InternalError'],
    },
    {
      method: 'get',
      path: HEALTH_PATHS.metrics,
      id: 'metrics',
      tag: 'Service',
      price: 'unpriced',
      summary: 'Metrics for Prometheus',
      description:
        'Where keys are configured, needs one that is valid for metrics; costs no points. Contains the names of keys, never queries.',
      success: [{ kind: 'bare', type: 'text/plain', schema: { type: 'string' }, examples: { one: METRICS } }],
      failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError'],
    },
  ];
}

function notModified() {
  return {
    description: 'Not changed since the version in `If-None-Match`.',
    headers: headerRefs(['X-Request-Id', 'Cache-Control', 'ETag']),
  };
}

function notReady() {
  return {
    description: 'Not ready; `checks` says why.',
    headers: headerRefs(['X-Request-Id', 'Cache-Control', 'Retry-After']),
    content: {
      'application/json': {
        schema: schemaRef('Readiness'),
        examples: { 'after a refusal': { value: BLOCKED } },
      },
    },
  };
}
