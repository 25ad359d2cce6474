import { createHmac } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request } from 'undici';
import type { WebhookHost } from '../../core/config/parsers.js';
import { isLoopbackAddress, isPublicAddress, type Resolve } from '../../core/egress/addresses.js';
import { excerpt } from '../../core/errors.js';
import { type Message, message } from '../../core/texts/messages.js';
import type { Row } from '../watch/schema.js';
import { type Attempt, type Carrier, codeOf } from './carrier.js';

interface WebhookOptions {
  /** Hosts that webhooks may lead to. Only a host that is named may be private, at port 443 or the named port. */
  readonly hosts: readonly WebhookHost[];
  /** The port on which this service listens: no webhook leads to it on this machine. */
  readonly ownPort?: number;
  readonly now: () => number;
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve;
  /** Milliseconds for one attempt, from the name to the answer (15,000). */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** Maximum bytes of an answer that are read: only its status counts. */
const MAX_BODY_BYTES = 4_096;
const GONE = 410;
const HTTPS_PORT = 443;

/** The address of a name is refused when it is connected to. */
class RefusedAddress extends Error {
  constructor({ text }: Message) {
    super(text);
  }
}

/**
 * Sends events as Standard Webhooks (https://www.standardwebhooks.com). Follows no redirects. The address that a name
 * resolves to is checked when it is connected to, in every attempt: a name can resolve to another address by then.
 */
export function createWebhooks({
  hosts,
  ownPort = 0,
  now,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: WebhookOptions): Carrier {
  const all: Resolve = resolve ?? ((hostname) => systemLookup(hostname, { all: true }));
  /** The addresses of a name, all of which may be connected to at this port. */
  const allowedAddresses = async (hostname: string, port: number) => {
    const host = plainHost(hostname);
    const addresses = await all(hostname);
    if (addresses.length === 0) throw new Error(`${hostname} has no address`);
    for (const { address } of addresses) {
      if (port === ownPort && isOwnAddress(address)) throw new RefusedAddress(message('webhookToService'));
      if (!isAllowed(hosts, { host, port, isPrivate: !isPublicAddress(address) }))
        throw new RefusedAddress(message('webhookPrivate'));
    }
    return addresses;
  };
  const lookupFor =
    (port: number): LookupFunction =>
    (hostname, options, done) => {
      allowedAddresses(hostname, port).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all === true) done(null, [...addresses]);
          else done(null, first?.address ?? '', first?.family);
        },
        (error: Error) => done(error, '', 0),
      );
    };
  const agent = new Agent({
    connect: (options, done) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? HTTPS_PORT : 80);
      buildConnector({ lookup: lookupFor(port), timeout: timeoutMs })(options, done);
    },
    // No connection is used again: its address would not be checked.
    pipelining: 0,
  });
  const refusalOf = (target: string) => refusalOfTarget(target, hosts, ownPort);
  return {
    refusalOf,
    send: async (channel, { id, events: [event] }, signal) => {
      // The operator may have changed the list since the channel was added.
      const refusal = refusalOf(channel.target);
      if (refusal !== null) return { status: null, error: refusal.text };
      const sentAt = now();
      const seconds = String(Math.floor(sentAt / 1000));
      const body = JSON.stringify({
        type: event?.type ?? 'channel.test',
        timestamp: event?.at_utc ?? new Date(sentAt).toISOString(),
        data: event ?? { channel_id: channel.id },
      });
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const answer = await request(channel.target, {
          method: 'POST',
          dispatcher: agent,
          signal: limit,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'place-lookup',
            'webhook-id': id,
            'webhook-timestamp': seconds,
            'webhook-signature': signatures(channel, sentAt, `${id}.${seconds}.${body}`),
          },
          body,
        });
        // Read a little, so that a short answer ends in order. Cutting a long answer changes nothing.
        await answer.body.dump({ limit: MAX_BODY_BYTES, signal: limit }).catch(() => undefined);
        return attemptOf(answer.statusCode);
      } catch (error) {
        signal.throwIfAborted();
        return { status: null, error: failureOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** One signature for each valid secret: two after a rotation. */
function signatures(channel: Row<'channel'>, sentAt: number, text: string): string {
  const { secret, old_secret: old, old_secret_until: until } = channel;
  const keyOf = (one: string) => Buffer.from(one.replace(/^whsec_/, ''), 'base64');
  return [secret, until !== null && until > sentAt ? old : null]
    .filter((one) => one !== null)
    .map((one) => `v1,${createHmac('sha256', keyOf(one)).update(text).digest('base64')}`)
    .join(' ');
}

interface Destination {
  readonly host: string;
  readonly port: number;
  /** Whether the address is not in the public internet. */
  readonly isPrivate: boolean;
}

/** Whether the operator allows a destination. A host that is named without a port may be private only at port 443. */
function isAllowed(hosts: readonly WebhookHost[], { host, port, isPrivate }: Destination): boolean {
  return hosts.some((named) => {
    if (named.host === '*') return !isPrivate;
    if (named.host !== host) return false;
    return named.port === null ? !isPrivate || port === HTTPS_PORT : named.port === port;
  });
}

/** Whether connections to an address end on this machine. */
function isOwnAddress(address: string): boolean {
  const plain = ipaddr.process(address);
  if (plain.range() === 'loopback' || plain.range() === 'unspecified') return true;
  return Object.values(networkInterfaces()).some((own) =>
    own?.some((one) => ipaddr.process(one.address).toString() === plain.toString()),
  );
}

function refusalOfTarget(target: string, hosts: readonly WebhookHost[], ownPort: number): Message | null {
  if (hosts.length === 0) return message('webhooksOff');
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || url.username !== '' || url.password !== '') return message('webhookInvalid');
  // A URL has every spelling of an IPv4 address in its usual form.
  const host = plainHost(url.hostname);
  const isNamed = hosts.some((named) => named.host === host);
  if (!isNamed && !hosts.some((named) => named.host === '*'))
    return message('webhookHostNotAllowed', { host: excerpt(host) });
  const isLocal = host === 'localhost' || isLoopbackAddress(host);
  const isHttp = url.protocol === 'http:' && isNamed && isLocal;
  if (url.protocol !== 'https:' && !isHttp) return message('webhookInvalid');
  const port = Number(url.port) || (isHttp ? 80 : HTTPS_PORT);
  // Addresses are not looked up, so `lookup` never sees them.
  const isAddress = isIP(host) !== 0;
  if (port === ownPort && (isAddress ? isOwnAddress(host) : isLocal)) return message('webhookToService');
  const isPrivate = isAddress ? !isPublicAddress(host) : isLocal;
  if (isAllowed(hosts, { host, port, isPrivate })) return null;
  return isNamed
    ? message('webhookPortNotAllowed', { host: excerpt(host), port })
    : message('webhookPrivate');
}

function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === GONE) return { status, error: 'HTTP 410: the receiver wants no more deliveries' };
  const isRedirect = status >= 300 && status < 400;
  return { status, error: `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}` };
}

function failureOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : codeOf(error);
}

/** A host as URLs have it, without brackets, the dot at its end and upper case. */
function plainHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isIP(bare) === 0 ? bare.replace(/\.$/, '') : bare;
}
