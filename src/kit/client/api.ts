import {
  answerFailure,
  clientFailure,
  type Failure,
  lineFailure,
  RequestFailed,
} from '../../core/published/failure.js';
import { isRefused, waitBeforeRetry } from './retry.js';

/** How often a page repeats a request that is answered 429 or 503. */
export const PAGE_RETRIES = 3;

interface ApiOptions {
  /** Address of the service without `/api`, such as `http://127.0.0.1:3000`; empty in a page of the service itself. */
  readonly base: string;
  /** The API key that the next request sends; null = the request sends no key. */
  key(): string | null;
  /** Called after a 401 for a request with the key `tried`. If it returns true, the request is repeated. */
  readonly askForKey?: (tried: string | null) => Promise<boolean>;
  /** Options of every `fetch`. */
  readonly init?: RequestInit;
  /** How often a request that is answered 429 or 503 is repeated. */
  readonly retries: number;
  /** Called before the wait for attempt number `attempt`, which counts from 1. */
  readonly onRetry?: (failure: Failure, seconds: number, attempt: number) => void;
}

export interface ApiRequest {
  /** Path below `/api/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON by POST. */
  readonly body?: object;
  /** Sent by POST instead of a `body`, with its own media type. */
  readonly upload?: Blob;
  /** Used instead of GET, and instead of POST for a body. */
  readonly method?: 'GET' | 'DELETE' | 'PATCH' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** False: a 401 is a failure, and `askForKey` is not called. */
  readonly asksForKey?: boolean;
  /** Overrides `retries` of the options. */
  readonly retries?: number;
  /** Called every second of a wait before a retry, and with null at its end. */
  readonly onPause?: (pause: { readonly failure: Failure; readonly secondsLeft: number } | null) => void;
  /** Called with the file name that the answer proposes, before its bytes: letters, digits, dashes and an ending. */
  readonly onFileName?: (name: string) => void;
  /** Called with the time at which the service read what it answers. */
  readonly onRead?: (at: number) => void;
  readonly signal: AbortSignal;
}

type Check<T> = (value: unknown) => value is T;

/** Says whether a value of an answer has the expected shape; or loads the check when the answer comes. */
export type Guard<T> = Check<T> | { load(): Promise<Check<T>> };

async function checkOf<T>(guard: Guard<T>): Promise<Check<T>> {
  return typeof guard === 'function' ? guard : guard.load();
}

export type Api = ReturnType<typeof createApi>;

type Bytes = Uint8Array<ArrayBuffer>;

const NDJSON = 'application/x-ndjson';
/** A name that leads to no other folder and starts with no dot or dash. */
const FILE_NAME = /;\s*filename="?([a-z\d][a-z\d-]{0,200}\.[a-z\d]{1,5})"?\s*(?:;|$)/i;
/** The connection counts as lost after this time without data. Node.js has the same limit for `fetch`. */
const MAX_SILENCE_SECONDS = 300;
/** The limit for an upload: it may take ten minutes, and data arrives only at its end. */
const MAX_UPLOAD_SECONDS = 660;

/**
 * Makes a client of the HTTP API, for browsers and Node.js. Every method throws RequestFailed, or the reason of the
 * request's signal when it aborts.
 */
export function createApi(options: ApiOptions) {
  /** Returns the first successful answer, after at most `retries` retries. */
  const ask = async (request: ApiRequest, accept: string, silence: Silence): Promise<Response> => {
    const { retries = options.retries, onPause } = request;
    for (let attempt = 1; ; attempt += 1) {
      const response = await failingAs('offline', request, send(options, request, accept, silence));
      if (response.ok) return response;
      const body = jsonOf(await failingAs('cut', request, textOf(response, silence)));
      const failure = answerFailure(body, response.status, response.headers, Date.now());
      if (!isRefused(failure)) throw new RequestFailed(failure);
      await waitBeforeRetry({
        failure,
        attempt,
        retries,
        signal: request.signal,
        onWait: (seconds) => {
          options.onRetry?.(failure, seconds, attempt);
          silence.stop();
        },
        onTick: (secondsLeft) => onPause?.(secondsLeft === null ? null : { failure, secondsLeft }),
      });
    }
  };

  /** Reads the body of an answer of this media type, or one of several, as it arrives. */
  const stream = async function* <T>(
    request: ApiRequest,
    type: string,
    read: (body: ReadableStream<Bytes>, silence: Silence) => AsyncGenerator<T, void>,
  ): AsyncGenerator<T, void> {
    const silence = limitSilence(request.signal);
    try {
      const response = await ask(request, type, silence);
      const given = response.headers.get('Content-Type') ?? '';
      const isExpected = type.split(', ').some((one) => given.includes(one));
      if (response.body === null || !isExpected) throw new RequestFailed(clientFailure('unexpected'));
      const name = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
      if (name !== undefined) request.onFileName?.(name);
      yield* read(response.body, silence);
    } catch (error) {
      throw error instanceof RequestFailed ? error : lostConnection('cut', request, error);
    } finally {
      silence.stop();
    }
  };

  return {
    /** `data` of a success, as received. */
    data: async <T>(request: ApiRequest, guard: Guard<T>): Promise<T> => {
      const silence = limitSilence(request.signal);
      try {
        const response = await ask(request, 'application/json', silence);
        request.onRead?.(Date.now() - Number(response.headers.get('Age')) * 1_000);
        const body = jsonOf(await failingAs('cut', request, textOf(response, silence)));
        const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
        const isData: Check<T> = await checkOf(guard);
        if (!isData(data)) throw new RequestFailed(clientFailure('unexpected'));
        return data;
      } finally {
        silence.stop();
      }
    },
    /** The lines of an NDJSON answer as they arrive. Throws an error line that belongs to the whole request. */
    lines: <T>(request: ApiRequest, guard: Guard<T>): AsyncGenerator<T, void> =>
      stream(request, NDJSON, async function* (body, silence) {
        let loaded: Check<T> | null = null;
        for await (const line of readLines(body, silence)) {
          if (isStreamFailure(line)) throw new RequestFailed({ ...lineFailure(line), brokeOff: true });
          // Load the guard after the first part: lines that have arrived are kept if the connection breaks meanwhile.
          const isLine: Check<T> = loaded ?? (await checkOf(guard));
          loaded = isLine;
          if (!isLine(line)) throw new RequestFailed(clientFailure('unexpected'));
          yield line;
        }
      }),
    /** The bytes of a file as they arrive. `type`: its media type, or several with `, ` between them. */
    file: (request: ApiRequest, type: string) => stream(request, type, readParts),
  };
}

