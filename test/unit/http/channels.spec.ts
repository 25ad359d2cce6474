import { checkContract } from '../../support/contract-check.js';
import { startHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';
import { PLACES, startWatching } from '../../support/watching.js';

// The endpoints of channels and feeds over HTTP. What is delivered has tests of its own.

type Ask = (
  method: string,
  path: string,
  body?: object,
  from?: string,
) => Promise<{ status: number; text: string }>;

const withChannels = (run: (ask: Ask) => Promise<void>) => async () => {
  const watching = await startWatching({ WEBHOOK_HOSTS: 'hooks.example.com' });
  const http = await startHttp({ watch: watching.watch });
  const ask: Ask = async (method, path, body, from) => {
    const answer = await http.ask(`/api/${path}`, {
      ...{ method: method.toUpperCase(), headers: { 'Content-Type': 'application/json' } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(from !== undefined && { from }),
    });
    checkContract({ ...answer, method, path: `/api/${path}`, headers: new Headers(answer.headers) });
    return answer;
  };
  try {
    await run(ask);
  } finally {
    await http.close();
    await watching.close();
  }
};

const WEBHOOK = { kind: 'webhook', target: 'https://hooks.example.com/a' };
const dataOf = ({ text }: { text: string }) => JSON.parse(text).data;

test(
  'a webhook is added with a secret, listed without it, rotated and removed by its owner only',
  withChannels(async (ask) => {
    const added = await ask('post', 'channels', { ...WEBHOOK, types: ['review.not_visible'] });
    expect([added.status, dataOf(added).secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { id, secret } = dataOf(added);
    expect(dataOf(await ask('get', 'channels')).channels).toEqual([
      expect.not.objectContaining({ secret: expect.anything() }),
    ]);
    expect(dataOf(await ask('post', `channels/${id}/rotate`)).secret).not.toBe(secret);
    expect(dataOf(await ask('get', `channels/${id}/deliveries`))).toEqual({ deliveries: [] });
    for (const [method, path] of [
      ['delete', ''],
      ['post', '/rotate'],
      ['post', '/test'],
      ['get', '/deliveries'],
    ] as const)
      expect((await ask(method, `channels/${id}${path}`, undefined, '127.0.0.2')).status).toBe(404);
    expect((await ask('delete', `channels/${id}`)).status).toBe(200);
    expect(dataOf(await ask('get', 'channels'))).toEqual({ channels: [] });
  }),
);

test(
  'a channel that cannot deliver is refused with a reason',
  withChannels(async (ask) => {
    for (const [body, reason] of [
      [{ ...WEBHOOK, target: 'https://elsewhere.example/' }, 'webhook_host_not_allowed'],
      [{ ...WEBHOOK, target: 'http://hooks.example.com/' }, 'webhook_invalid'],
      [{ ...WEBHOOK, pace: 'daily' }, 'channel_options'],
      [{ ...WEBHOOK, types: ['x'] }, 'channel_options'],
      [{ kind: 'email', target: 'ola@example.com' }, 'mail_off'],
      [{ kind: 'email' }, 'parameter_missing'],
    ] as const) {
      const { status, text } = await ask('post', 'channels', body);
      expect([status, JSON.parse(text).error.reason]).toEqual([400, reason]);
    }
  }),
);

test(
  'the feeds are Atom, of one watch and of all',
  withChannels(async (ask) => {
    const { id } = dataOf(await ask('post', 'watches', { subject: PLACES[0], label: 'Kraków' }));
    for (const path of ['events/feed', `watches/${id}/feed?lang=en`]) {
      const { status, text } = await ask('get', path);
      expect([status, text]).toEqual([200, expect.stringContaining('http://www.w3.org/2005/Atom')]);
    }
    expect((await ask('get', 'watches/w_none/feed')).status).toBe(404);
  }),
);
