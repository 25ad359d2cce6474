import { setImmediate as nextTurn } from 'node:timers/promises';
import { bodyParser } from '@koa/bodyparser';
import { type AppError, invalid } from '../../errors.js';
import { message } from '../../texts/messages.js';
import type { Middleware } from '../state.js';

/** JSON.parse holds up the event loop: 8 MiB of small values take more than a second, 100,000 values 50 ms. */
export const MAX_JSON_VALUES = 100_000;

/**
 * Parses a JSON object body of at most `limit` (e.g. "64kb"). Any other body is refused with the reason. A compressed
 * body is refused as well: compression gains nothing at this size, and the uncompressed size would be unlimited.
 */
export function jsonBody(limit: string): Middleware {
  const readText = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: limit,
    onError: (error) => {
      const isTooLarge = 'status' in error && error.status === 413;
      throw isTooLarge ? invalid(message('bodyTooLarge', { most: limit })) : noJson();
    },
  });
  return async (ctx, next) => {
    if (ctx.is('application/json') !== 'application/json') {
      throw invalid(message('jsonNeeded'));
    }
    if (!/^(?:identity)?$/i.test(ctx.get('Content-Encoding'))) {
      throw invalid(message('bodyCompressed'));
    }
    await readText(ctx, async () => undefined);
    const text = ctx.request.rawBody;
    ctx.request.rawBody = '';
    // An empty body counts as an empty object, so that the schema reports the missing fields.
    ctx.request.body = text === '' ? {} : parseJson(text);
    // Validate a long list in another turn of the event loop.
    await nextTurn();
    await next();
  };
}

function parseJson(text: string): unknown {
  if (!/^[\x20\t\n\r]*[[{]/.test(text)) throw noJson();
  if (hasMoreValues(text, MAX_JSON_VALUES)) {
    throw invalid(message('bodyTooManyValues', { most: MAX_JSON_VALUES }));
  }
  try {
    return JSON.parse(text);
  } catch {
    // Leave out the cause: the parser's message quotes the body.
    throw noJson();
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Whether a JSON text has more than `max` values. Counts the characters outside of strings that begin a value. */
function hasMoreValues(text: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= max; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1;
  }
  return values > max;
}

function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

const noJson = (): AppError => invalid(message('bodyNotJson'));
