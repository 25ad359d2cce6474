import { McpServer } from '@modelcontextprotocol/server';
import { type Failure, RequestFailed } from '../../core/published/failure.js';
import { failureText } from '../../core/texts/outcomes.js';
import { TOOLS, type ToolRequest } from './published.js';

// Service and command line load this file when they serve MCP: the SDK takes about 70 ms and 5 MB.

/** Sends a request of a tool to the API and returns `data`. @throws RequestFailed */
type SendRequest = (request: ToolRequest, signal: AbortSignal) => Promise<unknown>;

const INSTRUCTIONS =
  'Finds places on the map, reads their details and reviews, and says whether a review is visible. list_events lists the events of watched places and reviews. Begin with find_place unless you have a Place ID. null means unknown. A failed call says nothing about a place or review.';

/**
 * Makes an MCP server with the tools of src/capabilities/mcp/published.ts; it serves one connection, or one HTTP request. A request
 * to the API that fails is the result of its tool (`isError`), so that the model can read why and when to try again.
 */
export function createToolServer(version: string, send: SendRequest): McpServer {
  const server = new McpServer(
    { name: 'place-lookup', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const { name, title, description, input, output, run } of TOOLS) {
    const annotations = { readOnlyHint: true, openWorldHint: true };
    const described = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, described, async (given, { mcpReq: { signal } }) => {
      try {
        const { data, text } = await run(given, (request) => send(request, signal));
        return { structuredContent: { ...data }, content: [{ type: 'text', text }] };
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        return { isError: true, content: [{ type: 'text', text: failureLine(error.failure) }] };
      }
    });
  }
  return server;
}

/** Code, message, wait and request id of a failure, in one line. */
function failureLine(failure: Failure): string {
  const { code, serviceCode, message, detail, retryAfterSeconds: seconds, requestId } = failure;
  const reason = message ?? [failureText('en', failure), detail].filter((part) => part !== null).join(' ');
  const wait = seconds === null ? '' : ` Try again after ${seconds} seconds.`;
  const id = code === 'internal_error' ? ` Request id: ${requestId}.` : '';
  return `${serviceCode ?? code}: ${reason}${wait}${id}`;
}
