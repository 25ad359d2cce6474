import { createServer, type Server } from 'node:http';
import Koa from 'koa';
import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';
import { answerMalformed } from './malformed-request.js';
import { accessLog } from './middleware/access-log.js';
import { apiSwitch } from './middleware/api-switch.js';
import { errorHandler } from './middleware/error-handler.js';
import { requestScope } from './middleware/request-scope.js';
import { pages } from './pages.js';
import { createRouter, type RouterOptions } from './router.js';
import type { RequestState } from './state.js';

export interface HttpOptions extends RouterOptions {
  readonly log: Logger;
  readonly requestTimeoutMs: number;
  readonly isEnabled: () => boolean;
}

/** A client that sends its request slower than this is cut off. Milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const RECEIVE_TIMEOUT_MS = 30_000;

/** The HTTP server with its whole chain of middleware, not listening yet. */
export function createHttpServer(options: HttpOptions): Server {
  const app = new Koa<RequestState>();
  app.on('error', (error) => options.log.debug({ err: error }, 'response could not be sent'));
  app.use(requestScope(options.log, options.requestTimeoutMs));
  app.use(accessLog());
  app.use(errorHandler());
  app.use(pages());
  app.use(apiSwitch(options.isEnabled));
  app.use(createRouter(options).routes());
  app.use((ctx) => {
    throw new AppError('unknown_endpoint', `There is no endpoint ${ctx.method} ${ctx.path.slice(0, 100)}.`);
  });
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: RECEIVE_TIMEOUT_MS };
  return createServer(timeouts, app.callback()).on('clientError', answerMalformed);
}
