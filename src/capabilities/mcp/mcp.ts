import { capability } from '../../core/capability.js';
import { mcp as endpoint } from './endpoints.js';

/** Tools for language models. They ask the API as a client does. */
export const mcp = capability({
  name: 'mcp',
  endpoints: [endpoint],
  needs: {},
  open: () => ({ own: null }),
});
