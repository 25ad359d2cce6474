import { z } from 'zod';
import { failure } from '../../core/published/error-body.js';
import { noticeKind } from '../../core/published/notices.js';
import { reviewDetails } from '../../core/published/review-answer.js';
import {
  maybeText,
  maybeTimeFields,
  natural,
  starCount,
  timeFields,
  timeOf,
} from '../../core/published/values.js';
import { entryCounts } from '../../kit/lists/checked-links.js';
import { CHANNEL_KINDS, CHANNEL_PACES, EVIDENCE_POLICIES, WATCH_KINDS, WATCH_STATES } from './values.js';

/** The events of a watch. The texts say what is shown, not what happened. */
const EVENTS = {
  'review.appeared': 'a review is shown that the kept records of earlier checks do not have',
  'review.edited': 'stars, text or number of photos of a review are different',
  'reply.appeared': 'a reply of the owner is shown that earlier checks did not find',
  'reply.edited': 'the reply of the owner is different',
  'reply.withdrawn': 'the reply of the owner is no longer shown',
  'review.not_visible':
    'a review that was shown is not shown any more; visibility_reason says what is shown instead',
  'review.missing':
    'three lists in a row lack a review that they should show, and no check of its own page has a verdict',
  'review.visible_again':
    'a review that was not shown, or was missing, is shown again; also a review older than reviews that retention deleted',
  'place.rating_changed':
    'rating or review count of the place are different; the sides have the fields that are different. A count counts as different when two checks in a row show it',
  'notice.changed': 'the notices of the provider about the place are different',
  'place.closed': 'the place is shown as temporarily or permanently closed',
  'place.reopened': 'the place is no longer shown as closed',
  'place.moved': 'the place has another address or another Place ID',
  'place.gone': 'two checks in a row prove that the provider shows no such place',
  'place.shown_again': 'a place that was gone is shown again',
  'watch.trouble': 'checks of the subject fail; a failed check says nothing about the subject',
  'watch.recovered': 'checks of the subject succeed again',
} as const;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

export const eventType = z
  .enum(EVENT_TYPES)
  .describe(
    Object.entries(EVENTS)
      .map(([type, meaning]) => `${type}: ${meaning}`)
      .join('; '),
  )
  .meta({ id: 'EventType' });

/** What a channel may be told of. */
export const channelType = z
  .enum([...EVENT_TYPES, 'job.finished'])
  .describe('An event type, or job.finished: a job has finished; types null does not include it')
  .meta({ id: 'ChannelType' });
export type ChannelType = z.infer<typeof channelType>;

/** A finished job with its counts, as it is stored and sent. */
export const finishedJob = z.looseObject({ id: z.string(), ended_at_utc: z.string(), ...entryCounts });
export type FinishedJob = z.infer<typeof finishedJob>;

/** A number of reviews; null before the first check with a result. */
const maybeCount = natural.nullable();
/** Figures with the time from which they are known: no presenter gets a figure without its time. */
const known = <Figures extends z.ZodRawShape>(figures: Figures, meaning: string) =>
  z.object({ ...figures, ...timeFields('at', meaning) }).nullable();

const utc = (meaning: string) => z.iso.datetime().describe(`${meaning}, ISO 8601 in UTC`);

