import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { CacheUse, LookupOptions } from '../places/find-place.js';
import type { Scope } from '../runtime/scope.js';
import { NDJSON, streamLines, type WriteLine } from './ndjson.js';
import type { AppContext, Middleware } from './state.js';
import { validate } from './validate.js';

/** The second argument of a handler, after its validated input. */
export interface Call {
  readonly scope: Scope;
  readonly options: LookupOptions;
  /** Streams the answer as NDJSON; null unless the client accepts NDJSON. */
  readonly lines: ((produce: (write: WriteLine) => Promise<void>) => Promise<Streamed>) | null;
  /** Raises the price of the request, if only its handler knows the price. @throws AppError `rate_limited` */
  readonly charge: (points: number) => Promise<void>;
  /** Answers with a file. If making the file fails, the connection is closed, so that the client sees the cut. */
  readonly file: (file: FileAnswer) => Streamed;
}

interface FileAnswer {
  readonly type: string;
  readonly name: string;
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/** The answer has been streamed. */
export interface Streamed {
  readonly streamed: true;
}

/** The result of a handler: the `data` of the success envelope, or an answer that it has streamed itself. */
export type Answer = { readonly data: object; readonly cache?: CacheUse } | Streamed;

export type Handler<T> = (input: T, call: Call) => Answer | Promise<Answer>;

/** An input; `price`: points a request costs if they depend on it. Points already charged are deducted. */
export interface Priced<T> {
  readonly schema: z.ZodType<T>;
  readonly price?: (input: T) => number;
}

/** How an endpoint takes its input and what it answers. */
interface Responding<T> {
  /** The query and path parameters, or the JSON body. */
  readonly input: Priced<T>;
  readonly read: (ctx: AppContext) => unknown;
  readonly handler: Handler<T>;
  /** The media types of the answer; the first is used when the client sends no `Accept`. */
  readonly types: readonly string[];
}

/** Validates the input, calls the handler, and writes the success envelope unless the answer is streamed. */
export function respond<T>({ input: { schema, price }, read, handler, types }: Responding<T>): Middleware {
  const offered = [...types];
  const hasLines = offered.includes(NDJSON);
  return async (ctx) => {
    const { scope } = ctx.state;
    const input = validate(schema, read(ctx));
    if (price !== undefined) await ctx.state.bill?.raiseTo(price(input));
    const lines = async (produce: (write: WriteLine) => Promise<void>): Promise<Streamed> => {
      await streamLines(ctx, produce);
      return { streamed: true };
    };
    const file = ({ type, name, parts }: FileAnswer): Streamed => {
      const stream = Readable.from(parts, { objectMode: false });
      stream.once('error', (error) => {
        scope.log.warn({ err: error }, 'a file was cut short');
        ctx.res.destroy();
      });
      ctx.attachment(name);
      ctx.type = type;
      ctx.body = stream;
      ctx.state.reader.expect();
      return { streamed: true };
    };
    const accepted = offered.length === 1 ? offered[0] : ctx.accepts(offered);
    const answer = await handler(input, {
      scope,
      options: { fresh: asksForFresh(ctx) },
      lines: hasLines && accepted === NDJSON ? lines : null,
      charge: async (points) => ctx.state.bill?.raiseTo(points),
      file,
    });
    if ('streamed' in answer) return;
    const { data, cache } = answer;
    ctx.body = { status: 'success', data };
    if (cache === undefined || cache.outcome === 'none') return;
    ctx.state.cache = cache;
    // A hit reveals an earlier query. With API keys, another client may have made that query.
    if (ctx.state.client !== null) return;
    ctx.set('X-Cache', cache.outcome);
    ctx.set('Age', String(cache.ageSeconds));
  };
}

function asksForFresh(ctx: AppContext): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(ctx.get('Cache-Control'));
}
