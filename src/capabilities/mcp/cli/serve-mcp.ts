import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { EXIT, type ExitCode } from '../../../kit/terminal/exit.js';
import type { Session } from '../../../kit/terminal/session.js';
import { createToolServer } from '../tool-server.js';

/** `mcp`: serves MCP on standard input and output until the client closes either. */
export async function mcp({ api, signal, stdin, stdout }: Session, version: string): Promise<ExitCode> {
  // A refusal is reported at once: the model decides whether to try again.
  const options = { retries: 0 };
  const server = () =>
    createToolServer(version, (request, cancelled) =>
      api.data(
        { ...request, ...options, signal: AbortSignal.any([signal, cancelled]) },
        (data): data is unknown => data !== undefined,
      ),
    );
  const connection = serveStdio(server, { transport: new StdioServerTransport(stdin, stdout) });
  try {
    // After a failed write the SDK reads no more, so standard input never closes.
    await Promise.race([once(stdin, 'close', { signal }), once(stdout, 'error', { signal })]);
  } catch {
    signal.throwIfAborted();
  } finally {
    await connection.close();
  }
  return EXIT.ok;
}
