import { type Duplex, Readable } from 'node:stream';
import { z } from 'zod';
import type { KeyScope } from '../../config/api-keys.js';
import type { Config } from '../../config/config.js';
import { aboutField, type FailureAnswer } from '../../errors.js';
import type { CacheUse, LookupOptions, PlaceFinder } from '../../places/find-place.js';
import type { BrowserHealth } from '../../published/health.js';
import type { ReviewInspector } from '../../reviews/inspect-review.js';
import type { ReviewLister } from '../../reviews/list-reviews.js';
import type { VerdictState } from '../../reviews/proof/controls.js';
import { jsonParts } from '../../runtime/json-parts.js';
import type { ChromiumInfo, Metrics } from '../../runtime/metrics.js';
import type { Scope } from '../../runtime/scope.js';
import { nextStep } from '../../runtime/turns.js';
import type { LocalTime } from '../local-time.js';
import { jsonBody } from '../middleware/json-body.js';
import { NDJSON, streamLines, type WriteLine } from '../ndjson.js';
import type { FailureName } from '../openapi/failure-answers.js';
import type { StallLimit } from '../stalled-client.js';
import { type AppContext, type Middleware, type Owner, parametersOf } from '../state.js';
import { validate } from '../validate.js';

/** The services of the core that endpoints use. */
export interface CoreServices {
  readonly finder: PlaceFinder;
  readonly config: Config;
  readonly reviews: ReviewLister;
  readonly inspector: Pick<ReviewInspector, 'details' | 'visibility'>;
  /** Whether API keys are configured. */
  readonly hasKeys: boolean;
  readonly localTime: LocalTime;
  readonly version: string;
  /** Takes a few seconds at most and never rejects. */
  readonly browserHealth: () => Promise<BrowserHealth>;
  /** Maximum time of a list of reviews, in milliseconds. */
  readonly listTimeoutMs: number;
  readonly isProviderBlocked: () => boolean;
  readonly isShuttingDown: () => boolean;
  /** Whether negative verdicts can be given. Does not affect readiness. */
  readonly verdicts: () => VerdictState;
  readonly chromium: () => ChromiumInfo;
  readonly metrics: Metrics;
  /** Makes the OpenAPI document, as JSON. */
  readonly document: () => string;
  /** Takes a connection to this service, as from a client: for endpoints that ask other endpoints. */
  readonly takeConnection: (socket: Duplex) => void;
  /** Which capabilities this client can use, as `/api/capabilities` says it. */
  readonly offers: (ctx: AppContext) => Promise<Readonly<Record<string, unknown>>>;
  /** What capabilities add to `checks` of `/readyz`. */
  readonly checks: () => Readonly<Record<string, unknown>>;
}

/** Examples by the name that the documentation shows. */
export type Examples = Readonly<Record<string, unknown>>;

/** What a successful answer contains. The schemas of `data` and `lines` have an id (`.meta({ id })`). */
export type Success =
  /** `data` of the success envelope. */
  | { readonly kind: 'data'; readonly schema: z.ZodType; readonly examples: Examples }
  /** One JSON object per line. */
  | { readonly kind: 'lines'; readonly schema: z.ZodType; readonly examples: Examples }
  /** A body without envelope; `file`: the client asks for this body by a parameter. */
  | {
      readonly kind: 'bare' | 'file';
      readonly type: string;
      readonly schema: z.ZodType;
      readonly examples: Examples;
    };

/** A success with one media type: JSON, with `data` in the success envelope. */
export function dataOf(schema: z.ZodType, examples: Examples): readonly Success[] {
  return [{ kind: 'data', schema, examples }];
}

export const ZIP = 'application/zip';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file of this media type; `begins`: its first characters, as the example. */
export function fileOf(type: string, begins: string): Success {
  return { kind: 'file', type, schema: z.string(), examples: { 'how it begins': begins } };
}
export const ZIP_FILE = fileOf(ZIP, 'PK\u0003\u0004');
export const XLSX_FILE = fileOf(XLSX, 'PK\u0003\u0004');

/** An answer that is neither a success nor an error of the API. */
export interface OtherAnswer {
  readonly description: string;
  readonly body?: { readonly schema: z.ZodType; readonly examples: Examples };
}

/** The key an endpoint needs if keys are configured; `open` = it needs no key. */
type Access = 'open' | KeyScope;

