import { once } from 'node:events';
import { request } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import {
  API_FAILURES,
  type CoreServices,
  type Endpoint,
  readInTime,
} from '../../core/api/endpoints/endpoint.js';
import { deadline } from '../../core/api/middleware/at-once.js';
import { jsonBody } from '../../core/api/middleware/json-body.js';
import type { AppContext, Middleware } from '../../core/api/state.js';
import { clientText, validate } from '../../core/api/validate.js';
import { answerFailure, RequestFailed } from '../../core/published/failure.js';
import { refusal } from './messages.js';
import type { ToolRequest } from './published.js';

// The SDK is loaded with the first request: a service without MCP clients does not pay for it.
const sdk = () => Promise.all([import('@modelcontextprotocol/server'), import('./tool-server.js')] as const);

const JSON_RPC_NEEDED = { error: refusal('jsonRpcNeeded') };

// One message: a list could hold thousands of calls.
const jsonRpc = z
  .looseObject(
    {
      jsonrpc: z.literal('2.0', JSON_RPC_NEEDED),
      method: clientText({ name: 'method', most: 200, ...JSON_RPC_NEEDED }).optional(),
    },
    JSON_RPC_NEEDED,
  )
  .meta({ id: 'JsonRpcMessage', description: 'A message of the Model Context Protocol' });

const MCP_PATH = '/mcp';

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/**
 * Points of a message, paid before its body is read. A tool's request costs the points of its endpoint instead: the
 * point of the message is given back before it.
 */
const MESSAGE_POINTS = 1;

export const mcp: Endpoint = {
  method: 'post',
  path: MCP_PATH,
  // Clients ask by GET for messages of the server and end a session by DELETE; 405 says that there are none.
  isSoleMethod: true,
  scriptHeaders: ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
  id: 'mcp',
  tag: 'Service',
  access: 'api',
  points: MESSAGE_POINTS,
  summary: 'Tools for language models (Model Context Protocol)',
  description: `Streamable HTTP without sessions: each POST holds one JSON-RPC message. A batch of messages returns 400; GET and DELETE return 405. The tools ask this API with the key of the request. A message costs 1 point, also when it is not valid; a call of a tool costs the points of the endpoint that it asks instead. A client without points gets 429. A failure of the endpoint, such as too few points for it, is a result of the tool with \`isError\`, and the message costs 1 point.`,
  body: {
    schema: jsonRpc,
    examples: { 'list the tools': LIST_TOOLS },
  },
  success: [
    {
      kind: 'bare',
      type: 'application/json',
      schema: jsonRpc,
      examples: { 'no tools': { jsonrpc: '2.0', id: 1, result: { tools: [] } } },
    },
    {
      kind: 'bare',
      type: 'text/event-stream',
      schema: z.string().describe('One event for each message'),
      examples: { 'no tools': 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n' },
    },
  ],
  others: {
    202: { description: 'The notification was accepted.' },
    406: {
      description: '`Accept` must name `application/json` and `text/event-stream`.',
      body: { schema: jsonRpc, examples: {} },
    },
  },
  failures: [...API_FAILURES, 'SwitchedOff'],
  // The requests of the tools have deadlines of their own.
  answer: (core) => [deadline(null), jsonBody('256kb'), serve(core)],
};

function serve(core: CoreServices): Middleware {
  return async (ctx) => {
    const { body, headers } = ctx.request;
    const { stall, scope } = ctx.state;
    validate(jsonRpc, body);
    const [{ createMcpHandler }, { createToolServer }] = await sdk();
    const send = ownApi(ctx, core);
    const { fetch: handle } = createMcpHandler(() => createToolServer(core.version, send), {
      // The service sends no messages of its own, so a subscription would only hold a connection.
      maxSubscriptions: 0,
      // The error of the SDK may quote the message.
      onerror: () => scope.log.debug('an MCP message was refused'),
    });
    // Not the signal of the scope: a call that a shutdown ends still gets a result, which names the shutdown.
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    const protocol = Object.entries(headers).filter(([name]) =>
      /^(?:accept|content-type|mcp-.*)$/.test(name),
    );
    const asked = new Request(`http://localhost${MCP_PATH}`, {
      method: 'POST',
      headers: Object.fromEntries(protocol.map(([name, value]) => [name, String(value)])),
      signal: gone.signal,
    });
    const answer = await handle(asked, { parsedBody: body });
    ctx.body = answer.body === null ? '' : Readable.from(readInTime(answer.body, stall, scope));
    ctx.status = answer.status;
    ctx.remove('Content-Type');
    const type = answer.headers.get('Content-Type');
    if (type !== null) ctx.set('Content-Type', type);
  };
}

/** Headers that decide, besides `AUTH_PROXY_HEADER`, whether and for which client a request is answered. */
const PASSED_ON = [
  ...['host', 'origin', 'sec-fetch-site', 'authorization', 'x-api-key'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/**
 * Makes a client of this service's own API that asks on behalf of the client of `ctx`. Each request is a whole request
 * of that client, over a connection in memory, so that keys, points, limits, deadline, access log, metrics and
 * cancellation need no second implementation. The access log joins the requests by their id.
 */
function ownApi({ req, state }: AppContext, { config, takeConnection: take }: CoreServices) {
  const { remoteAddress } = req.socket;
  const headers = Object.fromEntries(
    [...PASSED_ON, (config.AUTH_PROXY_HEADER ?? 'x-api-key').toLowerCase()].flatMap((name) => {
      const values = req.headersDistinct[name];
      return values === undefined ? [] : [[name, values.length === 1 ? values[0] : values]];
    }),
  );
  /** @throws RequestFailed when the API refuses; the error of the connection when `signal` aborts */
  return async ({ path, query = {}, body }: ToolRequest, signal: AbortSignal): Promise<unknown> => {
    await state.bill?.refund();
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
    // The endpoint charged nothing. Where the last point went to another request meanwhile, none is left to charge.
    if (answer.statusCode === 429) await state.bill?.raiseTo(MESSAGE_POINTS).catch(() => undefined);
    const retryAfter = answer.headers['retry-after'];
    const known = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
    throw new RequestFailed(answerFailure(read, answer.statusCode, known, Date.now()));
  };
}
