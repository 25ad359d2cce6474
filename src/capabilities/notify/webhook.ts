import { createHmac } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request } from 'undici';
import { isLoopbackAddress, isPublicAddress, type Resolve } from '../../core/egress/addresses.js';
import { excerpt } from '../../core/errors.js';
import { shortened } from '../../core/published/shortened.js';
import type { Message } from '../../core/texts/messages.js';
import type { Row } from '../watch/schema.js';
import { type Carrier, codeOf, GONE } from './carrier.js';
import { letterOf, withoutControls } from './letters.js';
import { message } from './messages.js';
import type { WebhookHost } from './settings.js';

interface WebhookOptions {
  /** Hosts that webhooks may lead to. Only a host that is named may be private, at port 443 or the named port. */
  readonly hosts: readonly WebhookHost[];
  /** The port on which this service listens: no webhook leads to it on this machine. */
  readonly ownPort?: number;
  readonly now: () => number;
  /** The address of the console, with `/` at its end; undefined = messages have no links to it. */
  readonly publicUrl?: string | undefined;
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve;
  /** Milliseconds for one attempt, from the name to the answer (15,000). */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** Maximum bytes of an answer that are read: only its status counts. */
const MAX_BODY_BYTES = 4_096;
/** Characters of a message: Google Chat takes 4,096. */
const MAX_CHAT_TEXT = 3_900;
const HTTPS_PORT = 443;

/** The address of a name is refused when it is connected to. */
class RefusedAddress extends Error {}

/** Where webhooks may lead: `refusalOf` a target, and `lookupFor` a port the addresses of a name. */
function targetRules({ hosts, ownPort, resolve }: WebhookOptions) {
  const all = resolve ?? ((hostname) => systemLookup(hostname, { all: true }));
  /**
   * Why connections are refused; null = the operator allows them. A host that is named without a port may be private only
   * at port 443. `address`: null = a name, whose addresses are looked up when it is connected to.
   */
  const refusalOfAddress = (host: string, port: number, address: string | null) => {
    if (address !== null && port === ownPort && isOwnAddress(address)) return 'webhookToService';
    const isPrivate = address !== null && !isPublicAddress(address);
    const isAllowed = hosts.some((named) => {
      if (named.host === '*') return !isPrivate;
      if (named.host !== host) return false;
      return named.port === null ? !isPrivate || port === HTTPS_PORT : named.port === port;
    });
    return isAllowed ? null : 'webhookPrivate';
  };
  const refusalOf = (target: string): Message | null => {
    if (hosts.length === 0) return message('webhooksOff');
    const url = URL.canParse(target) ? new URL(target) : null;
    if (url === null || url.username !== '' || url.password !== '') return message('webhookInvalid');
    // A URL has every spelling of an IPv4 address in its usual form.
    const host = plainHost(url.hostname);
    const isNamed = hosts.some((named) => named.host === host);
    if (!isNamed && !hosts.some((named) => named.host === '*'))
      return message('webhookHostNotAllowed', { host: excerpt(host) });
    // Addresses are not looked up, so `lookup` never sees them.
    const known = isIP(host) === 0 ? null : host;
    const address = host === 'localhost' ? '127.0.0.1' : known;
    const isHttp = url.protocol === 'http:' && isNamed && address !== null && isLoopbackAddress(address);
    if (url.protocol !== 'https:' && !isHttp) return message('webhookInvalid');
    const port = Number(url.port) || (isHttp ? 80 : HTTPS_PORT);
    const refusal = refusalOfAddress(host, port, address);
    return refusal === 'webhookPrivate' && isNamed
      ? message('webhookPortNotAllowed', { host: excerpt(host), port })
      : refusal && message(refusal);
  };
  /** Finds the addresses of a name, all of which may be connected to at this port. */
  const lookupFor =
    (port: number): LookupFunction =>
    (hostname, options, done) => {
      const found = all(hostname).then((addresses) => {
        for (const { address } of addresses) {
          const refusal = refusalOfAddress(plainHost(hostname), port, address);
          if (refusal !== null) throw new RefusedAddress(message(refusal).text);
        }
        if (addresses[0] === undefined) throw new Error(`${hostname} has no address`);
        return [addresses[0], ...addresses.slice(1)] as const;
      });
      found.then(
        (some) => done(null, options.all === true ? [...some] : some[0].address, some[0].family),
        (error: Error) => done(error, '', 0),
      );
    };
  return { refusalOf, lookupFor };
}

/**
 * Sends events as Standard Webhooks (https://www.standardwebhooks.com). Follows no redirects. The address that a name
 * resolves to is checked when it is connected to, in every attempt: a name can resolve to another address by then.
 */
export function createWebhooks(options: WebhookOptions): Carrier & { chat: Carrier; close(): Promise<void> } {
  const { now, publicUrl, timeoutMs = TIMEOUT_MS } = options;
  const { refusalOf, lookupFor } = targetRules(options);
  const agent = new Agent({
    connect: (options, done) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? HTTPS_PORT : 80);
      buildConnector({ lookup: lookupFor(port), timeout: timeoutMs })(options, done);
    },
    // No connection is used again: its address would not be checked.
    pipelining: 0,
  });
  const post = async ({ target }: Row<'channel'>, headers: object, body: string, signal: AbortSignal) => {
    // The operator may have changed the list since the channel was added.
    const refusal = refusalOf(target);
    if (refusal !== null) return { status: null, error: refusal.text };
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const always = { 'content-type': 'application/json', 'user-agent': 'place-lookup' };
      const sent = { dispatcher: agent, signal: limit, headers: { ...always, ...headers }, body };
      const { body: answer, statusCode: status } = await request(target, { method: 'POST', ...sent });
      // Read a little, so that a short answer ends in order. Cutting a long answer changes nothing.
      await answer.dump({ limit: MAX_BODY_BYTES, signal: limit }).catch(() => undefined);
      if (status >= 200 && status < 300) return { status, error: null };
      const redirect = status >= 300 && status < 400 ? ': redirects are not followed' : '';
      const why = status === GONE ? ': the receiver wants no more deliveries' : redirect;
      return { status, error: `HTTP ${status}${why}` };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RefusedAddress) return { status: null, error: error.message };
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return { status: null, error: isLate ? 'no answer in time' : codeOf(error) };
    }
  };
  return {
    refusalOf,
    send: async (channel, { id, events: [event], job }, signal) => {
      const sentAt = now();
      const body = JSON.stringify({
        type: event?.type ?? (job === undefined ? 'channel.test' : 'job.finished'),
        timestamp: event?.at_utc ?? job?.ended_at_utc ?? new Date(sentAt).toISOString(),
        data: event ?? job ?? { channel_id: channel.id },
      });
      const seconds = String(Math.floor(sentAt / 1000));
      const signature = signatureOf(channel, `${id}.${seconds}.${body}`);
      const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
      return post(channel, headers, body, signal);
    },
    /** Sends messages to the incoming webhooks of chats. They have no signature: the address is the secret. */
    chat: {
      refusalOf,
      send: (channel, parcel, signal) =>
        post(channel, {}, JSON.stringify({ text: chatText(channel, parcel, publicUrl) }), signal),
    },
    close: () => agent.destroy(),
  };
}

/** A message for a chat: no text of a review can mention people, or hide a link behind other words. */
function chatText(...given: Parameters<typeof letterOf>): string {
  const { subject, paragraphs } = letterOf(...given);
  const text = withoutControls([subject, ...paragraphs].join('\n\n'));
  const harmless = text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('@', '@\u200b');
  return shortened(harmless, MAX_CHAT_TEXT, given[0].language);
}

/** Whether connections to an address end on this machine. */
function isOwnAddress(address: string): boolean {
  const plain = ipaddr.process(address);
  if (plain.range() === 'loopback' || plain.range() === 'unspecified') return true;
  return Object.values(networkInterfaces()).some((own) =>
    own?.some((one) => ipaddr.process(one.address).toString() === plain.toString()),
  );
}

/** A host as URLs have it, without brackets, the dot at its end and upper case. */
function plainHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isIP(bare) === 0 ? bare.replace(/\.$/, '') : bare;
}

function signatureOf({ secret }: Row<'channel'>, text: string): string {
  const key = Buffer.from((secret ?? '').replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