/** The description of an endpoint in the OpenAPI document. */
export interface Description {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As in the OpenAPI document: `{name}` is a parameter. The handler gets it together with the query parameters. */
  readonly path: string;
  /** `operationId` of the document. */
  readonly id: string;
  /** Of the core, or of the capability. */
  readonly tag: string;
  readonly summary: string;
  /** Markdown. Also describes details that the specification leaves open. */
  readonly description: string;
  readonly access: Access;
  /**
   * Price of a request. One point pays for about one page load. The further loads that a "not visible" needs are not
   * charged: a client cannot foresee them.
   */
  readonly points: number;
  /** The price in words, if `points` is only the minimum. */
  readonly priceText?: string;
  /** Whether caches may serve the answer: reads `Cache-Control: no-cache`, and sends `X-Cache` and `Age`. */
  readonly isCached?: boolean;
  /** Status of a success, by default 200. */
  readonly status?: 201 | 202;
  /** In the order of preference when a client accepts anything. */
  readonly success: readonly Success[];
  readonly failures: readonly (FailureName | FailureAnswer)[];
  /** By status. */
  readonly others?: Readonly<Record<number, OtherAnswer>>;
  /** Whether the path has this method only: other methods are answered 405 with `Allow`, not 404. */
  readonly isSoleMethod?: true;
  /** Headers that scripts of allowed origins may send, besides the common ones. */
  readonly scriptHeaders?: readonly string[];
  /** Headers of the request, by name; `most`: maximum characters. */
  readonly requestHeaders?: Readonly<Record<string, { readonly description: string; readonly most: number }>>;
}

interface Query<T> extends Priced<T> {
  readonly examples: Readonly<Record<string, Examples>>;
}

/** The JSON body. Its schema has an id. */
interface Body<T> extends Priced<T> {
  /** Maximum size of the body, such as "64kb". */
  readonly limit: string;
  readonly examples: Examples;
  /** The parameters in the path. The handler gets them as `parameters`. */
  readonly path?: Pick<Query<unknown>, 'schema' | 'examples'>;
}

export type Input<T> =
  | { readonly query: Query<T>; readonly body?: undefined }
  | { readonly query?: undefined; readonly body: Body<T> };

/**
 * One method of one path. The router and the OpenAPI document are made from a list of endpoints. `Own`: the service of
 * the capability that declares the endpoint.
 */
export interface Endpoint<Own = unknown> extends Description {
  readonly query?: Pick<Query<unknown>, 'schema' | 'examples'> | undefined;
  readonly body?: Pick<Body<unknown>, 'schema' | 'examples'> | undefined;
  /** Text bodies of other media types, by type. */
  readonly uploads?: Readonly<Record<string, Pick<Body<unknown>, 'schema' | 'examples'>>>;
  /** The middleware that answers, after the key was checked and the points were paid. */
  readonly answer: (core: CoreServices, own: Own) => readonly Middleware[];
}

/** The second argument of a handler, after its validated input. */
export interface Call {
  readonly scope: Scope;
  readonly owner: Owner;
  readonly options: LookupOptions;
  /** The parameters in the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Streams the answer as NDJSON; null unless the client accepts NDJSON. */
  readonly lines: ((produce: (write: WriteLine) => Promise<void>) => Promise<Streamed>) | null;
  /** Raises the price of the request, if only its handler knows the price. @throws AppError `rate_limited` */
  readonly charge: (points: number) => Promise<void>;
  /** Answers with a file. If making the file fails, the connection is closed, so that the client sees the cut. */
  readonly file: (file: FileAnswer) => Streamed;
}

