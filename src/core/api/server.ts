import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Koa from 'koa';
import type { Served } from '../capability.js';
import type { ApiKeys } from '../config/api-keys.js';
import { API_DISABLED, AppError, excerpt, UNKNOWN_ENDPOINT } from '../errors.js';
import { type Logger, requestLogger } from '../runtime/logger.js';
import { maxConnections } from '../runtime/open-files.js';
import { message } from '../texts/messages.js';
import { offerOf } from './endpoints/about.js';
import type { CoreServices, Endpoint } from './endpoints/endpoint.js';
import { presentError } from './error-answer.js';
import { createLocalTime } from './local-time.js';
import { answerMalformed } from './malformed-request.js';
import { allowedHosts, crossOrigin, crossSiteCheck, knownHost } from './middleware/browsers.js';
import type { Drain } from './middleware/drain.js';
import { everyRequest } from './middleware/every-request.js';
import { createGuard, type Guard } from './middleware/guard.js';
import { clientPaths } from './middleware/headers.js';
import { openApiDocument } from './openapi/document.js';
import { createRateLimits } from './rate-limits.js';
import { createRouter } from './router.js';
import type { AppContext, Middleware, RequestState } from './state.js';

interface HttpOptions
  extends Omit<
    CoreServices,
    'isShuttingDown' | 'document' | 'localTime' | 'hasKeys' | 'takeConnection' | 'offers' | 'checks'
  > {
  readonly log: Logger;
  /** The endpoints of the core. */
  readonly endpoints: readonly Endpoint[];
  readonly capabilities: readonly Served[];
  /** Tracks the requests under way. */
  readonly drain: Drain;
  readonly isEnabled: () => boolean;
  /** Answers with a page of the service itself; null = there is none at this path. */
  readonly servePage: (ctx: AppContext) => Promise<void> | null;
  /** The keys for the API and the metrics; null = keys are not needed. */
  readonly apiKeys: ApiKeys | null;
  readonly patience?: Partial<Patience>;
  /** How many files and connections the process may have open; null or absent = unknown. */
  readonly maxOpenFiles?: number | null;
}

/** Time limits for slow clients, in milliseconds. */
export interface Patience {
  /** Limit for the headers of a request, and for the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Limit for the next request on a kept connection. It must be longer than the limit of every balancer in front. */
  readonly keepAliveMs: number;
  /** Limit for reading any part of a waiting answer. */
  readonly readMs: number;
  /** Interval between checks of the first two limits; a request may exceed them by this time. */
  readonly checkMs: number;
}

/**
 * Balancers reuse connections that were idle for up to 60 s (nginx, AWS ALB), 90 s (Traefik) or 120 s (Caddy). With the
 * default of Node.js (5 s), a connection would be closed just when a balancer sends a request on it.
 */
const KEEP_ALIVE_MS = 125_000;

const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: KEEP_ALIVE_MS,
  readMs: 60_000,
  checkMs: 1_000,
};

