import { z } from 'zod';
import { dataOf, fileOf } from '../../core/api/endpoints/endpoint.js';
import { boundedList, clientText, required } from '../../core/api/validate.js';
import { refusal } from '../../core/texts/messages.js';
import { choice, endpointsOf, watchId } from '../watch/endpoints.js';
import { NO_SUCH_WATCH } from '../watch/errors.js';
import { CHANNEL, DELIVERY, WATCH_ID } from '../watch/examples.js';
import { channelData, channelsData, deliveriesData, deliveryData, EVENT_TYPES } from '../watch/published.js';
import { CHANNEL_PACES } from '../watch/values.js';
import type { Notify } from './notify-service.js';

const notifyEndpoint = endpointsOf<Notify>();
const ATOM = 'application/atom+xml';
const INVALID = { error: refusal('channelOptions') };

const newChannel = z
  .strictObject(
    {
      kind: z.enum(['webhook', 'email'], INVALID),
      target: required('target', 'the https address of a webhook, or an e-mail address'),
      pace: z.enum(CHANNEL_PACES, INVALID).default('at_once').describe('daily: one e-mail a day at 7:00'),
      lang: z.enum(['pl', 'en'], INVALID).default('pl').describe('Language of e-mails'),
      types: boundedList(z.enum(EVENT_TYPES, INVALID), { min: 1, max: EVENT_TYPES.length, ...INVALID })
        .nullable()
        .default(null)
        .describe('Only events of these types; null = events of all types'),
    },
    INVALID,
  )
  .refine(({ kind, pace }) => kind === 'email' || pace === 'at_once', { ...INVALID, path: ['pace'] })
  .meta({ id: 'WatchChannelRequest' });

const channelId = z.object({ id: required('id', 'the id of a channel') });
/** Shared by all requests about one channel. */
const ONE_CHANNEL = {
  query: { schema: channelId, examples: { id: { 'a channel': CHANNEL.id } } },
  failures: [NO_SUCH_WATCH],
} as const;
const channelAnswer = (example: object) => dataOf(channelData, { 'a webhook': example });
const WITH_SECRET = { ...CHANNEL, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };

export const addChannel = notifyEndpoint({
  method: 'post',
  path: '/api/channels',
  id: 'addChannel',
  summary: 'Deliver events to a webhook or a mailbox',
  description:
    'Webhooks follow Standard Webhooks: `webhook-id` is the same in all attempts, `webhook-signature` is checked with the secret in this answer. Attempts are repeated for about three days; status 410 ends the channel. A mailbox is sent one e-mail with a code, and nothing else until it confirms (`POST /api/channels/{id}/confirm`, or the link in the e-mail); a mailbox gets at most 3 such e-mails in a day from all clients together. The operator decides to which hosts webhooks may lead (`WEBHOOK_HOSTS`), whether e-mails are sent (`SMTP_URL`), to which domains (`MAIL_DOMAINS`) and how many in a day (`MAILS_PER_OWNER`, `MAILS_PER_DAY`).',
  body: {
    schema: newChannel,
    limit: '64kb',
    examples: {
      'a webhook': { kind: 'webhook', target: CHANNEL.target },
      'a mailbox': { kind: 'email', target: 'ola@example.com', pace: 'daily', lang: 'pl' },
    },
  },
  status: 201,
  success: channelAnswer(WITH_SECRET),
  answer: ({ channels }, owner, channel, call) => channels.add(owner, channel, call.owner.digest),
});

export const listChannels = notifyEndpoint({
  method: 'get',
  path: '/api/channels',
  id: 'listChannels',
  summary: 'List your channels',
  description: 'The oldest first.',
  query: { schema: z.object({}), examples: {} },
  success: dataOf(channelsData, { 'one channel': { channels: [CHANNEL] } }),
  answer: async ({ channels }, owner) => ({ channels: await channels.list(owner) }),
});

export const removeChannel = notifyEndpoint({
  method: 'delete',
  path: '/api/channels/{id}',
  id: 'removeChannel',
  summary: 'Remove a channel with its deliveries',
  description: 'The answer is the channel before it was removed.',
  ...ONE_CHANNEL,
  success: channelAnswer(CHANNEL),
  answer: ({ channels }, owner, { id }) => channels.remove(owner, id),
});

