import { z } from 'zod';
import { dataOf } from '../../core/api/endpoints/endpoint.js';
import { boundedList, clientText, required } from '../../core/api/validate.js';
import { choice, endpointsOf } from '../watch/endpoints.js';
import { NO_SUCH_WATCH } from '../watch/errors.js';
import { CHANNEL, CHANNEL_TEST } from '../watch/examples.js';
import { channelData, channelsData, channelType, testData } from '../watch/published.js';
import { CHANNEL_KINDS, CHANNEL_PACES } from '../watch/values.js';
import { refusal } from './messages.js';
import type { Notify } from './notify-service.js';

const endpoint = endpointsOf<Notify>();
const INVALID = { error: refusal('channelOptions') };
const STARS = { error: refusal('parameterOutOfRange', { name: 'max_stars', least: 1, most: 4 }) };
const TYPES = { error: refusal('notOneOf', { name: 'types', values: channelType.options.join(', ') }) };
const MAX_TYPES = channelType.options.length;

/** `pace`, `lang` and rules; none of them has a default. */
const settings = {
  pace: choice('pace', CHANNEL_PACES).describe(
    'daily, weekly: one e-mail or message a day, or on Mondays, at 7:00; the weekly one comes also without events and says which watches were read; a webhook has at_once. Troubles of checks come as one e-mail or message a day in each pace but weekly',
  ),
  lang: choice('lang', ['pl', 'en']).describe('Language of e-mails and messages'),
  types: boundedList(z.enum(channelType.options, TYPES), { min: 1, max: MAX_TYPES, ...TYPES })
    .nullable()
    .describe('Only these; job.finished: your jobs, without the other rules; null = all events of watches'),
  max_stars: z
    .literal([1, 2, 3, 4], STARS)
    .nullable()
    .describe(
      'Of new and changed reviews, only those with at most so many stars before or after the change; null = any. A review whose stars are not known is told all the same, and the message says so. All other events pass: a loss is told whatever its stars',
    ),
  clients: boundedList(clientText({ name: 'clients', most: 200 }), { min: 1, max: 100, ...INVALID })
    .nullable()
    .describe('Only events of watches with one of these in `client`; null = all'),
};
const newChannel = z
  .strictObject(
    {
      kind: choice('kind', CHANNEL_KINDS).describe(
        'chat: the incoming webhook of Slack, Mattermost or Google Chat',
      ),
      target: required('target', 'the https address of a webhook or a chat, or an e-mail address'),
      pace: settings.pace.default('at_once'),
      lang: settings.lang.default('pl'),
      types: settings.types.default(null),
      max_stars: settings.max_stars.default(null),
      clients: settings.clients.default(null),
    },
    INVALID,
  )
  .refine(({ kind, pace }) => kind !== 'webhook' || pace === 'at_once', { ...INVALID, path: ['pace'] })
  .meta({ id: 'WatchChannelRequest' });
const CHANGE = { error: refusal('channelChangeEmpty') };
const channelChange = z
  .strictObject(z.object({ ...settings, ended: z.literal(false, CHANGE) }).partial().shape, CHANGE)
  .refine((change) => Object.values(change).some((value) => value !== undefined), CHANGE)
  .meta({ id: 'WatchChannelChange' });

/** Shared by all requests about one channel. */
const ONE_CHANNEL = {
  query: {
    schema: z.object({ id: required('id', 'the id of a channel') }),
    examples: { id: { 'a channel': CHANNEL.id } },
  },
  failures: [NO_SUCH_WATCH],
};
const channelAnswer = (example: object) => dataOf(channelData, { 'a webhook': example });

export const CHANNEL_ENDPOINTS = [
  endpoint({
    ...{ method: 'post', path: '/api/channels', id: 'addChannel' },
    summary: 'Deliver events to a webhook, a chat or a mailbox',
    description:
      'Webhooks follow Standard Webhooks: `webhook-id` is the same in all attempts, `webhook-signature` is checked with the secret in this answer. Attempts are repeated for about three days; status 410 ends the channel. A chat gets `{"text": …}` at the address of its incoming webhook: Slack, Mattermost or Google Chat. Rules choose the events: `types`, `max_stars` and `clients`; an event must fit all of them. The operator decides to which hosts webhooks and chats may lead (`WEBHOOK_HOSTS`), whether e-mails are sent (`SMTP_URL`) and to which domains (`MAIL_DOMAINS`).',
    body: {
      schema: newChannel,
      limit: '64kb',
      examples: {
        'a webhook': { kind: 'webhook', target: CHANNEL.target },
        'low ratings in a chat': { kind: 'chat', target: 'https://hooks.example.com/chat', max_stars: 2 },
        'a mailbox': { kind: 'email', target: 'ola@example.com', pace: 'daily', lang: 'pl' },
      },
    },
    status: 201,
    success: channelAnswer({ ...CHANNEL, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }),
    answer: ({ channels }, owner, channel) => channels.add(owner, channel),
  }),
  endpoint({
    ...{ method: 'get', path: '/api/channels', id: 'listChannels' },
    summary: 'List your channels',
    description: 'The oldest first.',
    query: { schema: z.object({}), examples: {} },
    success: dataOf(channelsData, { 'one channel': { channels: [CHANNEL] } }),
    answer: async ({ channels }, owner) => ({ channels: await channels.list(owner) }),
  }),
  endpoint({
    ...{ method: 'patch', path: '/api/channels/{id}', id: 'changeChannel' },
    summary: 'Change the rules of a channel',
    description:
      'Fields that are not sent stay as they are. New rules count for events that are found later; a new `pace` also for deliveries that wait. `ended: false` starts a channel that has ended: it gets the events that are found from then on. `GET /api/events` has the events between.',
    body: {
      schema: channelChange,
      path: ONE_CHANNEL.query,
      limit: '64kb',
      examples: { 'low ratings': { max_stars: 2, pace: 'at_once' } },
    },
    failures: ONE_CHANNEL.failures,
    success: channelAnswer(CHANNEL),
    answer: ({ channels }, owner, change, call) => channels.change(owner, call.parameters.id ?? '', change),
  }),
  endpoint({
    ...{ method: 'delete', path: '/api/channels/{id}', id: 'removeChannel' },
    summary: 'Remove a channel with its deliveries',
    description: 'The answer is the channel before it was removed.',
    ...ONE_CHANNEL,
    success: channelAnswer(CHANNEL),
    answer: ({ channels }, owner, { id }) => channels.remove(owner, id),
  }),
  endpoint({
    ...{ method: 'post', path: '/api/channels/{id}/test', id: 'testChannel' },
    points: 5,
    summary: 'Send a test now',
    description: 'The service tries once; the answer shows the result. The request has no body.',
    ...ONE_CHANNEL,
    success: dataOf(testData, { 'a test': CHANNEL_TEST }),
    answer: ({ channels }, owner, { id }) => channels.test(owner, id),
  }),
];
