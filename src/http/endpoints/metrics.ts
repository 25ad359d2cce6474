import { z } from 'zod';
import { HEALTH_PATHS } from '../../contract/paths.js';
import type { Endpoint } from './endpoint.js';

const METRICS = `# HELP place_lookup_requests_total Requests answered
# TYPE place_lookup_requests_total counter
place_lookup_requests_total{route="/api/details",method="GET",status="200",code=""} 1
`;

/** The metrics show how the service is used, so they need a key where keys are configured. */
export const metrics: Endpoint = {
  method: 'get',
  path: HEALTH_PATHS.metrics,
  id: 'metrics',
  tag: 'Service',
  access: 'metrics',
  points: 0,
  summary: 'Metrics for Prometheus',
  description:
    'Where keys are configured, needs one that is valid for metrics; costs no points. Contains the names of keys, never queries.',
  success: [{ kind: 'bare', type: 'text/plain', schema: z.string(), examples: { one: METRICS } }],
  failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError'],
  answer: (services) => [
    async (ctx) => {
      const { type, text } = await services.metrics.render();
      ctx.type = type;
      ctx.body = text;
    },
  ],
};