/** Sends a request, again with another key after a 401 for which `askForKey` gives one. */
async function send(
  options: ApiOptions,
  request: ApiRequest,
  accept: string,
  silence: Silence,
): Promise<Response> {
  for (;;) {
    const key = options.key();
    const content = contentOf(request);
    const headers = {
      ...options.init?.headers,
      Accept: accept,
      ...(content !== null && { 'Content-Type': content.type }),
      ...(key !== null && { 'X-API-Key': key }),
      ...request.headers,
    };
    silence.restart(request.upload === undefined ? MAX_SILENCE_SECONDS : MAX_UPLOAD_SECONDS);
    // Refuse redirects: they would send the key to another address.
    const init: RequestInit = {
      ...options.init,
      ...(content !== null && { method: 'POST', body: content.body }),
      ...(request.method !== undefined && { method: request.method }),
      headers,
      redirect: 'error',
      signal: silence.signal,
    };
    const response = await fetch(addressOf(options.base, request), init);
    const askForKey = request.asksForKey === false ? undefined : options.askForKey;
    if (response.status !== 401 || askForKey === undefined) return response;
    silence.stop();
    if (!(await askForKey(key))) return response;
  }
}

function contentOf({ body, upload }: ApiRequest): { type: string; body: string | Blob } | null {
  if (upload !== undefined) return { type: upload.type, body: upload };
  return body === undefined ? null : { type: 'application/json', body: JSON.stringify(body) };
}

function addressOf(base: string, { path, query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return `${base}/api/${path}${search === '' ? '' : `?${search}`}`;
}

/** The innermost message of an error: the outer message of `fetch` is only "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

async function failingAs<T>(code: 'offline' | 'cut', request: ApiRequest, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw lostConnection(code, request, error);
  }
}

/** @throws the reason of the request's signal when it has aborted */
function lostConnection(code: 'offline' | 'cut', { signal }: ApiRequest, error: unknown): RequestFailed {
  signal.throwIfAborted();
  const isNoJson = error instanceof SyntaxError;
  return new RequestFailed(clientFailure(isNoJson ? 'unexpected' : code, reasonOf(error)));
}

/** True for the line with which the service ends a stream early: an error without the index of a link. */
function isStreamFailure(line: unknown): boolean {
  return (
    typeof line === 'object' && line !== null && 'type' in line && line.type === 'error' && !('index' in line)
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Silence = ReturnType<typeof limitSilence>;

/** Makes a signal that aborts with `outer`, or when data stays away for too long. */
function limitSilence(outer: AbortSignal) {
  const controller = new AbortController();
  const follow = () => controller.abort(outer.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', follow);
  };
  return {
    signal: controller.signal,
    stop,
    restart: (seconds = MAX_SILENCE_SECONDS) => {
      stop();
      if (outer.aborted) follow();
      outer.addEventListener('abort', follow);
      timer = setTimeout(() => controller.abort(new Error(`no data for ${seconds} s`)), seconds * 1000);
    },
  };
}

/**
 * Yields the parts of a body as they arrive, and ends the connection when the consumer stops early.
 * @throws the error of `body` when the connection breaks; the reason of the signal when it aborts
 */
async function* readParts(
  body: ReadableStream<Bytes>,
  { signal, restart }: Silence,
): AsyncGenerator<Bytes, void> {
  const reader = body.getReader();
  // The signal of `fetch` is not enough: in Node.js 20 it has no effect on a body once garbage was collected.
  const end = () => reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', end);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      restart();
      yield part.value;
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
    // End the connection, so that the service stops its work if the consumer stops early.
    await end();
  }
}

async function textOf({ body }: Response, silence: Silence): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (body !== null)
    for await (const part of readParts(body, silence)) text += decoder.decode(part, { stream: true });
  return text + decoder.decode();
}

/**
 * Yields the values of an NDJSON body as they arrive. Ignores a last line without a line end, because it was cut.
 * @throws SyntaxError for a line that is not JSON; the error of `body` when the connection breaks
 */
async function* readLines(body: ReadableStream<Bytes>, silence: Silence): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of readParts(body, silence)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
}
