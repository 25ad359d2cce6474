import { z } from 'zod';
import {
  apiEndpoint,
  type Call,
  type CoreServices,
  type Description,
  dataOf,
  type Endpoint,
  type Input,
} from '../../core/api/endpoints/endpoint.js';
import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { VISIBLE_LINK } from '../../core/api/examples/review-examples.js';
import type { FailureName } from '../../core/api/openapi/failure-answers.js';
import type { AppContext, Middleware } from '../../core/api/state.js';
import { boundedList, clientText, day, MEBIBYTE, required, wholeNumber } from '../../core/api/validate.js';
import { AppError, type FailureAnswer } from '../../core/errors.js';
import { oneLine } from '../../core/published/one-line.js';
import type { Message } from '../../core/texts/messages.js';
import { BULK_MIN_POINTS, bulkPoints } from '../bulk/endpoints.js';
import { isKnownClient, type JobsOwn } from '../jobs/endpoints.js';
import { NO_SUCH_WATCH, NO_WATCHING, WATCH_UNAVAILABLE, WATCHED_ALREADY } from './errors.js';
import { LEDGER, NEW_WATCH, WATCH, WATCH_ID } from './examples.js';
import { message, refusal } from './messages.js';
import { ledgerData, watchData, watchesData, watchImportData } from './published.js';
import {
  DEFAULT_INTERVAL_HOURS,
  EVIDENCE_POLICIES,
  LISTED_STATES,
  MAX_IMPORT,
  WATCH_KINDS,
} from './values.js';
import type { Watch } from './watch-service.js';

/** Markdown. */
const OWN_WATCHES =
  'While the service cannot keep data (`DATA_DIR`, `DATABASE_URL`), the answer is 503 `watch_unavailable`, and its message says why. Where no keys are configured, clients on other machines than the machine of the service get this answer too. A watch belongs to the key that added it, or to the team of this key; where no keys are configured, every client sees every watch. For others the watch does not exist.';
const MAX_LABEL = 200;
const MAX_NOTE = 2_000;

/** The service of this capability, or of one that needs it. */
export interface WatchOwn<Service = Watch> {
  /** Null = this service has no database, so it watches nothing. */
  readonly watch: Service | null;
  /** Why the folder of the database cannot be used; null = it can, or there is none. */
  readonly storageFault: Message | null;
  /** The jobs of clients; null = there are none. */
  readonly jobs: Pick<NonNullable<JobsOwn['jobs']>, 'finished'> | null;
  /** Forgets the reviews of an author that this process remembers as controls. */
  readonly forgetControls: (authorId: string) => void;
}

/** Why the client of a request may not use watches; null = the client may use watches. */
export function refusalOfWatch(
  core: Pick<CoreServices, 'hasKeys'>,
  own: WatchOwn<unknown>,
  ctx: Pick<AppContext, 'req' | 'get'>,
): AppError | null {
  if (own.watch === null) return withoutWatch(own);
  if (isKnownClient(core, ctx)) return null;
  return new AppError(WATCH_UNAVAILABLE, message('watchOnlyOnThisMachine'));
}

function withoutWatch({ storageFault }: WatchOwn<unknown>): AppError {
  return new AppError(WATCH_UNAVAILABLE, storageFault ?? message('watchWithoutDatabase'));
}

type WatchEndpoint<T, Service> = Omit<Description, 'access' | 'tag' | 'points' | 'failures'> &
  Input<T> & {
    readonly points?: number;
    readonly failures?: readonly (FailureName | FailureAnswer)[];
    /** The answer 503. */
    readonly unavailable?: FailureAnswer;
    /** Limits of the endpoint, checked before the input is read. */
    readonly before?: (core: CoreServices) => readonly Middleware[];
    readonly answer: (
      service: Service,
      owner: string,
      input: T,
      call: Call,
      own: WatchOwn<Service>,
    ) => object | Promise<object>;
  };

/**
 * Makes endpoints of the watch, or of a capability that needs it. `answer` returns the `data` of the success envelope, or
 * what `call.file` returns.
 */
export function endpointsOf<Service extends Pick<Watch, 'ownerOf'>>() {
  return <T>({
    answer,
    failures = [],
    unavailable = NO_WATCHING,
    before,
    ...declared
  }: WatchEndpoint<T, Service>): Endpoint<WatchOwn<Service>> =>
    apiEndpoint<T, WatchOwn<Service>>({
      ...declared,
      description: `${declared.description} ${OWN_WATCHES}`.trimStart(),
      tag: 'Watch',
      failures: [unavailable, ...failures],
      before: (core, own) => [
        (ctx, next) => {
          const refusal = refusalOfWatch(core, own, ctx);
          if (refusal !== null) throw refusal;
          return next();
        },
        ...(before?.(core) ?? []),
      ],
      handler: (_core, own) => async (input, call) => {
        const { watch } = own;
        if (watch === null) throw withoutWatch(own);
        const data = await answer(watch, watch.ownerOf(call.owner.name), input, call, own);
        return 'streamed' in data ? { streamed: true } : { data };
      },
    });
}

