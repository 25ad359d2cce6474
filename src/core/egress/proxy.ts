import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type PrepareRequestFunction, RequestError, Server } from 'proxy-chain';
import type { Logger } from '../runtime/logger.js';
import { race } from '../runtime/scope.js';
import { isLoopbackAddress, PrivateAddressError, type Resolve, resolvePublic } from './addresses.js';
import { isAllowedTarget, isAllowedWithPictures, loggableHost } from './hosts.js';
import { type Destination, dial, tunnelTo } from './tunnel.js';
import { upstreamProxyUrl } from './upstream.js';

const CONNECT_TIMEOUT_MS = 15_000;
const REPEATED_WARNING_MS = 60_000;
const REMEMBERED_HOSTS = 500;
const USERNAME = 'place-lookup';
/** With this name the proxy also leads to hosts of fonts and photographs. */
const PICTURES_USERNAME = 'place-lookup-pictures';
/** The proxy itself answers this address, with 204: a client that gets the 204 has sent the right credentials. */
const LOGIN_URL = 'http://login.invalid/';
const HOST_AND_PORT = /^([a-z0-9.-]{1,253}):(\d{1,5})$/i;

interface EgressOptions {
  /** Loopback address to which all allowed targets are connected; null = the true hosts. */
  readonly override: { readonly host: string; readonly port: number } | null;
  /** Proxy (`http://`, `https://` or `socks…://`) through which allowed targets are reached; null = directly. */
  readonly upstreamProxy: string | null;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve;
  /** Milliseconds for resolving and connecting together (15,000). */
  readonly connectTimeoutMs?: number;
}

export type Egress = Awaited<ReturnType<typeof startEgress>>;

/**
 * Starts the only way to the network: a proxy on 127.0.0.1 that lets CONNECT through to the provider's hosts on port
 * 443 and refuses everything else, plain HTTP included. It serves this process only: other programs and users of the
 * machine do not know the credentials and get 407. A name is resolved once per connection. All its addresses must be
 * public, and the proxy connects to exactly these addresses. An override takes precedence over an upstream proxy. An
 * upstream proxy resolves names itself, so only the host list applies to it.
 * @throws Error when the override is not loopback or the address of the upstream proxy is not usable
 */
export async function startEgress(options: EgressOptions) {
  const { override, log } = options;
  if (override !== null) {
    if (!isLoopbackAddress(override.host)) {
      throw new Error(`EGRESS_OVERRIDE must be a loopback address (127.0.0.1:<port>), not ${override.host}`);
    }
    log.warn(
      `EGRESS OVERRIDE: every provider host goes to ${override.host}:${override.port}. For tests and the demo only.`,
    );
  }
  /** The credentials of every connection; new in every process. */
  const login = { username: USERNAME, password: randomBytes(32).toString('base64url'), url: LOGIN_URL };
  const pictureLogin = { ...login, username: PICTURES_USERNAME };
  const proxy = new Server({
    host: '127.0.0.1',
    port: 0,
    authRealm: 'place-lookup',
    prepareRequestFunction: authenticated([login, pictureLogin], checkTarget(options)),
  });
  await proxy.listen();
  return {
    /** The proxy for Chromium and for the plain client. */
    url: `http://127.0.0.1:${proxy.port}`,
    login,
    /** The login of pages that load fonts and photographs. */
    pictureLogin,
    /** Ends the proxy and every open tunnel at once, without waiting for either side. */
    close: () => proxy.close(true),
  };
}

/** Calls `next` for clients that send the credentials. For other clients nothing is resolved or connected. */
function authenticated(
  logins: readonly { readonly username: string; readonly password: string }[],
  next: PrepareRequestFunction,
): PrepareRequestFunction {
  const expected = logins.map(({ username, password }) => digest(`${username}:${password}`));
  return (options) => {
    const presented = digest(`${options.username}:${options.password}`);
    if (!expected.some((one) => timingSafeEqual(presented, one))) return { requestAuthentication: true };
    if (options.isHttp && options.request.url === LOGIN_URL) return { customResponseFunction: noContent };
    return next(options);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const noContent = () => ({ statusCode: 204, headers: {}, body: '' });

function checkTarget(options: EgressOptions): PrepareRequestFunction {
  const { log, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const upstream = options.upstreamProxy === null ? null : upstreamProxyUrl(options.upstreamProxy);
  const locate = locator(options);
  const warn = warnOncePerMinute(log);

  return async ({ request, hostname, isHttp, username }) => {
    const target = isHttp ? null : parseTarget(request.url ?? '');
    const isAllowed = username === PICTURES_USERNAME ? isAllowedWithPictures : isAllowedTarget;
    if (target === null || !isAllowed(target.host, target.port)) {
      warn(hostname, 'Connection refused: not a host of the map provider');
      throw new RequestError('This proxy leads to hosts of the map provider only.', 403);
    }
    if (upstream !== null && options.override === null) {
      // The upstream proxy gets the checked target, not the text that was sent.
      request.url = `${target.host}:${target.port}`;
      boundSilence(request.socket, connectTimeoutMs);
      return { upstreamProxyUrl: upstream };
    }
    try {
      const connected = await connectFor(request.socket, connectTimeoutMs, async (signal) =>
        dial(await race(signal, locate(target.host, target.port)), signal),
      );
      return { customConnectServer: tunnelTo(connected, request.socket) };
    } catch (error) {
      if (error instanceof PrivateAddressError) {
        warn(hostname, 'Connection refused: the name resolves to an address that is not public');
        throw new RequestError('The host resolves to an address that is not public.', 403);
      }
      log.debug({ host: target.host, err: error }, 'Connecting to the map provider failed');
      throw new RequestError('The host could not be reached.', 502);
    }
  };
}

/** Host (lower case) and port of a CONNECT; null for anything but a plain name and a port number. */
function parseTarget(requestTarget: string): { host: string; port: number } | null {
  const [, host, port] = HOST_AND_PORT.exec(requestTarget) ?? [];
  return host === undefined ? null : { host: host.toLowerCase(), port: Number(port) };
}

function locator({ override, resolve = resolveAll }: EgressOptions) {
  return async (host: string, port: number): Promise<Destination> => {
    if (override === null) return { addresses: await resolvePublic(host, resolve), port };
    return { addresses: [{ address: override.host, family: isIP(override.host) }], port: override.port };
  };
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

/** Runs `work` with a signal that aborts at the timeout or when the client goes away. */
async function connectFor<T>(
  client: Socket,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController();
  const onGone = () => attempt.abort(new Error('The client went away'));
  const timer = setTimeout(() => attempt.abort(new Error(`No connection within ${timeoutMs} ms`)), timeoutMs);
  client.once('close', onGone);
  try {
    return await work(attempt.signal);
  } finally {
    clearTimeout(timer);
    client.off('close', onGone);
  }
}

/** Closes a client that gets no answer in time: proxy-chain has no timeout for an upstream proxy. */
function boundSilence(client: Socket, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (client.bytesWritten === 0) client.destroy();
  }, timeoutMs);
  client.once('close', () => clearTimeout(timer));
}

/** Warns with the loggable part of the host. Within a minute, more warnings about the same host go to debug. */
function warnOncePerMinute(log: EgressOptions['log']) {
  const warned = new LRUCache<string, true>({ max: REMEMBERED_HOSTS, ttl: REPEATED_WARNING_MS });
  return (hostname: string, message: string): void => {
    const host = loggableHost(hostname);
    const level = warned.has(host) ? 'debug' : 'warn';
    if (level === 'warn') warned.set(host, true);
    log[level]({ host }, message);
  };
}
