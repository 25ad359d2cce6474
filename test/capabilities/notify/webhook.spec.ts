import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { createWebhooks } from '../../../src/capabilities/notify/webhook.js';
import type { Row } from '../../../src/capabilities/watch/schema.js';
import type { Resolve } from '../../../src/core/egress/addresses.js';
import { MESSAGES } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';
import { inventedChannel, inventedEvent } from '../../support/watch-rows.js';
import { hostsOf, portOf } from '../../support/webhook-hosts.js';

const NEVER = new AbortController().signal;
const SECRET = `whsec_${Buffer.from('a secret of 32 bytes and no more').toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.from('another secret of the same length').toString('base64')}`;
const PARCEL = { id: 'd_1', events: [] };
const EVENT = inventedEvent();

const channelTo = (target: string, row: Partial<Row<'channel'>> = {}) =>
  inventedChannel({ target, secret: SECRET, ...row });

const servers: Server[] = [];

/** A receiver on loopback; the address of its webhook. */
async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test.afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A receiver that answers with this status; the requests that it got. */
async function answering(status = 200) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const target = await receiver(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  return { target, received, port: new URL(target).port };
}

const webhooksTo = (target: string) =>
  createWebhooks({ hosts: hostsOf(`127.0.0.1:${portOf(target)}`), now: Date.now });

/** Resolves every name to these addresses. */
const to =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Sends a test delivery. */
async function attemptTo(
  target: string,
  hosts = `127.0.0.1:${portOf(target)}`,
  options: { resolve?: Resolve; timeoutMs?: number; ownPort?: number } = {},
) {
  const webhooks = createWebhooks({ hosts: hostsOf(hosts), now: Date.now, ...options });
  try {
    return await webhooks.send(channelTo(target), PARCEL, NEVER);
  } finally {
    await webhooks.close();
  }
}

test('a chat gets a text in which nobody is mentioned and no link is hidden', async () => {
  const { target, received } = await answering();
  const { chat, close } = webhooksTo(target);
  const said = `<!channel> @here <https://evil.example|here> ${'x'.repeat(5_000)}`;
  const event = inventedEvent({
    type: 'review.appeared',
    stars: 1,
    before: null,
    after: { stars: 1, text: said },
  });
  const channel = channelTo(target, { kind: 'chat', secret: null });
  const sent = await chat.send(channel, { id: 'd_1', events: [event, event] }, NEVER);
  expect(sent).toEqual({ status: 200, error: null });
  await chat.send(channel, { id: 'd_2', events: [] }, NEVER);
  for (const { headers } of received) expect(headers).not.toHaveProperty('webhook-signature');
  expect(received[1]?.body).toContain('Na ten czat przychodzą powiadomienia');
  const message = JSON.parse(received[0]?.body ?? '') as Record<string, string>;
  expect(Object.keys(message)).toEqual(['text']);
  expect(message.text).toContain('‹!channel› @\u200bhere ‹https://evil.example|here›');
  expect(message.text).not.toMatch(/[<>]|@[a-z]/);
  expect(message.text).toMatch(/… \[pominięto znaków: \d+\]$/);
  expect(message.text?.length).toBeLessThan(4_000);
  await close();
});

test('a receiver verifies an event as Standard Webhooks', async () => {
  const { target, received } = await answering(204);
  const webhooks = webhooksTo(target);
  const first = await webhooks.send(channelTo(target), { id: 'd_1', events: [EVENT] }, NEVER);
  expect(first).toEqual({ status: 204, error: null });
  await webhooks.send(channelTo(target), PARCEL, NEVER);
  const counts = { total: 2, done: 2, without_link: 0, failed: 0 };
  const job = { id: 'j_1', ...counts, ended_at_utc: '2026-09-14T10:00:00Z' };
  await webhooks.send(channelTo(target), { id: 'd_3', events: [], job }, NEVER);
  await webhooks.close();

  const verify = (secret: string, index: number) => {
    const { headers, body } = received[index] ?? { headers: {}, body: '' };
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  };
  const sent = { type: 'review.not_visible', timestamp: EVENT.at_utc, data: EVENT };
  expect(received[0]?.headers).toMatchObject({ 'webhook-id': 'd_1', 'content-type': 'application/json' });
  expect(verify(SECRET, 0)).toEqual(sent);
  expect(() => verify(OLD_SECRET, 0)).toThrow('No matching signature');
  expect(verify(SECRET, 1)).toMatchObject({ type: 'channel.test', data: { channel_id: 'ch_1' } });
  expect(verify(SECRET, 2)).toEqual({ type: 'job.finished', timestamp: job.ended_at_utc, data: job });
});