interface FileAnswer {
  readonly type: string;
  /** In ASCII. */
  readonly name: string;
  /** The name for clients that take other letters (`filename*`, RFC 6266); absent: `name`. */
  readonly displayName?: string;
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** The answer has been streamed. */
interface Streamed {
  readonly streamed: true;
}

/**
 * The result of a handler: the `data` of the success envelope, the whole envelope as `successText` wrote it, or an
 * answer that it has streamed itself.
 */
type Answer =
  | (({ readonly data: object } | { readonly json: string }) & { readonly cache?: CacheUse })
  | Streamed;

type Handler<T> = (input: T, call: Call) => Answer | Promise<Answer>;

/** An input. `price`: points of the request, if they depend on the input. Points already charged are deducted. */
interface Priced<T> {
  readonly schema: z.ZodType<T>;
  readonly price?: (input: T) => number;
}

export type ApiEndpoint<T, Own = unknown> = Omit<Description, 'access' | 'failures' | 'points'> &
  Input<T> & {
    /** By default 1. */
    readonly points?: number;
    /** Besides `API_FAILURES`. */
    readonly failures: readonly (FailureName | FailureAnswer)[];
    /** By default `api`. */
    readonly access?: 'api' | 'operator';
    /** Limits and deadlines, checked before the input is read. */
    readonly before?: (core: CoreServices, own: Own) => readonly Middleware[];
    /** The field that holds the link or query. It becomes `field` of an `invalid_request` that the handler throws. */
    readonly errorField?: (input: T) => string;
    readonly handler: (core: CoreServices, own: Own) => Handler<T>;
  };

/** An endpoint of the service itself that needs no key. */
export const OPEN = { tag: 'Service', access: 'open', points: 0 } as const;

/** The failures of every endpoint below /api. */
export const API_FAILURES = ['InvalidRequest', 'Unauthorized', 'RateLimited', 'InternalError'] as const;

/**
 * Makes an endpoint below /api. It requires a key for the API or an operator's key, validates its input, and answers
 * with the success envelope.
 */
export function apiEndpoint<T, Own = unknown>({
  before,
  handler,
  errorField,
  access = 'api',
  points = 1,
  ...declared
}: ApiEndpoint<T, Own>): Endpoint<Own> {
  const { query, body, success, status } = declared;
  const types = success
    .filter(({ kind }) => kind !== 'file')
    .map(({ kind }) => (kind === 'lines' ? NDJSON : 'application/json'));
  const read = (ctx: AppContext): unknown =>
    body === undefined ? { ...ctx.query, ...parametersOf(ctx) } : ctx.request.body;
  return {
    ...declared,
    query: query ?? body?.path,
    failures: [...API_FAILURES, ...declared.failures],
    access,
    points,
    answer: (core, own) => {
      const { schema, price }: Priced<T> = body ?? query;
      const handle = handler(core, own);
      const respond: Middleware = async (ctx) => {
        const input = validate(schema, read(ctx));
        if (price !== undefined) await ctx.state.bill?.raiseTo(price(input));
        const accepted = types.length === 1 ? types[0] : ctx.accepts(types);
        try {
          const answer = await handle(input, callOf(ctx, accepted === NDJSON));
          if (status !== undefined) ctx.status = status;
          present(ctx, answer);
        } catch (error) {
          throw aboutField(error, errorField?.(input));
        }
      };
      return [...(before?.(core, own) ?? []), ...(body === undefined ? [] : [jsonBody(body.limit)]), respond];
    },
  };
}

function callOf(ctx: AppContext, wantsLines: boolean): Call {
  const { scope, owner, bill } = ctx.state;
  const lines = async (produce: (write: WriteLine) => Promise<void>): Promise<Streamed> => {
    await streamLines(ctx, produce);
    return { streamed: true };
  };
  return {
    scope,
    owner,
    parameters: parametersOf(ctx),
    options: { fresh: NO_CACHE.test(ctx.get('Cache-Control')) },
    lines: wantsLines ? lines : null,
    charge: async (points) => bill?.raiseTo(points),
    file: ({ type, name, displayName = name, parts }) => {
      ctx.attachment(displayName, { fallback: name });
      ctx.type = type;
      ctx.body = streamOf(ctx, parts);
      return { streamed: true };
    },
  };
}

/** Sends the parts. If making one fails, the connection is closed, so that the client sees the cut. */
function streamOf(ctx: AppContext, parts: FileAnswer['parts']): Readable {
  const { scope, stall } = ctx.state;
  const stream = Readable.from(readInTime(parts, stall, scope), { objectMode: false });
  stream.once('error', (error) => {
    scope.log.warn({ err: error }, 'an answer was cut short');
    ctx.res.destroy();
  });
  // An answer may end before its parts are read, as the answer to HEAD does. They may hold an open file.
  stream.once('close', () => {
    if (parts instanceof Readable) parts.destroy();
  });
  return stream;
}

/**
 * The parts of an answer, each made in a step of its own. The client must read while a part waits for it, but not while
 * the next part is made.
 */
export async function* readInTime(
  parts: FileAnswer['parts'],
  { expect, release }: StallLimit,
  { client }: Pick<Scope, 'client'>,
) {
  await nextStep({ client });
  for await (const part of parts) {
    expect();
    yield part;
    release();
    await nextStep({ client });
  }
  expect();
}

const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:,|$)/i;

const envelope = (data: object) => ({ status: 'success', data });

/** The success envelope as text, for an answer that is sent more than once. */
export function successText(data: object): string {
  return JSON.stringify(envelope(data));
}

/** Writes the success envelope, unless the answer is streamed. */
function present(ctx: AppContext, answer: Answer): void {
  if ('streamed' in answer) return;
  ctx.type = 'json';
  if (answer.cache !== undefined && answer.cache.outcome !== 'none') presentCache(ctx, answer.cache);
  if ('json' in answer) ctx.body = answer.json;
  else {
    const whole = envelope(answer.data);
    const [first, second] = jsonParts(whole);
    ctx.body = second === undefined ? first : streamOf(ctx, jsonParts(whole));
  }
}

function presentCache(ctx: AppContext, cache: CacheUse): void {
  ctx.state.cache = cache;
  // A hit reveals an earlier query. With API keys, another client may have made that query.
  if (ctx.state.client !== null) return;
  ctx.set('X-Cache', cache.outcome);
  ctx.set('Age', String(cache.ageSeconds));
}
