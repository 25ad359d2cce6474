import type { z } from 'zod';
import { AppError } from '../errors.js';
import type { Scope } from '../scope.js';
import type { CacheUse, LookupOptions } from '../services/find-place.js';
import { NDJSON, streamLines, type WriteLine } from './ndjson.js';
import type { AppContext, Middleware } from './state.js';

/** What a handler receives besides its typed input. */
export interface Call {
  readonly scope: Scope;
  readonly options: LookupOptions;
  /** Answers line by line instead; null unless the client accepts NDJSON. */
  readonly lines: ((produce: (write: WriteLine) => Promise<void>) => Promise<Streamed>) | null;
}

/** The answer has been streamed. */
export interface Streamed {
  readonly streamed: true;
}

/** What a handler answers: the `data` of the success envelope, or lines of its own. */
export type Answer = { readonly data: object; readonly cache?: CacheUse } | Streamed;

export type Handler<T> = (input: T, call: Call) => Answer | Promise<Answer>;

/** An endpoint whose input stands in the query string. */
export function fromQuery<T>(schema: z.ZodType<T>, handler: Handler<T>): Middleware {
  return respond(schema, (ctx) => ctx.query, handler, 'whole');
}

/**
 * An endpoint whose input is a JSON body. `form`: the form of the answer when the client sends no `Accept`. `price`:
 * the points it costs, where that depends on the input; points already charged count toward it.
 */
export function fromBody<T>(
  schema: z.ZodType<T>,
  handler: Handler<T>,
  { form = 'whole', price }: BodyOptions<T> = {},
): Middleware {
  return respond(schema, (ctx) => ctx.request.body, handler, form, price);
}

interface BodyOptions<T> {
  readonly form?: Form;
  readonly price?: (input: T) => number;
}

type Form = 'whole' | 'lines';

function respond<T>(
  schema: z.ZodType<T>,
  read: (ctx: AppContext) => unknown,
  handler: Handler<T>,
  form: Form,
  price?: (input: T) => number,
): Middleware {
  const types = form === 'whole' ? ['application/json', NDJSON] : [NDJSON, 'application/json'];
  return async (ctx) => {
    const { scope } = ctx.state;
    const input = validate(schema, read(ctx));
    if (price !== undefined) await ctx.state.bill?.raiseTo(price(input));
    const lines = async (produce: (write: WriteLine) => Promise<void>): Promise<Streamed> => {
      await streamLines(ctx, produce);
      return { streamed: true };
    };
    const answer = await handler(input, {
      scope,
      options: { fresh: asksForFresh(ctx) },
      lines: ctx.accepts(types) === NDJSON ? lines : null,
    });
    if ('streamed' in answer) return;
    const { data, cache } = answer;
    ctx.body = { status: 'success', data };
    if (cache === undefined || cache.outcome === 'none') return;
    ctx.state.cache = cache;
    // A hit reveals an earlier query; where clients have keys, it may be that of another client.
    if (ctx.state.client !== null) return;
    ctx.set('X-Cache', cache.outcome);
    ctx.set('Age', String(cache.ageSeconds));
  };
}

function validate<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => issue.message);
  throw new AppError('invalid_request', [...new Set(reasons)].join(' '));
}

function asksForFresh(ctx: AppContext): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(ctx.get('Cache-Control'));
}
