import { AppError, excerpt, INVALID_REQUEST, UNKNOWN_PARAMETER } from '../../errors.js';
import { type Message, message } from '../../texts/messages.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import type { Middleware } from '../state.js';

/** Names under which clients of other services send a key. */
const KEY_NAMES = /^(?:x[-_]?)?(?:api[-_]?|access[-_]?|auth[-_]?)?(?:key|token|authorization)$/i;

/**
 * Makes the middleware that refuses query parameters which the endpoint does not have, and repeated ones: a misspelled
 * parameter would be ignored, and its answer would look as if it had been obeyed.
 */
export function knownParameters({ path, query }: Pick<Endpoint, 'path' | 'query'>): Middleware {
  const known = namesIn(query?.schema).filter((name) => !path.includes(`{${name}}`));
  return (ctx, next) => {
    if (ctx.querystring === '') return next();
    for (const [name, value] of Object.entries(ctx.query)) {
      if (!known.includes(name))
        throw new AppError(UNKNOWN_PARAMETER, messageOn(excerpt(name), known), { field: excerpt(name) });
      if (Array.isArray(value))
        throw new AppError(INVALID_REQUEST, message('parameterRepeated', { name }), { field: name });
    }
    return next();
  };
}

function messageOn(name: string, known: readonly string[]): Message {
  if (KEY_NAMES.test(name)) return message('keyInQuery', { name });
  if (known.length === 0) return message('noParameters', { name });
  return message('unknownParameter', { name, all: known.join(', ') });
}

function namesIn(schema: object | undefined): readonly string[] {
  if (schema === undefined) return [];
  if (!('shape' in schema)) throw new TypeError('the schema of a query is an object with fields');
  return Object.keys(Object(schema.shape));
}
