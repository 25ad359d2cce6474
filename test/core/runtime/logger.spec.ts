import { errors } from 'playwright';
import {
  AppError,
  BROWSER_UNAVAILABLE,
  DiagnosticError,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  PROVIDER_UNAVAILABLE,
} from '../../../src/core/errors.js';
import { requestError, serviceError } from '../../../src/core/runtime/loggable-error.js';
import { createLogger, requestLogger } from '../../../src/core/runtime/logger.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

const URL_TEXT = "https://user:tajne@www.google.com/maps/search/Gabinet (Krakow)/O'Hara?query=Sekretna";

test('an error of the service keeps its message; URLs are cut to scheme and host', () => {
  const error = new Error(`Failed to launch, see ${URL_TEXT} and \n/usr/lib/chromium: libnss3.so is missing`);
  const { message } = serviceError(error);
  expect(message).toBe(
    "Failed to launch, see https://www.google.com/… (Krakow)/O'Hara?query=Sekretna and \n/usr/lib/chromium: libnss3.so is missing",
  );
  expect(serviceError(new Error('proxy "http://u:p@proxy.example:8080" is down')).message).toBe(
    'proxy "http://proxy.example:8080 is down',
  );
  for (const url of [
    "https://a.test/x('y')[z]{1}",
    'https://a.test/„Pod%20Różą”?q="w"',
    'https://a.test?q=(x)',
  ]) {
    expect(serviceError(new Error(`net::ERR_FAILED at ${url}`)).message).toBe(
      'net::ERR_FAILED at https://a.test/…',
    );
  }
});

test('an error of a request keeps technical phrases only', () => {
  for (const [message, logged] of [
    [
      'page.goto: net::ERR_FAILED at https://www.google.com/maps/place/Sekretna\nCall log:\n - "Sekretna"',
      'page.goto; net::ERR_FAILED',
    ],
    ['locator.click: Timeout 3000ms exceeded.\n - <b>Sekretna</b>', 'locator.click; Timeout 3000ms exceeded'],
    ["Cannot read properties of undefined (reading 'Sekretna')", 'Cannot read properties of undefined'],
    ['Unexpected token \'S\', "Sekretna" is not valid JSON', 'is not valid JSON'],
    ['Sekretna', '(text withheld)'],
  ] as const)
    expect(requestError(new errors.TimeoutError(message)).message).toBe(logged);
});

test('own messages and causes stay, unless they may repeat the request', () => {
  const drift = new DiagnosticError('review_answer: slot 3 holds text');
  const failure = new AppError(PROVIDER_UNAVAILABLE, madeUp('No answer.'), { cause: drift });
  expect(requestError(failure)).toMatchObject({
    type: 'AppError',
    code: 'provider_unavailable',
    message: 'No answer.',
    cause: { type: 'DiagnosticError', message: 'review_answer: slot 3 holds text' },
  });
  const told = new AppError(BROWSER_UNAVAILABLE, madeUp('No browser.'), { cause: 'the page crashed' });
  expect(requestError(told).cause).toBe('the page crashed');
  const refused = new AppError(INVALID_REQUEST, madeUp('The link leads to Sekretna.'), { cause: 'Sekretna' });
  expect(JSON.stringify(requestError(refused))).not.toContain('Sekretna');
  const thrownText = new AppError(INTERNAL_ERROR, madeUp('Failed.'), { cause: 'Sekretna' });
  expect(JSON.stringify(requestError(thrownText))).not.toContain('Sekretna');
});

test('only the stack frames of own files are logged', () => {
  const error = new Error('Sekretna\n    at Sekretna (https://www.google.com/Sekretna:1:1)');
  const { stack = '' } = requestError(error);
  expect(stack).toMatch(/^ {4}at .*logger\.spec\.ts:\d+:\d+\)?/);
  expect(stack).not.toContain('Sekretna');
  error.message = 'changed';
  expect(requestError(error).stack, 'nothing tells message from frames any more').toBeUndefined();
});

test('of the properties of an error only a system code is logged', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', input: 'Sekretna' });
  const logged = requestError(error);
  expect(logged.code).toBe('ECONNREFUSED');
  expect(JSON.stringify(logged)).not.toContain('Sekretna');
  expect(requestError(Object.assign(new Error('x'), { code: 'Sekretna' }))).not.toHaveProperty('code');
});

test('a circle of causes ends', () => {
  const error: Error = new Error('x');
  error.cause = error;
  expect(JSON.stringify(requestError(error)).length).toBeLessThan(10_000);
});

test('the log of requests and its children withhold texts that the log of the service keeps', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  log.error({ err: new Error('libnss3.so is missing') }, 'service');
  requestLogger(log)
    .child({ requestId: '1' })
    .error({ err: new Error('Sekretna') }, 'request');
  const [service, request] = lines.map((line) => JSON.parse(line));
  expect(service.err.message).toBe('libnss3.so is missing');
  expect(request).toMatchObject({ requestId: '1', err: { type: 'Error', message: '(text withheld)' } });
});

test('the type of an error is its class, not the name that a script gave it', () => {
  const error = Object.assign(new TypeError('x'), { name: 'Anna' });
  expect(requestError(error).type).toBe('TypeError');
  expect(serviceError(error).type).toBe('TypeError');
});
