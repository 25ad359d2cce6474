import { checkContract } from './contract-check.js';
import { type HttpSetup, startHttp } from './http-only.js';
import { startWatching } from './watching.js';

/** An answer that is as the OpenAPI document has it. */
export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** `data` of a success, `error` of a failure; empty for a file. */
  readonly body: Readonly<Record<string, unknown>>;
}

type Watching = Awaited<ReturnType<typeof startWatching>>;

/** The watch over an SQLite file, and the HTTP layer in front of it. `path` is below `/api/`. */
export interface WatchingHttp extends Watching {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<CheckedAnswer>;
}

/** The body of a test that has a watch and its HTTP layer for itself. */
export function onWatching(
  setup: { readonly watching?: Parameters<typeof startWatching>; readonly http?: HttpSetup },
  run: (given: WatchingHttp) => Promise<void>,
) {
  return async () => {
    await using watching = await startWatching(...(setup.watching ?? []));
    await using http = await startHttp({ watch: watching.watch, ...setup.http });
    const ask: WatchingHttp['ask'] = async (name, path, body, headers = {}) => {
      const method = name.toUpperCase();
      const answer = await http.ask(`/api/${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      checkContract({ ...answer, method, path: `/api/${path}`, headers: new Headers(answer.headers) });
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
      const { data, error } = isJson ? JSON.parse(answer.text) : {};
      return { ...answer, body: data ?? error ?? {} };
    };
    await run({ ...watching, ask });
  };
}
