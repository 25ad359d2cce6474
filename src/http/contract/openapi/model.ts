import type { z } from 'zod';
import type { FailureName } from './failures.js';
import type { HeaderName } from './headers.js';
import type { JsonSchema, SchemaName } from './schemas.js';

/** Examples by name. The name is what a reader picks it by. */
export type Examples = Readonly<Record<string, unknown>>;

/** What a successful answer holds. */
export type Success =
  /** `data` of the success envelope. */
  | { readonly kind: 'data'; readonly schema: SchemaName; readonly examples: Examples }
  /** One JSON object a line. */
  | { readonly kind: 'lines'; readonly schema: SchemaName; readonly examples: Examples }
  /** A body without envelope. */
  | {
      readonly kind: 'bare';
      readonly type: string;
      readonly schema: JsonSchema;
      readonly examples: Examples;
    };

/** Points an endpoint costs; `open` needs no key and costs none, `unpriced` needs the key and costs none. */
export type Price = number | 'open' | 'unpriced';

/** One method of one path, as people read of it. */
export interface Operation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly id: string;
  readonly tag: TagName;
  readonly summary: string;
  /** Markdown. Also says what the specification leaves open. */
  readonly description: string;
  readonly price: Price;
  /** What it costs where `price` is only the least. */
  readonly priceText?: string;
  /** The schema that validates the query string, and example values of its parameters. */
  readonly query?: { readonly schema: z.ZodType; readonly examples: Readonly<Record<string, Examples>> };
  readonly body?: { readonly schema: SchemaName; readonly examples: Examples };
  /** Whether caches may serve it: it takes `Cache-Control: no-cache`, and answers `X-Cache` and `Age`. */
  readonly isCached?: boolean;
  /** In the order of preference when a client accepts anything. */
  readonly success: readonly Success[];
  readonly failures: readonly FailureName[];
  /** Answers that are neither: status → response. */
  readonly others?: Readonly<Record<string, JsonSchema>>;
  /** Response headers of a success besides the common ones. */
  readonly headers?: readonly HeaderName[];
}

export type TagName = 'Places' | 'Reviews' | 'Service';
