import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { excerpt } from '../contract/errors.js';
import { message, type ServiceMessage } from '../contract/messages.js';
import {
  isLoopbackAddress,
  isPublicAddress,
  PrivateAddressError,
  type Resolve,
  resolvePublic,
} from '../egress/addresses.js';
import { type Attempt, type Carrier, codeOf } from './carrier.js';
import type { Row } from './schema.js';

interface WebhookOptions {
  /** Hosts that webhooks may lead to; `*` = every public host. Only a host that is named may be private. */
  readonly hosts: readonly string[];
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

/**
 * Sends events as Standard Webhooks (https://www.standardwebhooks.com). Follows no redirects. The address that a name
 * resolves to is checked when it is connected to, in every attempt: a name can resolve to another address by then.
 */
export function createWebhooks({ hosts, now, resolve, timeoutMs = TIMEOUT_MS }: WebhookOptions): Carrier {
  const named = new Set(hosts.map(plainHost));
  const all: Resolve = resolve ?? ((hostname) => systemLookup(hostname, { all: true }));
  const lookup: LookupFunction = (hostname, options, done) => {
    const found = named.has(plainHost(hostname)) ? all(hostname) : resolvePublic(hostname, all);
    found.then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) done(null, [...addresses]);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, '', 0),
    );
  };
  // No connection is used again: its address would not be checked.
  const agent = new Agent({ connect: { lookup, timeout: timeoutMs }, pipelining: 0 });
  const refusalOf = (target: string) => refusalOfTarget(target, named);
  return {
    refusalOf,
    send: async (channel, { id, events: [event] }, signal) => {
      // The operator may have changed the list since the channel was added.
      const refusal = refusalOf(channel.target);
      if (refusal !== null) return { status: null, error: refusal };
      const sentAt = new Date(now());
      const body = JSON.stringify({
        type: event?.type ?? 'channel.test',
        timestamp: event?.at_utc ?? sentAt.toISOString(),
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
            'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
            'webhook-signature': signatures(channel, { id, sentAt, body }),
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
function signatures(
  { secret, old_secret: old, old_secret_until: until }: Row<'channel'>,
  { id, sentAt, body }: { readonly id: string; readonly sentAt: Date; readonly body: string },
): string {
  const isOldValid = until !== null && until > sentAt.getTime();
  return [secret, isOldValid ? old : null]
    .flatMap((key) => (key === null ? [] : [new Webhook(key).sign(id, sentAt, body)]))
    .join(' ');
}

function refusalOfTarget(target: string, named: ReadonlySet<string>): ServiceMessage | null {
  if (named.size === 0) return message('webhooksOff');
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || url.username !== '' || url.password !== '') return message('webhookInvalid');
  // A URL has every spelling of an IPv4 address in its usual form.
  const host = plainHost(url.hostname);
  const isNamed = named.has(host);
  if (!isNamed && !named.has('*')) return message('webhookHostNotAllowed', { host: excerpt(host) });
  const isLocal = host === 'localhost' || isLoopbackAddress(host);
  const isHttp = url.protocol === 'http:' && isNamed && isLocal;
  if (url.protocol !== 'https:' && !isHttp) return message('webhookInvalid');
  // Addresses are not looked up, so `lookup` never sees them.
  const isPrivate = isIP(host) === 0 ? isLocal : !isPublicAddress(host);
  return isPrivate && !isNamed ? message('webhookPrivate') : null;
}

function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { status, error: null };
  if (status === GONE) return { status, error: 'HTTP 410: the receiver wants no more deliveries' };
  const isRedirect = status >= 300 && status < 400;
  return { status, error: `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}` };
}

function failureOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return message('webhookPrivate');
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : codeOf(error);
}

/** A host as URLs have it, without brackets, the dot at its end and upper case. */
function plainHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return isIP(bare) === 0 ? bare.replace(/\.$/, '') : bare;
}
