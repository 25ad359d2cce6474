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
        'As the specification has it, `endpoints` names four of the endpoints; this document names them all. `version` follows semantic versioning: its first number changes when a client that keeps to this document would break.',
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
      description: `OpenAPI 3.1 as JSON; \`${DOCS_PATH}\` shows it. Needs no key, and answers also while the API is switched off.`,
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
      summary: 'Whether the process lives',
      description: 'Asks for nothing else, and needs no key.',
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
      summary: 'Whether the service can do its work',
      description:
        'Not ready (503) while Chromium does not answer, while the map provider is left alone after a refusal, and from SIGTERM on. Needs no key. Asking launches Chromium if it does not run.',
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
      summary: "The service's numbers, for Prometheus",
      description:
        'Where keys are configured, needs one that is meant for it; costs no points. Names the keys, never what was asked.',
      success: [{ kind: 'bare', type: 'text/plain', schema: { type: 'string' }, examples: { one: METRICS } }],
      failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError'],
    },
  ];
}

function notModified() {
  return {
    description: 'You have it already (`If-None-Match`).',
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
