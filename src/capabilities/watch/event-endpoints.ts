import { z } from 'zod';
import { dataOf } from '../../core/api/endpoints/endpoint.js';
import { clientText, wholeNumber } from '../../core/api/validate.js';
import { choice, watchEndpoint, watchId } from './endpoints.js';
import { NO_SUCH_WATCH } from './errors.js';
import { EVENT, WATCH_ID } from './examples.js';
import { refusal } from './messages.js';
import { EVENT_TYPES, type EventType, eventsData, eventType } from './published.js';
import { MAX_EVENTS } from './values.js';

const SINCE = { name: 'since', least: 0, most: Number.MAX_SAFE_INTEGER };
const SINCE_INVALID = refusal('parameterOutOfRange', SINCE);

const typesIn = (text: string | undefined) => text?.split(',') as EventType[] | undefined;

const eventsQuery = z.object({
  since: z
    .string({ error: SINCE_INVALID })
    .regex(/^\d{1,15}$/, SINCE_INVALID)
    .transform(Number)
    .pipe(z.int(SINCE_INVALID))
    .default(0)
    .describe('`next` of the previous answer; 0 = from the first event'),
  limit: wholeNumber('limit', 1, MAX_EVENTS).default(100).describe('Maximum number of events in the answer'),
  order: choice('order', ['oldest', 'newest'])
    .default('oldest')
    .describe(
      'newest: the newest events after `since`, the newest first, and `total`, the number of all of them',
    ),
  types: clientText({ name: 'types' })
    .refine(
      (text) => typesIn(text)?.every((type) => eventType.safeParse(type).success),
      refusal('notOneOf', { name: 'types', values: EVENT_TYPES.join(', ') }),
    )
    .describe('Only events of these types, separated by commas')
    .optional(),
});

const success = dataOf(eventsData, { 'one event': { events: [EVENT], next: EVENT.seq } });

export const listEvents = watchEndpoint({
  method: 'get',
  path: '/api/events',
  id: 'listEvents',
  summary: 'Read the events of all your watches',
  description:
    'The events after `since`, the oldest first. A program keeps `next` and sends it as `since` of the next request: so it reads every event exactly once. `order=newest` gives the newest events first; `next` then leads to the events after the newest one.',
  query: { schema: eventsQuery, examples: { types: { 'one type': 'review.not_visible' } } },
  success,
  answer: (watch, owner, { types, ...wanted }) => watch.events(owner, { ...wanted, types: typesIn(types) }),
});

export const watchEvents = watchEndpoint({
  method: 'get',
  path: '/api/watches/{id}/events',
  id: 'watchEvents',
  summary: 'Read the events of one watch',
  description: 'The events after `since`, the oldest first; with `order=newest` the newest first.',
  query: {
    schema: watchId.extend(eventsQuery.shape),
    examples: { id: { 'a watch': WATCH_ID }, types: { 'one type': 'review.not_visible' } },
  },
  success,
  failures: [NO_SUCH_WATCH],
  answer: (watch, owner, { id, types, ...wanted }) =>
    watch.events(owner, { ...wanted, types: typesIn(types), watchId: id }),
});
