import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { API_FAILURES, type CoreServices, dataOf, type Endpoint } from '../../core/api/endpoints/endpoint.js';
import { type ListParameters, listParameters, starsAgree } from '../../core/api/endpoints/place-reviews.js';
import { PLACE_ID } from '../../core/api/examples/place-examples.js';
import { REMOVED_LINK, VISIBLE_LINK } from '../../core/api/examples/review-examples.js';
import { atOnce } from '../../core/api/middleware/at-once.js';
import { jsonBody, MAX_JSON_VALUES } from '../../core/api/middleware/json-body.js';
import type { AppContext, Middleware } from '../../core/api/state.js';
import { boundedList, validate } from '../../core/api/validate.js';
import { AppError, INVALID_REQUEST, isAppError, RATE_LIMITED } from '../../core/errors.js';
import { MAX_INPUT_CHARACTERS } from '../../core/identifiers/input-text.js';
import type { Scope } from '../../core/runtime/scope.js';
import { nextStep } from '../../core/runtime/turns.js';
import { JOB_TYPES, type JobType } from '../../kit/lists/list-limits.js';
import {
  admitToJobs,
  JOBS_AVAILABLE,
  type JobsOwn,
  limitOfJobs,
  OWN_JOBS,
  requireJobs,
} from './endpoints.js';
import { NO_JOBS } from './errors.js';
import { NEW_JOB } from './examples.js';
import { type JobEntry, type JobParameters, MAX_OWN_COLUMNS } from './job.js';
import type { JobRequest } from './job-service.js';
import { message, refusal } from './messages.js';
import { presentJob } from './present-job.js';
import { jobData } from './published.js';
import { MAX_UPLOAD, readBody } from './read-body.js';
import { LINK_NAMES, linkEntry, MAX_ROW, readUpload, UPLOAD_TYPES } from './upload.js';

const TYPES = JOB_TYPES.join(', ');
const URLS = refusal('jobTypeAndUrlsNeeded');
const BODY_LIMIT = '8mb';

const type = z
  .enum(JOB_TYPES, { error: refusal('jobTypeUnknown', { types: TYPES }) })
  .describe(
    'review-visibility: links to reviews; place-details: everything that /api/all accepts; place-reviews: Place IDs or feature ids',
  );
const number = (name: string, most: number) => {
  const outside = refusal('fieldOutOfRange', { name, least: 1, most });
  return z.int({ error: outside }).min(1, outside).max(most, outside).optional();
};

const MAX_NAME = 200;
const NAME_INVALID = refusal('listNameInvalid', { most: MAX_NAME });
const listName = z
  .string({ error: NAME_INVALID })
  .min(1, NAME_INVALID)
  .max(MAX_NAME, NAME_INVALID)
  .describe('Name of the list, such as the name of its file; its tables are named after it');

const createJobBody = z
  .strictObject(
    {
      type,
      urls: boundedList(
        z
          .string({ error: URLS })
          .regex(/\S/, URLS)
          .max(MAX_INPUT_CHARACTERS, refusal('someLinkTooLong', { most: MAX_INPUT_CHARACTERS })),
        { min: 1, max: MAX_JSON_VALUES, error: URLS },
      ).describe('Links, identifiers or names that the type accepts'),
      max_pages: number('max_pages', 50).describe('place-reviews: pages of up to 200 reviews to fetch'),
      min_stars: number('min_stars', 5).describe('place-reviews: fewest stars to return'),
      max_stars: number('max_stars', 5).describe('place-reviews: most stars to return'),
      since: listParameters.since,
      name: listName.optional(),
    },
    { error: URLS },
  )
  .refine(areForLists, refusal('parametersOnlyForLists'))
  .refine(starsAgree, { error: refusal('starsReversed'), path: ['min_stars'] })
  .meta({ id: 'JobRequest' });

