import { once } from 'node:events';
import { request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { answerFailure, RequestFailed } from '../contract/failure.js';
import type { ToolRequest } from '../contract/tools.js';
import type { AppContext } from './state.js';

/** Takes a connection to this service, as from a client. */
export type TakeConnection = (socket: Duplex) => void;

/** Headers that decide whether, and for which client, a request is answered. */
const PASSED_ON = [
  ...['host', 'origin', 'sec-fetch-site', 'authorization', 'x-api-key'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/**
 * Makes a client of this service's own API that asks on behalf of the client of `ctx`. Each request is a whole request
 * of that client, over a connection in memory, so that keys, points, limits, deadline, access log, metrics and
 * cancellation need no second implementation. The access log joins the requests by their id.
 */
export function ownApi({ req, state }: AppContext, take: TakeConnection) {
  const { remoteAddress } = req.socket;
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const values = req.headersDistinct[name];
      return values === undefined ? [] : [[name, values.length === 1 ? values[0] : values]];
    }),
  );
  /** @throws RequestFailed when the API refuses; the error of the connection when `signal` aborts */
  return async ({ path, query = {}, body }: ToolRequest, signal: AbortSignal): Promise<unknown> => {
    const [near, far] = duplexPair();
    // The service notices by its end of the connection that the client is gone.
    near.once('close', () => far.destroy());
    // The service sets a time limit for clients that do not read; this client always reads.
    take(Object.assign(far, { remoteAddress, setTimeout: () => far }));
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const sent = request({
      method: body === undefined ? 'GET' : 'POST',
      path: `/api/${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`,
      headers: {
        ...headers,
        'X-Request-Id': state.scope.id,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      createConnection: () => near,
      signal,
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    const read: { data?: unknown } = JSON.parse(await text(answer));
    if (answer.statusCode === 200) return read.data;
    const retryAfter = answer.headers['retry-after'];
    const known = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
    throw new RequestFailed(answerFailure(read, answer.statusCode, known, Date.now()));
  };
}
