import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { errors } from 'playwright';
import { AppError, BROWSER_UNAVAILABLE, INVALID_REQUEST } from '../../src/core/errors.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { type HttpSetup, READY_SERVICES, startHttp } from '../support/http-only.js';
import { ERROR_KINDS, madeUp } from '../support/made-up.js';
import { expect, test } from '../support/test.js';
import { apiKeys, SHOP } from './test-keys.js';

// No log line and no metric repeats what was asked, read or presented as a key, whatever fails and whatever its error
// says.

const NUMBER_OF_RUNS = 50;

/** Signs between the two halves of a secret: each of them has ended a redaction too early somewhere. */
const SEPARATORS = [
  ...' ()[]{}<>"\'`„”«\\/%+&=#?;:,.|^~@\t\n\r',
  ...['\u2028', '\u00a0', '\u200b', '\u202e', '😀'],
];

/** Letters that no log line of the service has in this order. */
const half = fc
  .array(fc.constantFrom('q', 'x', 'z', 'ż', 'Q', 'X', 'Ź', 'щ', '渋'), { minLength: 6, maxLength: 9 })
  .map((letters) => letters.join(''));
const secret = fc
  .tuple(half, fc.constantFrom(...SEPARATORS), half)
  .map(([before, between, after]) => ({ text: before + between + after, halves: [before, after] }));

/** Every spelling in which a half may reach an error's text. */
function spellings(half: string): string[] {
  return [half, encodeURIComponent(half), escape(half), JSON.stringify(half).slice(1, -1), ascii(half)];
}

/** Node refuses a host name that is none. */
function ascii(text: string): string {
  return domainToASCII(text) || text;
}

/** Texts in which drivers, parsers and runtimes have been seen to quote what they were given. */
const QUOTES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `page.goto: net::ERR_FAILED at https://www.google.com/maps/search/${encodeURI(text)}?hl=pl`,
  (text) => `page.goto: net::ERR_FAILED at https://www.google.com/maps/place/${text}/data=!4m2`,
  (text) => `navigating to "https://www.google.com/maps?q=${text}", waiting until "load"`,
  (text) => `navigating to "https://www.google.com/maps?q=${new URLSearchParams({ text })}"`,
  (text) => `request to https://${ascii(text)}.example/ failed`,
  (text) => `getaddrinfo ENOTFOUND ${ascii(text)}.example`,
  (text) => `Unexpected token in JSON at position 0: ${JSON.stringify({ text })}`,
  (text) =>
    `locator.click: Timeout 3000ms exceeded.\nCall log:\n  - <button aria-label="${text}"> is covered`,
  (text) => `page.evaluate: TypeError: x is not a function\n    at https://www.google.com/${text}:1:1`,
  (text) => `page.evaluate: Error\n    at ${text} (file:///app/dist/main.js:1:1)`,
];

type Fail = (text: string) => unknown;
const QUOTING: ReadonlySet<string> = new Set(['invalid_request', 'unknown_endpoint', 'no_results']);

/** The shapes in which an error carries such a text. */
const SHAPES: readonly Fail[] = [
  (text) => new Error(text),
  (text) => new TypeError(text),
  (text) => new errors.TimeoutError(text),
  (text) => text,
  (text) => ({ message: text }),
  (text) => Object.assign(new Error('x'), { input: text, base: text, url: { href: text } }),
  (text) => Object.assign(new Error('x'), { name: text, code: text }),
  (text) =>
    Object.assign(new Error('x'), {
      stack: `Error: x\n    at f (${text.replaceAll('\n', ' ')}:1:1)\n${text}`,
    }),
  (text) => Object.assign(new Error(text), { message: 'x' }),
  (text) => new Error('x', { cause: new Error(text) }),
  (text) => new AggregateError([new Error(text)], text),
  ...ERROR_KINDS.map(
    (kind): Fail =>
      (text) =>
        // The messages of these codes repeat the request.
        QUOTING.has(kind.code)
          ? new AppError(kind, madeUp(text))
          : new AppError(kind, madeUp('No answer.'), { cause: new Error(text) }),
  ),
  (text) =>
    new AppError(BROWSER_UNAVAILABLE, madeUp('No browser.'), {
      cause: new AppError(INVALID_REQUEST, madeUp(text)),
    }),
];

/** Services that fail with this error. */
function failing(makeError: () => unknown): HttpSetup {
  const fail = () => Promise.reject(makeError());
  return {
    ...READY_SERVICES,
    finder: { find: fail, findDetails: fail, detailsOf: fail },
    reviews: {
      list: async (_request, _scope, emit) => {
        await emit({ kind: 'progress', page: 1, read: 0, total: null });
        return fail();
      },
    },
    inspector: { details: fail, visibility: fail },
    bulk: fail,
  };
}

test('no log line at any level, and no metric, repeats what was asked, read or presented', async () => {
  let makeError: () => unknown = () => new Error('unset');
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
  await using http = await startHttp({ ...failing(() => makeError()), log, apiKeys });
  const key = { 'X-API-Key': SHOP.key };
  const json = { ...key, 'Content-Type': 'application/json' };
  const property = fc.asyncProperty(
    secret,
    fc.constantFrom(...QUOTES),
    fc.constantFrom(...SHAPES),
    async ({ text, halves }, quote, shape) => {
      lines.length = 0;
      makeError = () => shape(quote(text));
      const query = encodeURIComponent(text);
      const body = JSON.stringify({ cid: text, [text]: text });
      await http.ask(`/api/search?query=${query}`, { headers: key });
      await http.ask(`/api/all?url=${query}`, { headers: { ...key, Accept: 'application/x-ndjson' } });
      await http.ask(`/api/review-details?url=https://maps.app.goo.gl/${query}`, { headers: key });
      await http.ask('/api/place-reviews?placeid=ChIJJz6dChxbFkcRFk6Qq9KBXD8', {
        headers: { ...key, Accept: 'application/x-ndjson' },
      });
      await http.ask('/api/review-visibility', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ urls: [`https://maps.app.goo.gl/${query}`] }),
      });
      await http.ask('/api/convert', { method: 'POST', headers: json, body });
      await http.ask('/api/convert', { method: 'POST', headers: json, body: body.slice(0, -2) });
      await http.ask(`/api/${query}?${query}`, { headers: key });
      await http.ask(`/api/jobs/${query}/results`, { headers: key });
      await http.ask('/api/info', {
        headers: {
          Authorization: `Bearer ${query}`,
          Cookie: `a=${query}`,
          Referer: `http://x/${query}`,
          'X-Request-Id': query,
        },
      });
      await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(10);
      const metrics = await http.ask('/metrics', { headers: key });
      const written = (lines.join('') + metrics.text).toLowerCase();
      for (const forbidden of [...halves.flatMap(spellings), SHOP.key, 'ChIJJz6dChxbFkcRFk6Qq9KBXD8']) {
        expect(written).not.toContain(forbidden.toLowerCase());
      }
    },
  );
  await fc.assert(property, { numRuns: NUMBER_OF_RUNS });
});
