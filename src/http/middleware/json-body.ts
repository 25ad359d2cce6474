import { setImmediate as nextTurn } from 'node:timers/promises';
import { bodyParser } from '@koa/bodyparser';
import { AppError } from '../../contract/errors.js';
import { message, type ServiceMessage } from '../../contract/messages.js';
import type { Middleware } from '../state.js';

/** JSON.parse holds up the event loop: 8 MiB of small values take more than a second, 100,000 values 50 ms. */
export const MAX_JSON_VALUES = 100_000;

/**
 * Parses a JSON object body of at most `limit` (e.g. "64kb"). Anything else is refused with the reason, also a
 * compressed body: compression gains nothing at this size, and the uncompressed size would be unlimited.
 */
export function jsonBody(limit: string): Middleware {
  const readText = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: limit,
    onError: (error) => {
      const isTooLarge = 'status' in error && error.status === 413;
      throw isTooLarge ? refusal(message('bodyTooLarge', { most: limit })) : noJson();
    },
  });
  return async (ctx, next) => {
    if (ctx.is('application/json') !== 'application/json') {
      throw refusal(message('jsonNeeded'));
    }
    if (!/^(?:identity)?$/i.test(ctx.get('Content-Encoding'))) {
      throw refusal(message('bodyCompressed'));
    }
    await readText(ctx, async () => undefined);
    const text = ctx.request.rawBody;
    ctx.request.rawBody = '';
    // A request without a body lacks its fields, as its schema says.
    ctx.request.body = text === '' ? {} : parseJson(text);
    // A long list is checked in a turn of its own.
    await nextTurn();
    await next();
  };
}

function parseJson(text: string): unknown {
  if (!/^[\x20\t\n\r]*[[{]/.test(text)) throw noJson();
  if (hasMoreValues(text, MAX_JSON_VALUES)) {
    throw refusal(message('bodyTooManyValues', { most: MAX_JSON_VALUES }));
  }
  try {
    return JSON.parse(text);
  } catch {
    // No cause: a parser's message quotes the body.
    throw noJson();
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Counts what begins a value outside of texts, up to the first one too many. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1;
  }
  return values > most;
}

/** The index of the quote that ends a JSON text. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

function noJson(): AppError {
  return refusal(message('bodyNotJson'));
}

function refusal(message: ServiceMessage): AppError {
  return new AppError('invalid_request', message);
}