export const watchEndpoint = endpointsOf<Watch>();

const INVALID = { error: refusal('watchOptions') };
const textOf = (name: string, most: number, written = (text: string) => text) =>
  clientText({ name, most, ...INVALID, tooLong: refusal('watchFieldTooLong', { name, most }) })
    // PostgreSQL refuses this character; SQLite would return only the text before it.
    .refine((text) => !text.includes('\0'), refusal('valueRefused'))
    .overwrite(written)
    .nullable()
    .optional();
export const choice = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, { error: refusal('notOneOf', { name, values: values.join(', ') }) });

const watchSettings = {
  interval_hours: z
    .number(INVALID)
    .describe(
      `Hours between two checks; by default ${DEFAULT_INTERVAL_HOURS.place} for a place, ${DEFAULT_INTERVAL_HOURS.review} for a review`,
    )
    .optional(),
  label: textOf('label', MAX_LABEL, oneLine).describe('Your own name for the subject'),
  note: textOf('note', MAX_NOTE),
  client: textOf('client', MAX_LABEL, oneLine).describe(
    'Your customer for whom you watch the subject: watches, events and records can be read by client',
  ),
  evidence: choice('evidence', EVIDENCE_POLICIES)
    .describe('When evidence packs are made; by default on_loss')
    .optional(),
};
const SUBJECT = 'a place (link, Place ID, CID or name) or a link to a review';
const newWatch = z.strictObject({ subject: required('subject', SUBJECT), ...watchSettings }, INVALID);
/** A subject that is too long is a refused subject of the answer, and does not refuse the list. */
const listedWatch = newWatch.extend({
  subject: required('subject', SUBJECT, { most: 2 * MEBIBYTE, isRepeated: true }),
});
const LIST_NEEDED = refusal('watchListNeeded', { most: MAX_IMPORT });
const importBody = z
  .strictObject(
    { watches: boundedList(listedWatch, { min: 1, max: MAX_IMPORT, error: LIST_NEEDED }) },
    { error: LIST_NEEDED },
  )
  .meta({ id: 'WatchImportRequest' });
const PAUSED = z.boolean({ error: refusal('notTrueOrFalse', { name: 'paused' }) }).optional();
const CHANGE_NEEDED = refusal('watchChangeEmpty');
const changeBody = z
  .strictObject({ ...watchSettings, paused: PAUSED }, { error: CHANGE_NEEDED })
  .refine((change) => Object.values(change).some((value) => value !== undefined), CHANGE_NEEDED)
  .meta({ id: 'WatchChange' });

export const watchId = z.object({ id: required('id', 'the id of a watch') });
const ID_EXAMPLES = { id: { 'a watch': WATCH_ID } };
const kind = choice('kind', WATCH_KINDS);
/** A filter by `client`. */
export const clientFilter = clientText({ name: 'client' })
  .describe('Only what you watch for this client, as you wrote it; 400 if no watch of yours has this client')
  .optional();
/** `limit` and `after` of a list. */
const page = (most: number) => ({
  limit: wholeNumber('limit', 1, most).default(100).describe('Maximum number of entries in the answer'),
  after: required('after', '`next` of the previous answer').optional(),
});
const watchAnswer = (example: object) => dataOf(watchData, { 'a watch': example });

/** Shared by all requests about one watch; the answer is the watch. */
const ONE_WATCH = {
  query: { schema: watchId, examples: ID_EXAMPLES },
  success: watchAnswer(WATCH),
  failures: [NO_SUCH_WATCH],
} as const;

export const addWatch = watchEndpoint({
  ...{ method: 'post', path: '/api/watches', id: 'addWatch' },
  points: 2,
  summary: 'Watch a place or a review',
  description:
    'The first check is due at once; it records the state with which later checks compare, and makes no events. If you already watch the subject, also under another link or id, the answer is 409 with the id of that watch as `existing_id`. A name that fits several places returns 400. The provider lists at most about 4,490 reviews of a place: `coverage` says after the first check how many of them the watch covers. A watch is refused with 400 when you have `WATCH_LIMIT` watches.',
  body: {
    schema: newWatch.meta({ id: 'WatchRequest' }),
    limit: '64kb',
    examples: {
      'a place': { subject: PLACE_ID, label: 'Kraków', client: 'Hotel Zmyślony' },
      'a review': { subject: VISIBLE_LINK },
    },
  },
  status: 201,
  success: watchAnswer(NEW_WATCH),
  failures: ['NoResults', WATCHED_ALREADY],
  answer: (watch, owner, input, call) => watch.add(owner, input, call.scope),
});

