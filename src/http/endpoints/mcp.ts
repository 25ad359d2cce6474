import { Readable } from 'node:stream';
import { z } from 'zod';
import { message } from '../../contract/messages.js';
import { MCP_PATH } from '../../contract/paths.js';
import { deadline } from '../middleware/at-once.js';
import { jsonBody } from '../middleware/json-body.js';
import { ownApi } from '../own-api.js';
import type { Middleware } from '../state.js';
import { validate } from '../validate.js';
import { API_FAILURES, type Endpoint, type EndpointServices, watched } from './endpoint.js';

// The SDK is loaded with the first request: a service without MCP clients does not pay for it.
const sdk = () =>
  Promise.all([import('@modelcontextprotocol/server'), import('../../mcp/tool-server.js')] as const);

const JSON_RPC_NEEDED = { error: message('jsonRpcNeeded') };

// One message: a list could hold thousands of calls.
const jsonRpc = z
  .looseObject(
    { jsonrpc: z.literal('2.0', JSON_RPC_NEEDED), method: z.string(JSON_RPC_NEEDED).optional() },
    JSON_RPC_NEEDED,
  )
  .meta({ id: 'JsonRpcMessage', description: 'A message of the Model Context Protocol' });

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Points of a message that causes no request to the API. A tool's request costs the points of its endpoint. */
const MESSAGE_POINTS = 1;

export const mcp: Endpoint = {
  method: 'post',
  path: MCP_PATH,
  id: 'mcp',
  tag: 'Service',
  access: 'api',
  points: 0,
  summary: 'Tools for language models (Model Context Protocol)',
  description: `Streamable HTTP without sessions: each POST holds one JSON-RPC message. A batch of messages returns 400; GET and DELETE return 405. The tools ask this API with the key of the request. A message that calls no tool costs 1 point; a call of a tool costs the points of the endpoint that it asks. A failure of that endpoint, such as too few points, is a result of the tool with \`isError\`.`,
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
    202: { description: 'A notification was taken.', headers: ['X-Request-Id', 'Cache-Control', 'Vary'] },
    406: {
      description: '`Accept` must name `application/json` and `text/event-stream`.',
      headers: ['X-Request-Id', 'Cache-Control', 'Vary'],
      body: { schema: jsonRpc, examples: {} },
    },
  },
  failures: [...API_FAILURES, 'SwitchedOff'],
  // The requests of the tools have deadlines of their own.
  answer: (services) => [deadline(null), jsonBody('256kb'), serve(services)],
};

function serve({ version, takeConnection }: EndpointServices): Middleware {
  return async (ctx) => {
    const { body, headers } = ctx.request;
    const { bill, clientWatch, scope } = ctx.state;
    const received = validate(jsonRpc, body);
    const [{ createMcpHandler }, { callsTool, createToolServer }] = await sdk();
    if (!callsTool(received)) await bill?.raiseTo(MESSAGE_POINTS);
    const send = ownApi(ctx, takeConnection);
    const { fetch: handle } = createMcpHandler(() => createToolServer(version, send), {
      // The service sends no messages of its own, so a subscription would only hold a connection.
      maxSubscriptions: 0,
      // The error of the SDK may quote the message.
      onerror: () => scope.log.debug('an MCP message was refused'),
    });
    // The scope also ends at a shutdown; a call that ends then still gets its result, which says so.
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
    ctx.body = answer.body === null ? '' : Readable.from(watched(answer.body, clientWatch));
    ctx.status = answer.status;
    ctx.remove('Content-Type');
    const type = answer.headers.get('Content-Type');
    if (type !== null) ctx.set('Content-Type', type);
  };
}
