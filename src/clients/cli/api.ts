import type { z } from 'zod';
import { LONGEST_WAIT_SECONDS, retryAfterSeconds } from '../core/retry.js';
import { brokenStream, dataOf, failureOf, isA, isBreakdown, reasonOf } from './answers.js';
import { EXIT, Failure } from './failure.js';
import { readLines } from './lines.js';
import type { Say } from './session.js';
import { wait } from './wait.js';

export interface ApiOptions {
  /** Address of the service without `/api`, such as http://127.0.0.1:3000. */
  readonly base: string;
  readonly key: string | null;
  /** How often a request is repeated that is answered 429 or 503. */
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly say: Say;
  readonly note: (text: string) => void;
}

/** One request to the service. */
export interface Call {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON by POST. */
  readonly body?: object;
}

/** The service as the commands ask it. Everything it throws is a Failure. */
export interface Api {
  /** `data` of a success, checked against the contract, as received. */
  data<T>(call: Call, schema: z.ZodType<T>): Promise<T>;
  /** The lines of an NDJSON answer as they come; a broken connection throws with `lost`. */
  lines<T>(call: Call, schema: z.ZodType<T>): AsyncGenerator<T, void>;
}

const NDJSON = 'application/x-ndjson';

export function createApi(options: ApiOptions): Api {
  const { base, signal, say, retries } = options;
  const unreachable = (error: unknown): Failure => {
    signal.throwIfAborted();
    const message = say(
      `Nie mogę połączyć się z ${base} (${reasonOf(error)}). Czy usługa działa? Adres: --api albo PLACE_LOOKUP_API.`,
      `Cannot connect to ${base} (${reasonOf(error)}). Is the service running? Its address: --api or PLACE_LOOKUP_API.`,
    );
    return new Failure(EXIT.failure, message, 'unreachable');
  };
  const cut = (error: unknown): Failure => {
    signal.throwIfAborted();
    const message = say('Połączenie z usługą zostało przerwane', 'The connection to the service was lost');
    return new Failure(EXIT.failure, `${message} (${reasonOf(error)}).`, 'cut');
  };
  const misunderstood = (): Failure => {
    const message = say(
      `Odpowiedź z ${base} jest niezrozumiała. Czy to na pewno usługa place-lookup, w zgodnej wersji?`,
      `The answer of ${base} is not understood. Is it place-lookup, of a version that fits?`,
    );
    return new Failure(EXIT.failure, message);
  };

  const send = ({ path, query = {}, body }: Call, accept: string): Promise<Response> => {
    const url = new URL(`${base}/api/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const headers = {
      Accept: accept,
      ...(options.key !== null && { 'X-API-Key': options.key }),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    // A redirect would carry the key to wherever it leads.
    return fetch(url, { ...init, headers, signal, redirect: 'error' });
  };

  /** Repeats a request that is answered 429 or 503, by the given number of attempts and pauses. */
  const ask = async (call: Call, accept: string): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await rejecting(send(call, accept), unreachable);
      if (response.ok) return response;
      const failure = failureOf(response.status, await rejecting(response.text(), cut), say);
      if (response.status !== 429 && response.status !== 503) throw failure;
      const seconds = retryAfterSeconds(response.headers.get('Retry-After'), Date.now());
      if (attempt > retries || seconds > LONGEST_WAIT_SECONDS) throw failure;
      const patience = say(
        `Czekam ${seconds} s, ponowienie ${attempt} z ${retries}.`,
        `Waiting ${seconds} s, retry ${attempt} of ${retries}.`,
      );
      options.note(`${failure.message}. ${patience}`);
      await wait(seconds, signal);
    }
  };

  return {
    data: async <T>(call: Call, schema: z.ZodType<T>): Promise<T> => {
      const response = await ask(call, 'application/json');
      const data = dataOf(await rejecting(response.text(), cut));
      if (!isA(schema, data)) throw misunderstood();
      return data;
    },
    lines: async function* <T>(call: Call, schema: z.ZodType<T>) {
      const response = await ask(call, NDJSON);
      const isStream = response.headers.get('Content-Type')?.includes(NDJSON) ?? false;
      if (response.body === null || !isStream) throw misunderstood();
      try {
        for await (const line of readLines(response.body)) {
          if (isA(schema, line)) yield line;
          else throw isBreakdown(line) ? brokenStream(line, say) : misunderstood();
        }
      } catch (error) {
        throw error instanceof Failure ? error : cut(error);
      }
    },
  };
}

async function rejecting<T>(promise: Promise<T>, failure: (error: unknown) => Failure): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw failure(error);
  }
}
