import { message } from '../../../src/capabilities/notify/messages.js';
import { notify } from '../../../src/capabilities/notify/notify.js';
import { watch } from '../../../src/capabilities/watch/watch.js';
import type { AppContext } from '../../../src/core/api/state.js';
import type { Capability, Core } from '../../../src/core/capability.js';
import { createApiKey, parseApiKeys } from '../../../src/core/config/api-keys.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { readConfig } from '../../support/read-config.js';
import { expect, test } from '../../support/test.js';
import { PLACES, startWatching } from '../../support/watching.js';
import { onWatching, type WatchingHttp } from '../../support/watching-http.js';

// The endpoints of channels over HTTP. Deliveries have tests of their own.

const [OLA, JAN] = [createApiKey('ola'), createApiKey('jan')];
const apiKeys = parseApiKeys([{ name: 'API_KEYS', text: `${OLA.entry},${JAN.entry}` }]);
const ola = { 'X-API-Key': OLA.key };
const jan = { 'X-API-Key': JAN.key };

/** `ask` is asked with the key of Ola. */
const withChannels = (run: (ask: WatchingHttp['ask']) => Promise<void>) =>
  onWatching({ watching: [{ WEBHOOK_HOSTS: 'hooks.example.com' }], http: { apiKeys } }, ({ ask }) =>
    run((method, path, body, headers = ola) => ask(method, path, body, headers)),
  );

const WEBHOOK = { kind: 'webhook', target: 'https://hooks.example.com/a' };

test(
  'a webhook is added with a secret, listed without it, and removed by its owner only',
  withChannels(async (ask) => {
    const types = ['review.not_visible', 'job.finished'];
    const added = await ask('post', 'channels', { ...WEBHOOK, types });
    expect([added.status, added.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { id } = added.body;
    expect((await ask('get', 'channels')).body.channels).toEqual([
      expect.not.objectContaining({ secret: expect.anything() }),
    ]);
    expect((await ask('delete', `channels/${id}`, undefined, jan)).status).toBe(404);
    expect((await ask('post', `channels/${id}/test`, undefined, jan)).status).toBe(404);
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
      [{ ...WEBHOOK, types: ['x'] }, 'not_one_of'],
      [{ ...WEBHOOK, types: [] }, 'not_one_of'],
      [{ ...WEBHOOK, max_stars: 0 }, 'parameter_out_of_range'],
      [{ ...WEBHOOK, max_stars: 5 }, 'parameter_out_of_range'],
      [{ ...WEBHOOK, clients: [] }, 'channel_options'],
      [{ ...WEBHOOK, clients: ['Nikt'] }, 'client_unknown'],
      [{ ...WEBHOOK, kind: 'sms' }, 'not_one_of'],
      [{ kind: 'chat', target: 'https://elsewhere.example/' }, 'webhook_host_not_allowed'],
      [{ kind: 'email', target: 'ola@example.com' }, 'mail_off'],
      [{ kind: 'email' }, 'parameter_missing'],
    ] as const) {
      const refused = await ask('post', 'channels', body);
      expect([refused.status, refused.body.reason]).toEqual([400, reason]);
    }
  }),
);

test(
  'a channel is changed by its owner; a change that says nothing, or has no effect, is refused with the field',
  withChannels(async (ask) => {
    const { id } = (await ask('post', 'channels', { ...WEBHOOK, kind: 'chat', pace: 'weekly' })).body;
    const changed = await ask('patch', `channels/${id}`, { max_stars: 2, pace: 'daily' });
    expect(changed).toMatchObject({ status: 200, body: { max_stars: 2, pace: 'daily' } });
    for (const [body, field] of [
      [{}, null],
      [{ target: 'https://hooks.example.com/b' }, 'target'],
      [{ max_stars: 0 }, 'max_stars'],
      [{ ended: true }, 'ended'],
      [{ types: ['review.vanished'] }, 'types[0]'],
    ] as const) {
      const refused = await ask('patch', `channels/${id}`, body);
      expect([refused.status, refused.body.field]).toEqual([400, field]);
    }
    expect((await ask('patch', `channels/${id}`, { ended: false })).status).toBe(200);
    const other = await ask('patch', `channels/${id}`, { lang: 'en' }, jan);
    expect(other.status).toBe(404);
  }),
);

test(
  'a renamed client takes the rules of channels along, also watch by watch, and no other client',
  withChannels(async (ask) => {
    const watches = PLACES.slice(0, 3).map((subject, at) => ({
      subject,
      client: at < 2 ? 'Kowalski' : 'Bar',
    }));
    await ask('post', 'watches/import', { watches });
    const ids = ((await ask('get', 'watches')).body.watches as { id: string; client: string }[])
      .filter(({ client }) => client === 'Kowalski')
      .map(({ id }) => id);
    await ask('post', 'channels', { ...WEBHOOK, clients: ['Kowalski'] });
    const clientsAfter = async (id: string | undefined, client: string) => {
      expect((await ask('patch', `watches/${id}`, { client })).status).toBe(200);
      const [channel] = (await ask('get', 'channels')).body.channels as { clients: string[] }[];
      return channel?.clients;
    };
    expect(await clientsAfter(ids[0], 'Kowalski sp. z o.o.')).toEqual(['Kowalski', 'Kowalski sp. z o.o.']);
    expect(await clientsAfter(ids[1], 'Kowalski sp. z o.o.')).toEqual(['Kowalski sp. z o.o.']);
    // The watch goes to a client that has a watch of its own: its events are not those of the earlier client.
    expect(await clientsAfter(ids[0], 'Bar')).toEqual(['Kowalski sp. z o.o.']);
  }),
);

test('the service says whether it sends e-mails, and why not', async () => {
  const mailbox = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'place-lookup@example.com' };
  for (const [settings, refused] of [
    [{}, message('mailOff').text],
    [mailbox, null],
  ] as const) {
    const { watch: service, close } = await startWatching(settings);
    const config = readConfig(settings);
    const core = { config, metrics: createMetrics(), localTime: String, log: createLogger('silent') };
    const own = { watch: service, storageFault: null, jobs: null, forgetControls: () => undefined };
    const opened = await notify.open(core as unknown as Core, new Map([[watch as Capability, own]]));
    const ctx = { req: {}, get: () => '' } as unknown as AppContext;
    const said = await opened.refusal?.({ config, hasKeys: true }, ctx);
    expect(said?.message ?? null).toBe(refused);
    await opened.stop?.(0);
    await close();
  }
});