const uploadParameters = z
  .object({
    type: type.optional().describe('For an upload: what to do with its links'),
    max_pages: listParameters.max_pages
      .optional()
      .describe('place-reviews: pages of up to 200 reviews to fetch'),
    min_stars: listParameters.min_stars.describe('place-reviews: fewest stars to return'),
    max_stars: listParameters.max_stars.describe('place-reviews: most stars to return'),
    since: listParameters.since,
    name: listName.optional(),
  })
  .refine(areForLists, refusal('parametersOnlyForLists'))
  .refine(starsAgree, { error: refusal('starsReversed'), path: ['min_stars'] });

/** Whether the parameters of review lists are given only with the type `place-reviews`. */
function areForLists({ type, ...given }: { readonly type?: JobType | undefined } & ListParameters): boolean {
  return type === 'place-reviews' || Object.keys(parametersOf({ ...given, name: undefined })).length === 0;
}

type Parameters = ListParameters & { readonly name?: string | undefined };

function parametersOf({ max_pages, min_stars, max_stars, since, name }: Parameters): JobParameters {
  const given = Object.entries({ max_pages, min_stars, max_stars, since, name }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as JobParameters;
}

const MAX_REQUEST_KEY = 255;

const line = z.string();
const anUpload = (...lines: string[]) => ({ 'two links': lines.join('\n') });

export const createJob: Endpoint<JobsOwn> = {
  method: 'post',
  path: '/api/jobs',
  id: 'createJob',
  tag: 'Jobs',
  access: 'api',
  points: 10,
  summary: 'Begin a job of up to a million links',
  description: `For lists that outlast a connection. The answer is 202 with the state of the job; follow \`/api/jobs/{id}/results\`. ${OWN_JOBS} ${JOBS_AVAILABLE}

Send a JSON object of at most 8 MiB and ${MAX_JSON_VALUES.toLocaleString('en')} values, or upload the list, at most ${MAX_UPLOAD}, uncompressed, with \`type\` and the parameters in the query:

| \`Content-Type\` | each line is |
|---|---|
| \`application/x-ndjson\` | a JSON string, or an object with one of the fields ${LINK_NAMES.map((name) => `\`${name}\``).join(', ')}. A first line \`{"columns": […]}\` names own columns; the objects then have \`cells\`, texts in their order, null for the link itself |
| \`text/plain\` | a link |

A text in Windows-1250 or ISO-8859-2 is read like UTF-8 and UTF-16; a text of an unknown encoding returns 400. The \`cells\` of lines of JSON (client, note, date) stand to the left of the results in \`format=csv\` and \`format=xlsx\`. A list may have at most ${MAX_OWN_COLUMNS} columns, and a line at most ${MAX_ROW.toLocaleString('en')} characters besides its link; a list with more returns 400.

Every line has a result: a line that is empty, has control characters or more than ${MAX_INPUT_CHARACTERS.toLocaleString('en')} characters, or cannot be read has the result \`invalid_request\` and its number in \`line\`; empty lines at the end are left out. A job may have up to 1,000,000 links, a job of the type \`place-reviews\` 10,000; a longer list returns 400. An upload that breaks off makes no job.

Every link is asked at least once and has exactly one result. After a temporary failure, the link is asked again with growing pauses, for a day; \`invalid_request\` and \`no_results\` are final at once. A link that is in the list more than once may be asked more than once. All jobs of a client may have 1,000,000 open links together, which have no result yet; a list beyond this limit returns 429. While the disk of the database is nearly full, a new job returns 503 \`jobs_unavailable\`; the service goes on to return results, and to cancel and delete jobs. A job and its results are deleted 72 hours after its end, or at once with \`DELETE /api/jobs/{id}?delete_ended=true\`. Work is shared evenly between clients, and single requests go first.`,
  requestHeaders: {
    'Idempotency-Key': {
      most: MAX_REQUEST_KEY,
      description: `Up to ${MAX_REQUEST_KEY} visible ASCII characters. A second request with the same key and content returns the job of the first request; a request with the same key and other content returns 400. Keys are remembered as long as their job is kept.`,
    },
  },
  query: { schema: uploadParameters, examples: {} },
  body: {
    schema: createJobBody,
    examples: {
      'two reviews': { type: 'review-visibility', urls: [VISIBLE_LINK, REMOVED_LINK] },
      'reviews of a place': { type: 'place-reviews', urls: [PLACE_ID], max_pages: 2, max_stars: 3 },
    },
  },
  uploads: {
    'application/x-ndjson': {
      schema: line,
      examples: anUpload(JSON.stringify(VISIBLE_LINK), JSON.stringify({ url: REMOVED_LINK })),
    },
    'text/plain': { schema: line, examples: anUpload(VISIBLE_LINK, REMOVED_LINK) },
  },
  status: 202,
  success: dataOf(jobData, { 'a new job': NEW_JOB }),
  failures: [...API_FAILURES, NO_JOBS],
  answer: (core, own) => [
    admitToJobs(core, own),
    atOnce(limitOfJobs('uploadsAtOnce')),
    refundRefused,
    answerJob(core, own),
  ],
};