export const watchData = z
  .object({
    id: z.string().describe('Id of the watch'),
    kind: z.enum(WATCH_KINDS).describe('place: the place and all its reviews; review: one review'),
    subject: z.string().describe('The Place ID, or the link of the review'),
    label: maybeText.describe('Your own name for the subject'),
    note: maybeText,
    client: maybeText.describe('Your customer for whom you watch the subject'),
    interval_hours: z.number().describe('Hours between two checks'),
    evidence: z
      .enum(EVIDENCE_POLICIES)
      .describe('on_loss: a pack when a review is not visible any more; never: no packs'),
    state: z
      .enum(WATCH_STATES)
      .describe(
        'new: no check has ended yet; trouble: the last checks could not tell the state, or a field of the reviews cannot be read; watching: a place whose checks have results; visible, not_visible, never_visible: the verdict on a watched review (never_visible: no check has seen it)',
      ),
    ...timeFields('created_at', 'When the watch was added'),
    ...maybeTimeFields('checked_at', 'When the last check ended, with or without a result'),
    ...maybeTimeFields('proven_at', 'When the last check with a result ended'),
    ...maybeTimeFields('next_check_at', 'When the next check is due; null while the watch is paused'),
    trouble: maybeText.describe(
      'Why the last checks could not tell the state of the subject; null when the last check could',
    ),
    place_name: maybeText,
    author: maybeText.describe('The author of the watched review; null = not known, or a place is watched'),
    figures: known(
      {
        rating: z.number().nullable().describe('null = not known'),
        review_count: maybeCount.describe('null = not known'),
      },
      'When the figures were read',
    ).describe(
      'null = not known: before the first result, after two readings without figures, or the place is gone',
    ),
    ...maybeTimeFields(
      'gone_at',
      'Since when the provider is proven to show no such place; null = the place is shown, or not known',
    ),
    coverage: z
      .object({
        read: natural.describe('Reviews that the list has'),
        unread: natural.describe('Records of the list that could not be read as reviews'),
        total: natural.nullable().describe('Reviews that the place counts'),
        complete: z.boolean().describe('false: the watch covers only the reviews that were read'),
        ...timeFields('at', 'When the list was read'),
      })
      .nullable()
      .describe(
        'The last list of reviews that is a result; null = there is none. The provider lists at most about 4,490 reviews of a place',
      ),
    counts: known(
      {
        visible: maybeCount.describe(
          'Reviews of the ledger that the last check with a result saw; null = not known: it read no list of the place',
        ),
        not_visible: natural.describe('Reviews of the ledger that are proven not visible'),
        not_seen_lately: natural.describe(
          'Other reviews of the ledger that were visible, but the last check with a result did not see: its list does not reach them',
        ),
        ...maybeTimeFields(
          'oldest_sighting_at',
          'When the review of `not_seen_lately` that was not seen for longest was seen last',
        ),
        unconfirmed: natural.describe(
          'Reviews that a list does not show although it should. A separate check will tell whether they are visible',
        ),
      },
      'When the last check with a result ended',
    ).describe('null = no check has a result yet'),
    ...maybeTimeFields('last_event_at', 'When the newest event was found'),
  })
  .meta({ id: 'Watch' });

export type WatchData = z.infer<typeof watchData>;

/** The subject before or after an event. A field that the event is not about is absent. */
export const eventSide = z
  .object({
    rating: z.number().nullable().describe('Average rating of the place').optional(),
    review_count: natural.nullable().optional(),
    stars: starCount.nullable().describe('Stars of the review').optional(),
    text: maybeText.describe('"" = a review without text').optional(),
    photo_count: natural.nullable().optional(),
    reply: maybeText.describe('null = the review has no reply').optional(),
    visibility_reason: reviewDetails.shape.visibility_reason.optional(),
    notices: z.array(z.object({ kind: noticeKind, text: z.string() })).optional(),
    closed: z
      .enum(['temporarily', 'permanently'])
      .nullable()
      .describe('null = not shown as closed')
      .optional(),
    address: maybeText.optional(),
    place_id: z.string().optional(),
    trouble: z.string().describe('Error code, or why the list of reviews was not complete').optional(),
  })
  .meta({ id: 'EventSide' });

export type EventSide = z.infer<typeof eventSide>;

export const eventData = z
  .object({
    seq: z
      .number()
      .int()
      .min(1)
      .describe('Increases with each event. Send it as `since` to get later events'),
    id: z.string(),
    type: eventType,
    at: timeOf('When the check found the event'),
    at_utc: utc('`at`'),
    watch_id: z.string(),
    label: maybeText,
    client: maybeText.describe('The client of the watch, as it is now'),
    place_name: maybeText,
    review_id: maybeText,
    review_url: maybeText,
    author: maybeText.describe('Name of the author of the review'),
    stars: starCount
      .nullable()
      .describe('Stars of the review after the event; null = unknown, or not about a review'),
    text: maybeText.describe('Text of the review after the event, as far as it is kept'),
    ...maybeTimeFields('published_at', 'When the review was published, by the data of the provider'),
    ...maybeTimeFields('edited_at', 'When the author changed the review last, by the data of the provider'),
    before: eventSide.nullable(),
    after: eventSide.nullable(),
    check_id: z.string().describe('The check that found the event'),
    evidence: z.boolean().describe('Whether there is an evidence pack: `GET /api/events/{id}/evidence`'),
    ...maybeTimeFields(
      'last_seen_at',
      'Of review.not_visible and review.missing: when a check saw the review for the last time',
    ),
    ...maybeTimeFields(
      'first_missed_at',
      'Of review.not_visible and review.missing: when a check first missed the review',
    ),
    same_author_review_id: maybeText.describe(
      'Of review.not_visible: another review of the same author that the check saw at the place; it may have replaced this one',
    ),
    ...maybeTimeFields('done_at', 'When somebody marked the event as done; null = nobody has'),
    done_by: maybeText.describe(
      'The name of the key that marked the event; null where no keys are configured',
    ),
  })
  .meta({ id: 'WatchEvent' });