test('an answer with another status than 2xx is a failed attempt', async () => {
  let status = 0;
  const target = await receiver((_, response) => response.writeHead(status).end('no'));
  for (status of [400, 410, 500])
    expect(await attemptTo(target)).toEqual({ status, error: expect.stringContaining(`HTTP ${status}`) });
});

test('a redirect is not followed', async () => {
  const inner = await answering();
  const location = { Location: inner.target };
  const target = await receiver((_, response) => response.writeHead(307, location).end());
  expect(await attemptTo(target)).toEqual({ status: 307, error: 'HTTP 307: redirects are not followed' });
  expect(inner.received).toEqual([]);
});

test('a receiver that never answers is left in time', async () => {
  const target = await receiver(() => undefined);
  const left = await attemptTo(target, undefined, { timeoutMs: 50 });
  expect(left).toEqual({ status: null, error: 'no answer in time' });
});

test('a receiver that answers with a status and then hangs has taken the delivery', async () => {
  const target = await receiver((_, response) =>
    response.writeHead(200, { 'Content-Length': '9' }).write('x'),
  );
  expect(await attemptTo(target, undefined, { timeoutMs: 500 })).toEqual({ status: 200, error: null });
});

test('a connection that breaks off, or that nobody takes, is a failed attempt', async () => {
  const target = await receiver((request) => request.socket.destroy());
  const { status, error } = await attemptTo(target);
  expect(status).toBe(null);
  expect(error).toMatch(/^(?:UND_ERR_SOCKET|ECONNRESET)$/);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await attemptTo(target)).toEqual({ status: null, error: 'ECONNREFUSED' });
});

test('of an answer without an end only a few kilobytes are read', async () => {
  let written = 0;
  const piece = Buffer.alloc(64 * 1024, 'x');
  const target = await receiver((_, response) => {
    const write = () => {
      while (!response.destroyed && written < 1_000_000_000) {
        written += piece.length;
        if (!response.write(piece)) break;
      }
    };
    response.writeHead(200).on('drain', write);
    write();
  });
  expect(await attemptTo(target)).toEqual({ status: 200, error: null });
  // What is under way in the buffers of the machine counts as well.
  expect(written).toBeLessThan(50_000_000);
});

test('a service that stops breaks the attempt off', async () => {
  const stop = new AbortController();
  const target = await receiver(() => stop.abort(new Error('stopped')));
  const webhooks = webhooksTo(target);
  await expect(webhooks.send(channelTo(target), PARCEL, stop.signal)).rejects.toThrow('stopped');
  await webhooks.close();
});

