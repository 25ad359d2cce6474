import type { Handler } from '../answer.js';
import { presentInfo } from '../contract/responses.js';

/** GET /info: the service about itself. */
export function info(version: string): Handler<object> {
  return () => ({ data: presentInfo(version) });
}