export type EventData = z.infer<typeof eventData>;

export const eventsData = z
  .object({
    events: z.array(eventData).describe('The oldest first; the newest first with `order=newest`'),
    next: natural.describe('`since` of the next request, which returns later events'),
    total: natural
      .describe('All events that match, including events beyond `limit`; only with `order=newest`')
      .optional(),
    cover: z
      .object({
        watches: natural.describe('Watches that the filters let through'),
        known: natural.describe(
          'Of these: watches with a result at the beginning and at the end of the period, one day late at most, whose lists and pages of the place were read whole, of which nothing was deleted, and whose last check left nothing unread or to be confirmed by a further check',
        ),
        paused: natural,
      })
      .describe(
        'What the events cover; only with `order=newest` and without `done`. Where `known` is below `watches`, an answer without events does not say that nothing changed',
      )
      .optional(),
  })
  .meta({ id: 'WatchEvents' });

export type EventsData = z.infer<typeof eventsData>;

/** The answer to a list of events that were marked. */
export const markedData = z.object({ marked: natural }).meta({ id: 'MarkedEvents' });

export const channelData = z
  .object({
    id: z.string(),
    kind: z.enum(CHANNEL_KINDS).describe('chat: messages as `{"text": …}`'),
    target: z.string().describe('Address of the webhook or the chat, or the mailbox'),
    pace: z.enum(CHANNEL_PACES).describe('daily, weekly: one message a day, or each Monday, at 7:00'),
    lang: z.enum(['pl', 'en']).describe('Language of e-mails and messages'),
    types: z.array(channelType).nullable().describe('null = all events of watches'),
    max_stars: z.int().nullable().describe('Of new and changed reviews: at most so many; null = any'),
    clients: z.array(z.string()).nullable().describe('Only events of watches of these clients; null = all'),
    ...timeFields('created_at', 'When the channel was added'),
    ...maybeTimeFields('ended_at', 'When the channel ended; null = it is open'),
    ended_because: z
      .enum(['gone', 'given_up'])
      .nullable()
      .describe(
        'Why the channel ended. gone: the receiver wants no more events (410). given_up: deliveries failed for three days. null = the channel is open',
      ),
    waiting: natural.describe('Deliveries that have not ended'),
    last_error: maybeText.describe(
      'How the last attempt failed, of deliveries that wait, were given up or ended with the channel; null = none failed',
    ),
    ...maybeTimeFields('last_error_at', 'When that attempt ended'),
    secret: z
      .string()
      .describe('`whsec_…` of a webhook (Standard Webhooks); only in the answer that adds the channel')
      .optional(),
  })
  .meta({ id: 'WatchChannel' });

export type ChannelData = z.infer<typeof channelData>;

export const channelsData = z
  .object({ channels: z.array(channelData).describe('The oldest first') })
  .meta({ id: 'WatchChannels' });

