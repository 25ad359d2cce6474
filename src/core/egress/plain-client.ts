import { type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { AppError, INVALID_REQUEST, PROVIDER_UNAVAILABLE } from '../errors.js';
import { race } from '../runtime/scope.js';
import { message } from '../texts/messages.js';
import { isAllowedUrl, offListError } from './hosts.js';
import type { Egress } from './proxy.js';

const USER_AGENT = 'place-lookup/1.0';
const BODY_LIMIT_BYTES = 128 * 1024;
const SILENCE_TIMEOUT_MS = 10_000;
// Longer than the egress proxy's own limit for connecting, so that the proxy's answer arrives.
const TUNNEL_TIMEOUT_MS = 20_000;

interface PlainRequest {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum bytes of the body (128 KiB); a longer body is cut off. */
  readonly limitBytes?: number;
}

export interface PlainResponse {
  readonly status: number;
  /** The `Location` header as sent: it may be relative or not a URL. */
  readonly location: string | null;
  readonly contentType: string | null;
  /** `Set-Cookie` headers, one entry each. */
  readonly setCookies: readonly string[];
  /** The body decoded as UTF-8, cut off after `limitBytes`. Empty for a 30x answer, whose body is not read. */
  readonly body: string;
}

export type PlainClient = ReturnType<typeof createPlainClient>;

/**
 * Makes plain HTTPS requests through the egress proxy. Redirects are reported, never followed. `insecure` leaves
 * certificates unchecked; set with EGRESS_OVERRIDE only.
 */
export function createPlainClient(
  { url: proxyUrl, login: { username, password } }: Pick<Egress, 'url' | 'login'>,
  { insecure }: { insecure: boolean },
) {
  const dispatcher = new ProxyAgent({
    uri: proxyUrl,
    token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    requestTls: { rejectUnauthorized: !insecure },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
    // ProxyAgent does not apply its own timeouts to the CONNECT request.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: TUNNEL_TIMEOUT_MS }),
  });
  return {
    /**
     * @throws AppError `invalid_request` (not https, or not a host of the provider), `provider_unavailable` (no
     * connection, silence of 10 s, broken answer; the cause is attached); `signal.reason` once aborted
     */
    get: async (url: string, options: PlainRequest): Promise<PlainResponse> => {
      const target = checked(url);
      options.signal.throwIfAborted();
      // undici notices an abort only after the tunnel stands, so the signal ends the wait here.
      return race(options.signal, fetchPlain(dispatcher, target, options));
    },
    /** Ends requests under way and closes all connections. */
    close: () => dispatcher.destroy(),
  };
}

function checked(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) throw new AppError(INVALID_REQUEST, message('linkNotAUrl'));
  if (!isAllowedUrl(url)) throw offListError('link', url.hostname);
  return url;
}

async function fetchPlain(
  dispatcher: Dispatcher,
  url: URL,
  { signal, headers, limitBytes = BODY_LIMIT_BYTES }: PlainRequest,
): Promise<PlainResponse> {
  try {
    const response = await request(url, {
      dispatcher,
      signal,
      headers: { 'user-agent': USER_AGENT, ...headers },
    });
    const redirected = response.statusCode >= 300 && response.statusCode < 400;
    return {
      status: response.statusCode,
      location: firstValue(response.headers.location),
      contentType: firstValue(response.headers['content-type']),
      setCookies: [response.headers['set-cookie'] ?? []].flat(),
      body: redirected ? discard(response.body, signal) : await readLimited(response.body, limitBytes),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new AppError(PROVIDER_UNAVAILABLE, message('providerUnreachableForLonger'), { cause: error });
  }
}

function firstValue(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

/** Reads a short body to its end, so that the connection can be reused. A long body closes the connection. */
function discard(body: Dispatcher.ResponseData['body'], signal: AbortSignal): '' {
  body.dump({ limit: BODY_LIMIT_BYTES, signal }).catch(() => undefined);
  return '';
}

async function readLimited(body: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the rest of the body and its connection.
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
