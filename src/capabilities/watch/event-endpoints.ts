import { z } from 'zod';
import { type Call, dataOf } from '../../core/api/endpoints/endpoint.js';
import { boundedList, clientText, day, required, wholeNumber } from '../../core/api/validate.js';
import { choice, clientFilter, watchEndpoint, watchId } from './endpoints.js';
import { NO_SUCH_WATCH } from './errors.js';
import { EVENT, WATCH_ID } from './examples.js';
import { refusal } from './messages.js';
import { EVENT_TYPES, type EventType, eventsData, eventType, markedData } from './published.js';
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
  client: clientFilter,
  from: day('from', 'Only events from this day on, in the time zone of the service'),
  to: day('to', 'Only events up to the end of this day'),
  max_stars: wholeNumber('max_stars', 1, 5)
    .describe(
      'Only events about reviews with at most this many stars, losses too; a review whose stars are unknown is in the answer, with null',
    )
    .optional(),
  done: choice('done', ['true', 'false'])
    .describe('true: only events that are marked as done; false: only the others')
    .optional(),
});

const success = dataOf(eventsData, { 'one event': { events: [EVENT], next: EVENT.seq } });

export const listEvents = watchEndpoint({
  ...{ method: 'get', path: '/api/events', id: 'listEvents' },
  summary: 'Read the events of all your watches',
  description:
    'The events after `since`, the oldest first. A program keeps `next` and sends it as `since` of the next request: so it reads every event exactly once. `order=newest` gives the newest events first; `next` then leads to the events after the newest one.',
  query: { schema: eventsQuery, examples: { types: { 'one type': 'review.not_visible' } } },
  success,
  answer: (watch, owner, { types, ...wanted }) => watch.events(owner, { ...wanted, types: typesIn(types) }),
});

export const watchEvents = watchEndpoint({
  ...{ method: 'get', path: '/api/watches/{id}/events', id: 'watchEvents' },
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

const MARKS_NEEDED = refusal('eventMarks', { most: MAX_EVENTS });
const MARKED = { min: 1, max: MAX_EVENTS, error: MARKS_NEEDED };

export const markEvents = watchEndpoint({
  ...{ method: 'post', path: '/api/events/done', id: 'markEvents' },
  summary: 'Mark events as done, or take it back',
  description:
    'For everybody who reads the events, with the time and the name of your key. An event that is done already stays as it is. If an id is unknown, no event is marked, and the answer is 404.',
  body: {
    schema: z
      .strictObject(
        {
          ids: boundedList(required('ids', 'the id of an event'), MARKED),
          done: z.boolean({ error: refusal('notTrueOrFalse', { name: 'done' }) }).default(true),
        },
        { error: MARKS_NEEDED },
      )
      .meta({ id: 'MarkEventsRequest' }),
    limit: '64kb',
    examples: {
      'two events': { ids: [EVENT.id, 'e_q2Wc8Nf5kZs1Xv7Tj3YbRg'] },
      'take it back': { ids: [EVENT.id], done: false },
    },
  },
  success: dataOf(markedData, { 'two events': { marked: 2 } }),
  failures: [NO_SUCH_WATCH],
  answer: (watch, owner, { ids, done }, { scope }) => watch.markEvents(owner, ids, done, keyOf(scope)),
});

/** The name of the key of a request; null = it has no key. */
const keyOf = ({ client }: Call['scope']) => (client?.startsWith('key ') === true ? client.slice(4) : null);
