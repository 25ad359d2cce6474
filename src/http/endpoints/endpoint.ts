import type { z } from 'zod';
import type { KeyScope } from '../../config/api-keys.js';
import type { BrowserHealth, SharedStateCheck } from '../../contract/health.js';
import type { VerdictState } from '../../controls/controls.js';
import type { Doctor } from '../../doctor/doctor.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { PlaceFinder } from '../../places/find-place.js';
import type { BulkChecker } from '../../reviews/check-reviews.js';
import type { ReviewInspector } from '../../reviews/inspect-review.js';
import type { ReviewLister } from '../../reviews/list-reviews.js';
import type { ChromiumInfo, Metrics } from '../../runtime/metrics.js';
import { type Handler, respond } from '../answer.js';
import { jsonBody } from '../middleware/json-body.js';
import { NDJSON } from '../ndjson.js';
import type { FailureName, OwnMessages } from '../openapi/failures.js';
import type { HeaderName } from '../openapi/headers.js';
import type { AppContext, Middleware } from '../state.js';

/** What endpoints need to answer. */
export interface EndpointServices {
  readonly finder: PlaceFinder;
  readonly reviews: ReviewLister;
  /** Deadline of a review list, in milliseconds. */
  readonly reviewsTimeoutMs: number;
  readonly inspector: ReviewInspector;
  readonly bulk: BulkChecker;
  readonly doctor: Doctor;
  /** Null = this service has no Redis, and so no jobs. */
  readonly jobs: Jobs | null;
  /** Who may use jobs where no keys are configured: clients on this machine, or everybody. */
  readonly jobsWithoutKeys: 'loopback' | 'all';
  /** Uploads, and readers of results, that one client may have at once; 0 = no limit. */
  readonly jobsPerClient: number;
  /** IANA time zone of the dates in answers. */
  readonly timeZone: string;
  readonly version: string;
  /** Review lists, and bulk checks, that one client may run at once; 0 = no limit. */
  readonly listsPerClient: number;
  readonly bulkPerClient: number;
  /** Review lists of all clients together at once; 0 = no limit. */
  readonly maxLists: number;
  /** Takes a few seconds at most and never rejects. */
  readonly browserHealth: () => Promise<BrowserHealth>;
  readonly isProviderBlocked: () => boolean;
  readonly isShuttingDown: () => boolean;
  /** Whether negative verdicts can be given; never a reason not to be ready. */
  readonly verdicts: () => VerdictState;
  /** Fields that are read less than half as often as usual, as `source.field`; never a reason not to be ready. */
  readonly drifting: () => readonly string[];
  /** Null = this is one process by itself. Never a reason not to be ready. */
  readonly sharedState: (() => SharedStateCheck) | null;
  readonly chromium: () => ChromiumInfo;
  readonly metrics: Metrics;
  /** The OpenAPI document as JSON. */
  readonly document: string;
}

/** Examples by name. A reader picks one by its name. */
export type Examples = Readonly<Record<string, unknown>>;

/** What a successful answer contains. The schemas of `data` and `lines` have an id (`.meta({ id })`). */
export type Success =
  /** `data` of the success envelope. */
  | { readonly kind: 'data'; readonly schema: z.ZodType; readonly examples: Examples }
  /** One JSON object per line. */
  | { readonly kind: 'lines'; readonly schema: z.ZodType; readonly examples: Examples }
  /** A body without envelope; `file`: one that the client has to ask for by a parameter. */
  | {
      readonly kind: 'bare' | 'file';
      readonly type: string;
      readonly schema: z.ZodType;
      readonly examples: Examples;
    };

/** An answer that is neither a success nor a failure of the API. */
export interface OtherAnswer {
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly body?: { readonly schema: z.ZodType; readonly examples: Examples };
}

/** The key an endpoint needs, where keys are configured; `open` = none. */
export type Access = 'open' | KeyScope;

