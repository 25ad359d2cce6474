import { z } from 'zod';
import { infoData, infoOf } from '../../contract/place.js';
import { apiEndpoint } from './endpoint.js';

export const info = apiEndpoint({
  method: 'get',
  path: '/api/info',
  id: 'info',
  tag: 'Service',
  points: 1,
  summary: 'Name, version and endpoints',
  description:
    '`endpoints` names four of the endpoints; this document names them all. `version` follows semantic versioning: its first number changes when a client that follows this document would break.',
  query: { schema: z.object({}), examples: {} },
  success: [{ kind: 'data', schema: infoData, examples: { info: infoOf('1.0.0') } }],
  failures: ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError', 'SwitchedOff'],
  handler: ({ version }) => {
    const data = infoOf(version);
    return () => ({ data });
  },
});
