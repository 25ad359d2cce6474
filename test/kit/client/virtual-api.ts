import { published } from '../../../src/core/texts/messages.js';
import { type Api, createApi } from '../../../src/kit/client/api.js';
import { madeUp } from '../../support/made-up.js';
import { inVirtualTime } from '../../support/virtual-time.js';

// A client of the API whose service is a function, in virtual time: waits before retries take no time.

/** One request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** The body as text; empty for a request without a body, or with an upload. */
  readonly body: string;
  readonly upload: Blob | null;
  /** Milliseconds since the beginning. */
  readonly at: number;
}

export type Reply = (call: Call) => Response | Promise<Response>;

/** The service is not reached. */
export const unreachable: Reply = () => Promise.reject(new TypeError('fetch failed'));

/** Lines of NDJSON. `cut`: the connection breaks behind them. */
export const ndjson = (end: 'end' | 'cut', ...values: readonly object[]): Response => {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  let wasSent = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (!wasSent) controller.enqueue(new TextEncoder().encode(end === 'cut' ? `${lines}{"ty` : lines));
        else if (end === 'cut') controller.error(new Error('the connection was closed'));
        else controller.close();
        wasSent = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
};

export const success = (data: unknown): Response => Response.json({ status: 'success', data });

export const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { status: 'error', error: { code, ...published(madeUp('Made up for the test.')) } },
    { status, headers },
  );

/**
 * Runs `work` with a client whose n-th request gets the n-th reply. The client itself repeats no request.
 * @returns the requests
 */
export async function withVirtualApi(
  replies: readonly Reply[],
  work: (api: Api) => Promise<void>,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const { fetch: real } = globalThis;
  await inVirtualTime(async ({ now }) => {
    globalThis.fetch = async (address, { method = 'GET', headers, body } = {}) => {
      const call = {
        ...{ method, path: String(address), headers: new Headers(headers), at: now() },
        body: typeof body === 'string' ? body : '',
        upload: body instanceof Blob ? body : null,
      };
      calls.push(call);
      const reply = replies[calls.length - 1];
      if (reply === undefined) throw new Error(`request ${calls.length} has no reply`);
      return reply(call);
    };
    try {
      await work(createApi({ base: '', key: () => null, retries: 0 }));
    } finally {
      globalThis.fetch = real;
    }
  });
  return calls;
}