/** Gives back the points of a refused request. */
const refundRefused: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (isAppError(error, RATE_LIMITED)) await ctx.state.bill?.refund();
    throw error;
  }
};

type Sent = Omit<JobRequest, 'client' | 'requestKey'>;

function answerJob({ localTime }: CoreServices, own: JobsOwn): Middleware {
  const parseJson = jsonBody(BODY_LIMIT);
  const submit = async (ctx: AppContext, sent: Sent) => {
    const { owner } = ctx.state;
    const requestKey = requestKeyOf(ctx);
    const job = await requireJobs(own).submit({ ...sent, client: owner.name, requestKey });
    ctx.status = 202;
    ctx.set('Location', `/api/jobs/${job.id}`);
    ctx.body = { status: 'success', data: presentJob(job, localTime) };
  };
  return async (ctx) => {
    const upload = UPLOAD_TYPES.find((candidate) => candidate === ctx.is(...UPLOAD_TYPES));
    if (upload !== undefined) return submit(ctx, sentAsUpload(ctx, upload));
    if (ctx.is('application/json') !== 'application/json') {
      const types = ['application/json', ...UPLOAD_TYPES].join(', ');
      throw new AppError(INVALID_REQUEST, message('uploadTypeUnknown', { types }));
    }
    const [name] = Object.keys(ctx.query);
    if (name !== undefined)
      throw new AppError(INVALID_REQUEST, message('parameterBesideBody', { name }), { field: name });
    return parseJson(ctx, () => submit(ctx, sentAsJson(ctx)));
  };
}

function sentAsJson(ctx: AppContext): Sent {
  const { urls, ...rest } = validate(createJobBody, ctx.request.body);
  const parameters = parametersOf(rest);
  const hash = createHash('sha256').update(JSON.stringify([rest.type, parameters]));
  return {
    type: rest.type,
    parameters,
    entries: entriesOf(urls, hash, ctx.state.scope),
    hash: () => hash.copy().digest('base64url'),
  };
}

const PART = 500;

async function* entriesOf(
  urls: readonly string[],
  hash: Hash,
  scope: Scope,
): AsyncGenerator<readonly JobEntry[]> {
  for (let at = 0; at < urls.length; at += PART) {
    await nextStep(scope);
    const some = urls.slice(at, at + PART);
    hash.update(JSON.stringify(some));
    yield some.map((url) => linkEntry(url, null));
  }
}

function sentAsUpload(ctx: AppContext, upload: (typeof UPLOAD_TYPES)[number]): Sent {
  const query = validate(uploadParameters, ctx.query);
  if (query.type === undefined)
    throw new AppError(INVALID_REQUEST, message('jobTypeMissing', { types: TYPES }), { field: 'type' });
  if (!/^(?:identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new AppError(INVALID_REQUEST, message('bodyCompressed'));
  }
  const parameters = parametersOf(query);
  const hash = createHash('sha256').update(JSON.stringify([query.type, parameters, upload]));
  const { entries, columns } = readUpload(readBody(ctx, hash), upload, query.type);
  return { type: query.type, parameters, entries, columns, hash: () => hash.copy().digest('base64url') };
}

function requestKeyOf(ctx: AppContext): string | null {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return null;
  if (key.length <= MAX_REQUEST_KEY && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new AppError(INVALID_REQUEST, message('idempotencyKeyInvalid'));
}
