import type { z } from 'zod';
import { AppError } from '../errors.js';
import type { Scope } from '../scope.js';
import type { CacheUse, LookupOptions } from '../services/find-place.js';
import type { AppContext, Middleware } from './state.js';

/** What a handler is told besides its typed input. */
export interface Call {
  readonly scope: Scope;
  readonly options: LookupOptions;
}

/** What a handler answers: the `data` of the success envelope. */
export interface Answer {
  readonly data: object;
  readonly cache?: CacheUse;
}

export type Handler<T> = (input: T, call: Call) => Answer | Promise<Answer>;

/** An endpoint whose input stands in the query string. */
export function fromQuery<T>(schema: z.ZodType<T>, handler: Handler<T>): Middleware {
  return respond(schema, (ctx) => ctx.query, handler);
}

/** An endpoint whose input is a JSON body. */
export function fromBody<T>(schema: z.ZodType<T>, handler: Handler<T>): Middleware {
  return respond(schema, (ctx) => ctx.request.body, handler);
}

function respond<T>(
  schema: z.ZodType<T>,
  read: (ctx: AppContext) => unknown,
  handler: Handler<T>,
): Middleware {
  return async (ctx) => {
    const { scope } = ctx.state;
    const input = validate(schema, read(ctx));
    const { data, cache } = await handler(input, { scope, options: { fresh: asksForFresh(ctx) } });
    ctx.body = { status: 'success', data };
    if (cache === undefined || cache.outcome === 'none') return;
    ctx.state.cache = cache;
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