/** What is written of an endpoint in the OpenAPI document. */
interface Description {
  readonly method: 'get' | 'post' | 'delete';
  /** As in the OpenAPI document: `{name}` is a parameter, which comes with those of the query. */
  readonly path: string;
  /** `operationId` of the document. */
  readonly id: string;
  readonly tag: TagName;
  readonly summary: string;
  /** Markdown. Also says what the specification leaves open. */
  readonly description: string;
  readonly access: Access;
  /**
   * What a request costs. One point pays for about one page load: a verdict that needs a second load is rare, and a
   * client cannot foresee it.
   */
  readonly points: number;
  /** The price in words, where `points` is only the minimum. */
  readonly priceText?: string;
  /** Whether caches may serve it: it reads `Cache-Control: no-cache`, and answers `X-Cache` and `Age`. */
  readonly isCached?: boolean;
  /** Status of a success, by default 200. */
  readonly status?: 202;
  /** In the order of preference when a client accepts anything. */
  readonly success: readonly Success[];
  readonly failures: readonly FailureName[];
  /** Messages to show for failures, besides those that follow from input and points (openapi/own-messages.ts). */
  readonly messages?: OwnMessages;
  /** By status. */
  readonly others?: Readonly<Record<number, OtherAnswer>>;
  /** Response headers of a success besides the common ones. */
  readonly headers?: readonly HeaderName[];
  /** Headers of the request, by name. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
}

/** The query string, with example values of each parameter. */
interface Query<T> {
  readonly schema: z.ZodType<T>;
  readonly examples: Readonly<Record<string, Examples>>;
  /** Points a request costs, where that depends on the parameters; points already charged count toward it. */
  readonly price?: (input: T) => number;
}

/** The JSON body. Its schema has an id. */
interface Body<T> {
  readonly schema: z.ZodType<T>;
  /** The longest body, such as "64kb". */
  readonly limit: string;
  readonly examples: Examples;
  /** Points a request costs, where that depends on the body; points already charged count toward it. */
  readonly price?: (input: T) => number;
}

type Input<T> =
  | { readonly query: Query<T>; readonly body?: undefined }
  | { readonly query?: undefined; readonly body: Body<T> };

/** One method of one path: the router and the OpenAPI document are both made from a list of these. */
export interface Endpoint extends Description {
  readonly query?: Pick<Query<unknown>, 'schema' | 'examples'> | undefined;
  readonly body?: Pick<Body<unknown>, 'schema' | 'examples'> | undefined;
  /** Bodies of other media types, as texts, by type. */
  readonly uploads?: Readonly<Record<string, Pick<Body<unknown>, 'schema' | 'examples'>>>;
  /** The middleware that answers. The key has been checked and the points are paid. */
  readonly answer: (services: EndpointServices) => readonly Middleware[];
}

export type TagName = 'Places' | 'Reviews' | 'Jobs' | 'Service';

type ApiEndpoint<T> = Omit<Description, 'access'> &
  Input<T> & {
    /** By default `api`. */
    readonly access?: 'api' | 'operator';
    /** Limits and deadlines, checked before the input is read. */
    readonly before?: (services: EndpointServices) => readonly Middleware[];
    readonly handler: (services: EndpointServices) => Handler<T>;
  };

/** An endpoint below /api: needs a key for the API, or of an operator, validates its input and answers with the success envelope. */
export function apiEndpoint<T>({ before, handler, access = 'api', ...declared }: ApiEndpoint<T>): Endpoint {
  const { query, body, success } = declared;
  return {
    ...declared,
    access,
    answer: (services) => [
      ...(before?.(services) ?? []),
      ...(body === undefined ? [] : [jsonBody(body.limit)]),
      respond(body ?? query, {
        read: (ctx) => (body === undefined ? { ...ctx.query, ...parametersOf(ctx) } : ctx.request.body),
        handler: handler(services),
        types: success
          .filter(({ kind }) => kind !== 'file')
          .map(({ kind }) => (kind === 'lines' ? NDJSON : 'application/json')),
      }),
    ],
  };
}

/** The parameters of the path, which the router leaves here. */
function parametersOf(ctx: AppContext): Readonly<Record<string, string>> {
  return (ctx as { params?: Record<string, string> }).params ?? {};
}