const { webhooksOff, webhookInvalid, webhookPrivate, webhookToService } = MESSAGES;
const refusals: readonly (readonly [string, string, string | null])[] = [
  ['https://hook.example/', '', webhooksOff],
  ['https://hook.example/', 'hook.example', null],
  ['https://HOOK.example.:8443/a?b=c', 'hook.example', null],
  ['https://other.example/', 'hook.example', 'Webhooks to other.example are not allowed here.'],
  ['https://a.hook.example/', 'hook.example', 'Webhooks to a.hook.example are not allowed here.'],
  ['https://hook.example/', '*', null],
  ['http://hook.example/', 'hook.example', webhookInvalid],
  ['https://hook.example:8443/', 'hook.example:8443', null],
  ['https://hook.example/', 'hook.example:443', null],
  ['https://hook.example:8443/', 'hook.example:443', 'port 8443 of hook.example are not allowed here.'],
  ['https://hook.example/', 'hook.example:8443', 'port 443 of hook.example are not allowed here.'],
  ['https://hook.example:8443/', 'hook.example:443 hook.example:8443', null],
  ['https://hook.example:8443/', 'hook.example:443 *', null],
  ['http://127.0.0.1:8080/', '127.0.0.1:8080', null],
  ['http://127.0.0.1:8080/', '127.0.0.1', 'Webhooks to port 8080 of 127.0.0.1 are not allowed here.'],
  ['http://127.0.0.1:22/', '127.0.0.1:8080', 'Webhooks to port 22 of 127.0.0.1 are not allowed here.'],
  ['http://localhost/', 'localhost:80', null],
  ['http://localhost/', 'localhost', 'Webhooks to port 80 of localhost are not allowed here.'],
  ['http://[::1]/', '[::1]:80', null],
  ['http://10.0.0.1/', '10.0.0.1:80', webhookInvalid],
  ['https://10.0.0.1:8443/', '10.0.0.1', 'Webhooks to port 8443 of 10.0.0.1 are not allowed here.'],
  ['https://10.0.0.1:8443/', '10.0.0.1:8443', null],
  ['https://10.0.0.1:8443/', '10.0.0.1 *', 'Webhooks to port 8443 of 10.0.0.1 are not allowed here.'],
  ['https://8.8.8.8:8443/', '8.8.8.8', null],
  // The port of the service, whatever the operator named.
  ['http://127.0.0.1:3000/', '127.0.0.1:3000', webhookToService],
  ['https://localhost:3000/', 'localhost:3000', webhookToService],
  ['http://[::1]:3000/', '[::1]:3000', webhookToService],
  ['https://127.9.9.9:3000/', '127.9.9.9:3000', webhookToService],
  ['https://0.0.0.0:3000/', '0.0.0.0:3000', webhookToService],
  ['https://[::ffff:127.0.0.1]:3000/', '[::ffff:7f00:1]:3000', webhookToService],
  ['https://8.8.8.8:3000/', '*', null],
  ['https://10.0.0.1/', '10.0.0.1', null],
  ['https://user:secret@hook.example/', '*', webhookInvalid],
  ['ftp://hook.example/', '*', webhookInvalid],
  ['javascript:alert(1)', '*', webhookInvalid],
  ['hook.example', '*', webhookInvalid],
  ['https://', '*', webhookInvalid],
  ['http://127.0.0.1/', '*', webhookInvalid],
  ['https://localhost/', '*', webhookPrivate],
  ['https://127.0.0.1/', '*', webhookPrivate],
  ['https://2130706433/', '*', webhookPrivate],
  ['https://[::ffff:a9fe:a9fe]/', '*', webhookPrivate],
  ['https://[fd00::1]/', '*', webhookPrivate],
  ['https://169.254.169.254/latest/meta-data', '*', webhookPrivate],
  ['https://192.168.1.1/', '* hook.example', webhookPrivate],
  ['https://8.8.8.8/', '*', null],
];
test('a target is a public https address, and its host is on the list of the operator', async () => {
  for (const [target, hosts, refusal] of refusals) {
    const { refusalOf, close } = createWebhooks({ hosts: hostsOf(hosts), ownPort: 3_000, now: Date.now });
    const found = refusalOf(target)?.text ?? null;
    expect(found, `${target} with WEBHOOK_HOSTS=${hosts}`).toEqual(
      refusal && expect.stringContaining(refusal),
    );
    await close();
  }
});

test('a name that resolves to a private address is refused when it is connected to', async () => {
  const { received, port } = await answering();
  const target = `https://hook.example:${port}/`;
  // The name was public when the channel was added, and changes with every question.
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']]) {
    const refused = await attemptTo(target, '*', { resolve: to(...addresses) });
    expect(refused).toEqual({ status: null, error: webhookPrivate });
  }
  expect(received).toEqual([]);
  expect((await attemptTo('https://hook.example/', '*', { resolve: to() })).error).not.toBe(null);
});

test('a host that the operator named may have a private address', async () => {
  const { target } = await answering();
  const resolve: Resolve = async (hostname) => {
    expect(hostname).toBe('localhost');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const named = target.replace('127.0.0.1', 'localhost');
  const sent = await attemptTo(named, `localhost:${portOf(target)}`, { resolve });
  expect(sent).toEqual({ status: 200, error: null });
});

test('a name with a private address opens only the port that the operator named, and never the service', async () => {
  const { received, port } = await answering();
  const target = `https://hook.example:${port}/`;
  const errorOf = async (hosts: string, address: string, own: { ownPort?: number } = {}) =>
    (await attemptTo(target, hosts, { resolve: to(address), ...own })).error;
  // The connection opens, and TLS fails, because the receiver speaks HTTP.
  expect(await errorOf(`hook.example:${port}`, '127.0.0.1')).toMatch(/SSL|EPROTO|ECONNRESET/);
  expect(await errorOf('hook.example', '127.0.0.1')).toBe(webhookPrivate);
  expect(await errorOf('hook.example *', '127.0.0.1')).toBe(webhookPrivate);
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  for (const address of ['127.0.0.1', '::1', '0.0.0.0', '::ffff:127.0.0.1', ...own])
    expect(await errorOf(`hook.example:${port}`, address, { ownPort: Number(port) }), address).toBe(
      webhookToService,
    );
  expect(received).toEqual([]);
});

test('a host that the operator took off the list gets nothing more', async () => {
  const { target, received } = await answering();
  expect((await attemptTo(target, '')).error).toBe(webhooksOff);
  expect((await attemptTo(target, 'hook.example')).error).toContain('are not allowed here');
  expect(received).toEqual([]);
});