/** Makes the HTTP server with all its middleware; it does not listen yet. */
export function createHttpServer(options: HttpOptions): Server {
  const { config, capabilities } = options;
  const hosts = allowedHosts(config);
  const patience = { ...PATIENCE, ...options.patience };
  const guard = createGuard({
    keys: options.apiKeys,
    limits: createRateLimits(config.RATE_LIMIT_PER_MINUTE),
    proxies: config.TRUST_PROXY,
    userHeader: config.AUTH_PROXY_HEADER ?? null,
  });
  // Each reverse proxy in front adds an address to X-Forwarded-For.
  const { TRUST_PROXY: proxies } = config;
  const isProxied = proxies !== 0;
  const maxIpsCount = typeof proxies === 'number' ? proxies : 1;
  const app = new Koa<RequestState>({ proxy: isProxied, maxIpsCount });
  const endpoints = [...options.endpoints, ...capabilities.flatMap((one) => one.endpoints)];
  const services: CoreServices = {
    ...options,
    isShuttingDown: options.drain.hasBegun,
    hasKeys: options.apiKeys !== null,
    localTime: createLocalTime(config.TIME_ZONE),
    document: () => JSON.stringify(openApiDocument(endpoints, capabilities, options.version)),
    offers: async (ctx) => {
      const offered = capabilities.filter(({ offer }) => offer !== undefined);
      const fields = offered.map(async ({ name, offer, refusal }) =>
        offerOf(offer?.name ?? name, (await refusal?.(services, ctx)) ?? null),
      );
      return Object.assign({}, ...(await Promise.all(fields)));
    },
    checks: () => Object.assign({}, ...capabilities.map(({ checks }) => checks?.())),
    takeConnection: (socket: Duplex) => void server.emit('connection', socket),
  };
  const router = createRouter(endpoints, services, guard);
  const belongsToClient = clientPaths(endpoints);
  const log = requestLogger(options.log);
  app.on('error', (error) => log.debug({ err: error }, 'response could not be sent'));
  const requestTimeoutMs = config.REQUEST_TIMEOUT_MS;
  app.use(
    everyRequest({
      ...options,
      ...{ log, requestTimeoutMs, stallMs: patience.readMs, findRoute: router.find, belongsToClient },
    }),
  );
  if (hosts !== null) app.use(knownHost({ allowed: hosts, isProxied }));
  if (config.CORS_ORIGINS.length > 0) app.use(crossOrigin(config.CORS_ORIGINS, endpoints));
  const checkOrigin = crossSiteCheck(config.CORS_ORIGINS, belongsToClient);
  app.use(answerRequest(options, endpoints, guard, { checkOrigin, answer: router.answer }));
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: patience.keepAliveMs,
      connectionsCheckingInterval: patience.checkMs,
      // Accept requests without Host here: Node.js would refuse them without a body.
      requireHostHeader: false,
    },
    app.callback(),
  );
  const { maxOpenFiles = null } = options;
  if (maxOpenFiles !== null) server.maxConnections = maxConnections(maxOpenFiles, config.BROWSER_CONTEXTS);
  return answerMalformed(closeQueuedAnswers(server), options);
}

const API = /^\/api(?:\/|$)/i;

/**
 * The last middleware. Open endpoints and pages answer first; every other request passes the check of its origin, and
 * those for the API also pass the drain and the switch of the API. Below /api, `guard` comes before the answer to an
 * unknown path: a client without a key does not learn which endpoints exist, and each attempt costs points.
 */
function answerRequest(
  { drain, isEnabled, servePage }: HttpOptions,
  endpoints: readonly Endpoint[],
  guard: Guard,
  { checkOrigin, answer }: Record<'checkOrigin' | 'answer', (ctx: AppContext) => unknown>,
): Middleware {
  const guardUnknown = guard(1);
  const soleMethods = new Map(
    endpoints
      .filter((one) => one.isSoleMethod === true)
      .map(({ path, method }) => [path, method.toUpperCase()]),
  );
  const refuseUnknown = (ctx: AppContext) => refuse(ctx, soleMethods.get(ctx.path));
  return (ctx) => {
    const { route } = ctx.state;
    if (route?.access === 'open') return answer(ctx);
    const page = servePage(ctx);
    if (page !== null) return page;
    checkOrigin(ctx);
    if (route?.access === 'metrics') return answer(ctx);
    drain.enter(ctx);
    if (!isEnabled()) throw new AppError(API_DISABLED, message('apiSwitchedOff'), { retryAfterSeconds: 60 });
    if (route !== null) return answer(ctx);
    return API.test(ctx.path) ? guardUnknown(ctx, async () => refuseUnknown(ctx)) : refuseUnknown(ctx);
  };
}

/** Refuses an unknown path or method. `sole`: the only method of the path; undefined = the path is unknown, too. */
function refuse(ctx: AppContext, sole: string | undefined): void {
  const { method, path, state } = ctx;
  const error = new AppError(UNKNOWN_ENDPOINT, message('noSuchEndpoint', { method, path: excerpt(path) }));
  if (sole === undefined || method === sole) throw error;
  state.failure = error.code;
  ctx.set('Allow', sole);
  ctx.body = presentError(error, state.scope.id);
  ctx.status = 405;
}

/**
 * Emits `close` on waiting answers of pipelined requests when their connection closes. Node.js 20 and 22 notify only
 * the answer being sent; the work for the waiting answers would go on although nobody reads them.
 * CONTRIBUTING.md#libraries
 */
function closeQueuedAnswers(server: Server): Server {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const answers = new Set<ServerResponse>();
    unanswered.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) {
        // An answer without a socket is still waiting, or has ended.
        if (answer.socket === null && !answer.writableFinished && !answer.closed) answer.emit('close');
      }
    });
  });
  return server.on('request', (req, res) => {
    const answers = unanswered.get(req.socket);
    for (const answer of answers ?? []) if (answer.writableFinished) answers?.delete(answer);
    answers?.add(res);
  });
}
