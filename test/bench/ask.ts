/** A request to the service. */
export interface Ask {
  /** Below the `http://…/api` base. */
  readonly path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const NDJSON = { accept: 'application/x-ndjson' };

/** The same for `fetch` and for autocannon. */
export function requestOf({ body, headers }: Ask) {
  if (body === undefined) return { method: 'GET', headers: { ...headers } } as const;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  } as const;
}

/** The body of an answer. Throws on any status but 200. */
export async function answerTo(base: string, ask: Ask, signal?: AbortSignal): Promise<string> {
  const response = await fetch(base + ask.path, { ...requestOf(ask), ...(signal && { signal }) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${ask.path} answered ${response.status}: ${text}`);
  return text;
}

/** Of an answer about one thing: its `data`. */
export async function dataOf(base: string, path: string, value: string) {
  return JSON.parse(await answerTo(base, { path: path + encodeURIComponent(value) })).data;
}
