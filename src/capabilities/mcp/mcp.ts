import { capability } from '../../core/capability.js';
import { watch } from '../watch/watch.js';
import { mcp as endpoint } from './endpoints.js';
import { MESSAGES } from './messages.js';

/** Tools for language models. They ask the API as a client does. */
export const mcp = capability({
  name: 'mcp',
  messages: MESSAGES,
  endpoints: [endpoint],
  // A tool lists the events of watches.
  needs: { watch },
  open: () => ({ own: null }),
});