export const rotateChannel = notifyEndpoint({
  method: 'post',
  path: '/api/channels/{id}/rotate',
  id: 'rotateChannel',
  summary: 'Give a webhook a new secret',
  description: 'For another 24 hours, webhooks are signed with both secrets. The request has no body.',
  ...ONE_CHANNEL,
  success: channelAnswer(WITH_SECRET),
  answer: ({ channels }, owner, { id }) => channels.rotate(owner, id),
});

export const confirmChannel = notifyEndpoint({
  method: 'post',
  path: '/api/channels/{id}/confirm',
  id: 'confirmChannel',
  summary: 'Confirm a channel that waits',
  description:
    'A mailbox sends nothing until it is confirmed with the `code` of the e-mail that it was sent, or by its link. A channel that was made with a key which is revoked, replaced or expired sends nothing until a key of its owner confirms it: whoever had that key may get its deliveries; this needs no code.',
  body: {
    schema: z
      .strictObject(
        { code: clientText({ name: 'code', most: 20 }).describe('The code of the e-mail').optional() },
        { error: refusal('codeWrong') },
      )
      .meta({ id: 'ConfirmChannelRequest' }),
    path: ONE_CHANNEL.query,
    limit: '16kb',
    examples: { 'a mailbox': { code: 'K7QMX2RD' } },
  },
  failures: ONE_CHANNEL.failures,
  success: channelAnswer(CHANNEL),
  answer: ({ channels }, owner, { code }, call) =>
    channels.confirm(owner, call.parameters.id ?? '', call.owner.digest, code),
});

export const testChannel = notifyEndpoint({
  method: 'post',
  path: '/api/channels/{id}/test',
  id: 'testChannel',
  points: 5,
  summary: 'Send a test delivery now',
  description:
    'The service tries the delivery once; the answer shows the result. A channel that waits (`held`) cannot be tested; a channel can be tested 5 times in a day. The request has no body.',
  ...ONE_CHANNEL,
  success: dataOf(deliveryData, { 'a test': { ...DELIVERY, event_id: null } }),
  answer: ({ channels }, owner, { id }) => channels.test(owner, id),
});

export const channelDeliveries = notifyEndpoint({
  method: 'get',
  path: '/api/channels/{id}/deliveries',
  id: 'channelDeliveries',
  summary: 'List the deliveries of a channel with their attempts',
  description: 'The newest first, at most 100.',
  ...ONE_CHANNEL,
  success: dataOf(deliveriesData, { 'one delivery': { deliveries: [DELIVERY] } }),
  answer: async ({ channels }, owner, { id }) => ({ deliveries: await channels.deliveries(owner, id) }),
});

const lang = choice('lang', ['pl', 'en']).default('pl');
/** Shared by all requests for a feed. */
const FEED = {
  success: [fileOf(ATOM, '<?xml version="1.0" encoding="utf-8"?>')],
  headers: ['Content-Disposition'],
} as const;

export const eventsFeed = notifyEndpoint({
  method: 'get',
  path: '/api/events/feed',
  id: 'eventsFeed',
  summary: 'Read the events of all your watches as an Atom feed',
  description: 'The newest 50 events. A reader has to send the key as a header where keys are configured.',
  query: { schema: z.object({ lang }), examples: {} },
  ...FEED,
  answer: async (watch, owner, input, { file }) =>
    file({ type: ATOM, name: 'events.atom', parts: textOf(await watch.feed(owner, null, input.lang)) }),
});

export const watchFeed = notifyEndpoint({
  method: 'get',
  path: '/api/watches/{id}/feed',
  id: 'watchFeed',
  summary: 'Read the events of one watch as an Atom feed',
  description:
    'The newest 50 events. Readers of feeds cannot send a header: where keys are configured, `feed_url` of the watch contains a `token` that replaces the key for this feed only. The token is no longer valid when its key is deleted or replaced, or expires.',
  query: {
    schema: watchId.extend({
      lang,
      token: clientText({ name: 'token' })
        .describe('The token in `feed_url` of the watch, instead of a key')
        .optional(),
    }),
    examples: { id: { 'a watch': WATCH_ID } },
  },
  ...FEED,
  failures: [NO_SUCH_WATCH],
  answer: async (watch, owner, { id, ...input }, { file }) =>
    file({ type: ATOM, name: 'events.atom', parts: textOf(await watch.feed(owner, id, input.lang)) }),
});

async function* textOf(text: string) {
  yield text;
}