/** How the test of a channel ended. */
export const testData = z
  .object({
    ...timeFields('at', 'When the attempt ended'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status; null = there was no answer, or the channel is an e-mail address'),
    error: maybeText.describe('null = the test was delivered'),
  })
  .meta({ id: 'WatchChannelTest' });

export type TestData = z.infer<typeof testData>;

export const watchesData = z
  .object({
    watches: z
      .array(watchData)
      .describe('Watches that need attention come first: watches with trouble, then the newest events'),
    total: natural.describe('Watches that match the filters'),
    next: maybeText.describe('`after` of the next request; null = this was the last page'),
    clients: z.array(z.string()).describe('The clients of all your watches, at most 1,000'),
  })
  .meta({ id: 'Watches' });

export type WatchesData = z.infer<typeof watchesData>;

export const ledgerReviewData = z
  .object({
    review_id: z.string(),
    review_url: maybeText,
    status: z
      .enum(['visible', 'missing', 'not_visible'])
      .describe(
        'missing: a list does not show the review although it should. A separate check will tell whether the review is visible',
      ),
    visibility_reason: reviewDetails.shape.visibility_reason.nullable(),
    ...timeFields('status_at', 'When the status was found'),
    ...maybeTimeFields('first_seen_at', 'When a check saw the review for the first time'),
    ...maybeTimeFields('last_seen_at', 'When a check saw the review for the last time'),
    ...maybeTimeFields('first_missed_at', 'When a check first missed the review; null while it is seen'),
    ...maybeTimeFields('last_proof_at', 'When the review was last checked on its own'),
    versions: z
      .array(
        z.object({
          number: z.number().int().min(1),
          stars: starCount.nullable(),
          text: maybeText,
          photo_count: natural.nullable(),
          reply: maybeText.describe('null = the review has no reply, or `reply_read` is false'),
          reply_read: z.boolean().describe('false = no check could read whether the review has a reply'),
          author: maybeText,
          date: maybeText.describe('In the words of the provider, as the check at `first_seen_at` read them'),
          ...maybeTimeFields('published_at', 'When the review was published, by the data of the provider'),
          ...maybeTimeFields(
            'edited_at',
            'When the author changed the review last, by the data of the provider',
          ),
          ...timeFields('first_seen_at', 'When a check saw this version for the first time'),
          ...timeFields('last_seen_at', 'When a check saw this version for the last time'),
        }),
      )
      .describe('The oldest first. A version begins when stars, text, number of photos or reply change'),
  })
  .meta({ id: 'LedgerReview' });

export const ledgerData = z
  .object({
    reviews: z.array(ledgerReviewData).describe('Not visible first, then the newest'),
    total: natural,
    next: maybeText.describe('`after` of the next request; null = this was the last page'),
  })
  .meta({ id: 'Ledger' });

export type LedgerData = z.infer<typeof ledgerData>;

/** The answer to a list of watches: how many were added, and which were refused. */
export const watchImportData = z
  .object({
    added: natural,
    existing: natural.describe('Subjects that were watched already'),
    refused: z.array(z.object({ index: natural, subject: z.string(), ...failure })),
  })
  .meta({ id: 'WatchImport' });

export type WatchImportData = z.infer<typeof watchImportData>;

/** What the capability adds to `checks` of `/readyz`. */
export const WATCH_READINESS = {
  watch: z
    .enum(['ok', 'full', 'unavailable'])
    .optional()
    .describe(
      'Only with a database. full: the disk of the SQLite file has less than 64 MiB left, and jobs, checks and evidence packs wait; unavailable: the database cannot be used, and checks of watched subjects wait. Never a reason for 503',
    ),
  data_folder: z
    .string()
    .optional()
    .describe(
      'Only while the service cannot write to the folder of DATA_DIR: why, in a sentence. Jobs, watches and evidence packs answer 503 with the same sentence until the service is started again. Never a reason for 503',
    ),
};

/** Whether the database of the watch can be used. */
export type WatchHealth = 'ok' | 'full' | 'unavailable';
const ofAuthor = { watch_id: z.string(), label: maybeText, review_id: z.string() };

/** All that is stored about one author. */
export const authorData = z
  .object({
    author_id: z.string(),
    ...maybeTimeFields('forgotten_at', 'When the author was forgotten; null = never'),
    reviews: z.array(z.object({ ...ofAuthor, ...ledgerReviewData.shape })),
    events: z.array(
      eventData
        .pick({ id: true, type: true, at: true, at_utc: true, before: true, after: true })
        .extend({ ...ofAuthor, evidence: maybeText }),
    ),
    watches: z
      .array(z.object({ watch_id: z.string(), label: maybeText, subject: z.string() }))
      .describe('Watches of single reviews of the author'),
  })
  .meta({ id: 'WatchAuthorData' });

export type AuthorData = z.infer<typeof authorData>;

/** What was removed about an author. */
export const forgottenData = z
  .object({
    reviews: natural.describe('Reviews that were deleted with their versions'),
    events: natural,
    packs: natural.describe('Evidence packs that were deleted'),
    watches: z
      .array(z.string())
      .describe('Ids of the removed watches; each watched a single review of the author'),
  })
  .meta({ id: 'WatchForgotten' });

export type ForgottenData = z.infer<typeof forgottenData>;

export const ownerData = z
  .object({
    id: z.string().describe('The keyed hash of the name'),
    name: z.string().describe('`key <name>`, `team <team>`, or `everybody` where no keys are configured'),
    keys: z.array(z.string()).describe('The names of the usable keys of the owner'),
    state: z
      .enum(['active', 'gone'])
      .describe('gone: the owner has no usable key. Its checks, deliveries and jobs wait'),
    watches: natural,
    jobs: natural.describe('Jobs whose results are kept, or that have not ended'),
  })
  .meta({ id: 'Owner' });

export type OwnerData = z.infer<typeof ownerData>;

export const ownersData = z.object({ owners: z.array(ownerData).describe('By name') }).meta({ id: 'Owners' });
