import type { Keys } from '../state/keys.js';
import { type Failure, failureOf, type Outcome, plainFailure } from './failure.js';
import { readLines } from './lines.js';

/** The API as the console uses it. An aborted call ends as the failure `cancelled`. */
export interface Api {
  /** The `data` of a success. */
  get<T>(path: string, signal: AbortSignal): Promise<Outcome<T>>;
  /**
   * An answer line by line, each handed to `take`. Ends with null when the stream came to its own end, else with
   * the failure; `cut` when the connection broke.
   */
  stream(
    path: string,
    body: object | null,
    take: (line: { readonly type: string }) => void,
    signal: AbortSignal,
  ): Promise<Failure | null>;
  /** What a line `{"type":"error","error":{…}}` says. */
  lineFailure(line: object): Failure;
}

/**
 * With `cache: 'no-store'` alone browsers send `Cache-Control: no-cache`, by which the API asks the provider again;
 * a header of one's own they leave as it is.
 */
const DO_NOT_KEEP = { 'Cache-Control': 'no-store' };

/** `known`: the codes there are words for. */
export function createApi(keys: Keys, known: ReadonlySet<string>): Api {
  /** Asks for a key when the API wants one, as often as it takes. */
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    for (;;) {
      const key = keys.current.value;
      const headers = { ...DO_NOT_KEEP, ...init.headers, ...(key !== null && { 'X-API-Key': key }) };
      const response = await fetch(path, { ...init, headers, cache: 'no-store', redirect: 'error' });
      if (response.status !== 401 || !(await keys.askFor(key))) return response;
    }
  };
  const refusal = async (response: Response): Promise<Failure> =>
    failureOf(await response.json().catch(() => null), response.headers, known);
  const broken = (signal: AbortSignal, otherwise: 'offline' | 'cut') =>
    plainFailure(signal.aborted ? 'cancelled' : otherwise);

  return {
    async get<T>(path: string, signal: AbortSignal): Promise<Outcome<T>> {
      try {
        const response = await send(path, { signal, headers: { Accept: 'application/json' } });
        if (!response.ok) return { failure: await refusal(response) };
        const { data } = (await response.json()) as { data?: T };
        return data === undefined ? { failure: plainFailure('unexpected') } : { data };
      } catch {
        return { failure: broken(signal, 'offline') };
      }
    },
    async stream(path, body, take, signal) {
      const headers: Record<string, string> = { Accept: 'application/x-ndjson' };
      if (body !== null) headers['Content-Type'] = 'application/json';
      const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
      let response: Response;
      try {
        response = await send(path, { ...init, signal, headers });
      } catch {
        return broken(signal, 'offline');
      }
      if (!response.ok) return refusal(response);
      if (response.body === null) return plainFailure('unexpected');
      try {
        await readLines(response.body, take);
        return null;
      } catch {
        return broken(signal, 'cut');
      }
    },
    lineFailure: (line) => failureOf(line, new Headers(), known),
  };
}
