import { AppError, DiagnosticError, INTERNAL_ERROR } from '../errors.js';

/** An error as it is logged: its type, the safe part of its text, its stack frames and its causes. */
interface LoggedError {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: LoggedError | string;
  /** The parts of an AggregateError. */
  readonly errors?: readonly LoggedError[];
}

/** Returns the part of a third-party error message that is safe to log. */
type Wording = (message: string) => string;

const MAX_CHAIN = 5;
const MAX_PARTS = 5;
const MAX_NOTE = 300;

/** Whether the message may repeat part of the request (`excerpt`). */
const isQuoting = ({ kind }: AppError): boolean => kind.status === 400 || kind.status === 404;

/**
 * Describes an error of the service itself, such as a Chromium that does not start. It belongs to no request, so its
 * message is kept. URLs, which may hold a password, are cut to scheme and host.
 */
export function serviceError(error: unknown): LoggedError {
  return describe(error, withoutUrls, MAX_CHAIN);
}

/**
 * Describes an error that occurred while a request was served. Drivers, parsers and runtimes quote URLs, page elements
 * and input in their messages, so only known technical phrases are kept.
 */
export function requestError(error: unknown): LoggedError {
  return describe(error, technicalPhrases, MAX_CHAIN);
}

/** From the scheme to the next white space: brackets and quotes may be part of a URL. */
const URL_TEXT = /(?<![a-z\d+.-])([a-z\d+.-]+:\/\/)([^\s/?#\\]*)(\S*)/gi;

function withoutUrls(message: string): string {
  return message.replace(URL_TEXT, (_url, scheme: string, authority: string, tail: string) => {
    const host = authority
      .slice(authority.lastIndexOf('@') + 1)
      .replace(/(?<!["'`<>()[\]{}])["'`<>()[\]{}]+$/, '');
    return `${scheme}${host}${tail === '' ? '' : '/…'}`;
  });
}

const PHRASES = new RegExp(
  [
    // Playwright and Chromium.
    '^(?:page|browserContext|browser|browserType|locator|frame|cdpSession|response|request)\\.[a-zA-Z]{1,30}(?=: )',
    'net::ERR_[A-Z_]{1,60}',
    'Timeout \\d{1,9}ms exceeded',
    'Protocol error \\([A-Z][a-zA-Z]{1,30}\\.[a-zA-Z]{1,40}\\)',
    'Target page, context or browser has been closed',
    '(?:Target|Page) crashed',
    'Execution context was destroyed',
    'Frame was detached',
    'interrupted by another navigation',
    'No resource with given identifier found',
    // Node.js and undici.
    'socket hang up',
    'other side closed',
    '(?:Headers|Body|Connect) Timeout Error',
    'Proxy response \\(\\d{3}\\)',
    'Invalid URL',
    // V8.
    'Cannot (?:read|set) properties of (?:undefined|null)',
    'is not (?:a function|a constructor|iterable|defined)',
    'Unexpected end of JSON input',
    'is not valid JSON',
    'Invalid (?:array length|time value|string length)',
    'Maximum call stack size exceeded',
  ].join('|'),
  'g',
);

function technicalPhrases(message: string): string {
  const phrases = message.match(PHRASES) ?? [];
  return [...new Set(phrases), ...(phrases.length === 0 ? ['(text withheld)'] : [])].join('; ');
}

function describe(error: unknown, wording: Wording, depth: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const described = {
    type: typeOf(error),
    ...codeOf(error),
    ...messageOf(error, wording),
    ...stackOf(error),
  };
  if (depth === 0) return described;
  const cause = causeOf(error, wording, depth - 1);
  const parts = error instanceof AggregateError ? error.errors.slice(0, MAX_PARTS) : [];
  return {
    ...described,
    ...(cause !== null && { cause }),
    ...(parts.length > 0 && { errors: parts.map((part) => describe(part, wording, depth - 1)) }),
  };
}

/** The name of the class, because a page's script can give an error any `name`. */
function typeOf(error: Error): string {
  const name: unknown = error.constructor?.name;
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : 'Error';
}

/** Codes such as ECONNRESET and UND_ERR_SOCKET, and the codes of AppError. */
function codeOf(error: Error): { code?: string } {
  const code: unknown = 'code' in error ? error.code : null;
  if (error instanceof AppError) return { code: error.code };
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{2,63}$/.test(code) ? { code } : {};
}

function messageOf(error: Error, wording: Wording): { message?: string } {
  if (error instanceof AppError) return isQuoting(error) ? {} : { message: error.message };
  if (error instanceof DiagnosticError) return { message: error.message };
  return { message: wording(error.message) };
}

/**
 * A string cause is safe to log: this code wrote it. A thrown value that is not an Error is not. It becomes the cause
 * of `internal_error`, whose string causes are left out.
 */
function causeOf(error: Error, wording: Wording, depth: number): LoggedError | string | null {
  const { cause } = error;
  if (cause instanceof Error) return describe(cause, wording, depth);
  const isOwn = error instanceof AppError && !isQuoting(error) && error.kind !== INTERNAL_ERROR;
  return isOwn && typeof cause === 'string' ? withoutUrls(cause).slice(0, MAX_NOTE) : null;
}

/** The text before the message in a stack: `TypeError: `, `TypeError [ERR_INVALID_URL]: `. */
const HEADING = /^[\w$]{1,64}(?: \[\w{1,64}\])?(?:: )?$/;

/** Matches `at name (file:///…:1:2)`, but no frames of a page's scripts and no lines that only look like frames. */
const FRAME =
  /^\s+at (?:(?:async |new )*[\w$.<>#]+(?: \[as [\w$]+\])? \((?<file>.+):\d+:\d+\)|(?<bare>\S+):\d+:\d+)$/;

/** The stack frames without the text before them, which repeats the message. Empty if it cannot be separated. */
function stackOf({ message, stack = '' }: Error): { stack?: string } {
  const at = message === '' ? stack.indexOf('\n') : stack.indexOf(message);
  if (at < 0 || !HEADING.test(stack.slice(0, at))) return {};
  const frames = stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => {
      const { file, bare } = FRAME.exec(line)?.groups ?? {};
      return isOwnFile(file ?? bare ?? '');
    });
  return frames.length === 0 ? {} : { stack: frames.join('\n') };
}

function isOwnFile(file: string): boolean {
  return /^(?:node:[\w/]+|(?:file:\/\/)?\/[^?#"<>]+\.[cm]?[jt]s)$/.test(file);
}