export const importWatches = watchEndpoint({
  ...{ method: 'post', path: '/api/watches/import', id: 'importWatches' },
  points: BULK_MIN_POINTS,
  priceText: '1 point per 10 subjects, at least 10 points and at most the points of one minute',
  summary: `Watch up to ${MAX_IMPORT} places and reviews`,
  description:
    'Adds the subjects that can be added, and says why the other subjects were refused. Subjects that have to be looked up (names, share links, CIDs) are looked up within the deadline of a request; the remaining subjects are refused with `deadline_exceeded`. Send the list again for them: watches that exist are not added twice.',
  body: {
    schema: importBody,
    limit: '2mb',
    price: ({ watches }) => bulkPoints(watches.length),
    examples: { 'a list': { watches: [{ subject: PLACE_ID, label: 'Kraków' }, { subject: VISIBLE_LINK }] } },
  },
  success: dataOf(watchImportData, { 'both are new': { added: 2, existing: 0, refused: [] } }),
  answer: (watch, owner, { watches }, { scope }) => watch.addMany(owner, watches, scope),
});

export const listWatches = watchEndpoint({
  ...{ method: 'get', path: '/api/watches', id: 'listWatches' },
  summary: 'List your watches',
  description: 'For the next page, ask again with `next` as `after`.',
  query: {
    schema: z.object({
      state: choice('state', LISTED_STATES).optional(),
      kind: kind.optional(),
      client: clientFilter,
      query: clientText({ name: 'query' })
        .describe('A part of label, note, subject or name of the place')
        .optional(),
      ...page(500),
    }),
    examples: {},
  },
  success: dataOf(watchesData, {
    'one watch': { watches: [WATCH], total: 1, next: null, clients: ['Hotel Zmyślony'] },
  }),
  answer: (watch, owner, { limit, after, ...filter }) => watch.list(owner, filter, { limit, after }),
});

export const getWatch = watchEndpoint({
  ...{ method: 'get', path: '/api/watches/{id}', id: 'getWatch' },
  summary: 'Read one watch',
  description: '',
  ...ONE_WATCH,
  answer: (watch, owner, { id }) => watch.get(owner, id),
});

export const changeWatch = watchEndpoint({
  ...{ method: 'patch', path: '/api/watches/{id}', id: 'changeWatch' },
  summary: 'Change, pause or resume a watch',
  description:
    'Fields that are not sent stay as they are. A watch that is resumed is checked at once, but not within ten minutes of its last check.',
  body: {
    schema: changeBody,
    path: { schema: watchId, examples: ID_EXAMPLES },
    limit: '64kb',
    examples: { 'a pause': { paused: true }, 'a label': { label: 'Kraków', interval_hours: 12 } },
  },
  success: watchAnswer(WATCH),
  failures: [NO_SUCH_WATCH],
  answer: (watch, owner, change, call) => watch.change(owner, call.parameters.id ?? '', change),
});

export const removeWatch = watchEndpoint({
  ...{ method: 'delete', path: '/api/watches/{id}', id: 'removeWatch' },
  summary: 'Remove a watch with its record',
  description:
    'Its checks, ledger, events and evidence packs are deleted; to keep them, pause the watch (`PATCH` with `paused: true`). The answer is the watch before it was removed.',
  ...ONE_WATCH,
  answer: (watch, owner, { id }) => watch.remove(owner, id),
});

export const checkWatch = watchEndpoint({
  ...{ method: 'post', path: '/api/watches/{id}/check', id: 'checkWatch' },
  points: 10,
  summary: 'Check a subject now',
  description:
    'The next check is due at once; it begins when the provider rate limiter has loads to spare. The request has no body. For a paused watch, the answer is 400; if the subject was checked less than ten minutes ago, the answer is 429 with `Retry-After`.',
  ...ONE_WATCH,
  status: 202,
  answer: (watch, owner, { id }) => watch.checkNow(owner, id),
});

export const watchReviews = watchEndpoint({
  ...{ method: 'get', path: '/api/watches/{id}/reviews', id: 'watchReviews' },
  summary: 'Read the ledger: the reviews of a subject and their versions',
  description: 'For the next page, ask again with `next` as `after`.',
  query: {
    schema: watchId.extend({
      status: choice('status', ['visible', 'missing', 'not_visible']).optional(),
      from: day('from', 'Only reviews that a check saw, or whose status changed, from this day on'),
      to: day('to', 'Only reviews that were known by the end of this day'),
      ...page(200),
    }),
    examples: ID_EXAMPLES,
  },
  success: dataOf(ledgerData, { 'one review': LEDGER }),
  failures: [NO_SUCH_WATCH],
  answer: (watch, owner, { id, status, ...rest }) => watch.reviews(owner, id, status, rest),
});
