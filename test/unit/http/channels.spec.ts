import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { expect, test } from '../../support/test.js';
import { PLACES } from '../../support/watching.js';
import { onWatching, type WatchingHttp } from '../../support/watching-http.js';

// The endpoints of channels and feeds over HTTP. Deliveries have tests of their own.

const [OLA, JAN] = [createApiKey('ola'), createApiKey('jan')];
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: `${OLA.entry},${JAN.entry}` }]);
const ola = { 'X-API-Key': OLA.key };

/** `ask` is asked with the key of Ola. */
const withChannels = (run: (ask: WatchingHttp['ask']) => Promise<void>) =>
  onWatching({ watching: [{ WEBHOOK_HOSTS: 'hooks.example.com' }], http: { apiKeys } }, ({ ask }) =>
    run((method, path, body, headers = ola) => ask(method, path, body, headers)),
  );

const WEBHOOK = { kind: 'webhook', target: 'https://hooks.example.com/a' };

test(
  'a webhook is added with a secret, listed without it, rotated and removed by its owner only',
  withChannels(async (ask) => {
    const added = await ask('post', 'channels', { ...WEBHOOK, types: ['review.not_visible'] });
    expect([added.status, added.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { id, secret } = added.body;
    expect((await ask('get', 'channels')).body.channels).toEqual([
      expect.not.objectContaining({ secret: expect.anything() }),
    ]);
    expect((await ask('post', `channels/${id}/rotate`)).body.secret).not.toBe(secret);
    expect((await ask('get', `channels/${id}/deliveries`)).body).toEqual({ deliveries: [] });
    for (const [method, path] of [
      ['delete', ''],
      ['post', '/rotate'],
      ['post', '/test'],
      ['get', '/deliveries'],
    ] as const)
      expect((await ask(method, `channels/${id}${path}`, undefined, { 'X-API-Key': JAN.key })).status).toBe(
        404,
      );
    expect((await ask('delete', `channels/${id}`)).status).toBe(200);
    expect((await ask('get', 'channels')).body).toEqual({ channels: [] });
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
      const refused = await ask('post', 'channels', body);
      expect([refused.status, refused.body.reason]).toEqual([400, reason]);
    }
  }),
);

test(
  'the feeds are Atom, of one watch and of all',
  withChannels(async (ask) => {
    const { id } = (await ask('post', 'watches', { subject: PLACES[0], label: 'Kraków' })).body;
    for (const path of ['events/feed', `watches/${id}/feed?lang=en`]) {
      const { status, text } = await ask('get', path);
      expect([status, text]).toEqual([200, expect.stringContaining('http://www.w3.org/2005/Atom')]);
    }
    expect((await ask('get', 'watches/w_none/feed')).status).toBe(404);
  }),
);
