import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { apiKeys, SHOP } from '../security/test-keys.js';
import { builtFile } from '../support/built.js';
import { startHttp } from '../support/http-only.js';
import { expect, test } from '../support/test.js';
import { runProcess } from './command.js';

// `place-lookup mcp`, started and asked by the SDK's own client.

const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const find = { name: 'find_place', arguments: { query: PLACE } };

// Clients that do not negotiate: the configurations of docs/integrations.md, below.
test('a client that negotiates the version lists and calls the tools; a failure is a result', async () => {
  await using http = await startHttp();
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const api = `http://127.0.0.1:${http.port}`;
  const args = [builtFile('cli/main.js'), 'mcp', '--api', api];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  expect((await client.listTools()).tools).toHaveLength(6);
  const found = await client.callTool(find);
  expect(found).toMatchObject({ structuredContent: { place_id: PLACE }, content: [{ type: 'text' }] });
  const refused = await client.callTool({ name: 'convert_id', arguments: { cid: '12' } });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^invalid_request: A CID has 14 to 20/) }],
  });
  await http.close();
  expect(await client.callTool(find)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('offline: Cannot connect to the service.') }],
  });
  await client.close();
});

test('the command ends with exit code 0 when the client closes standard input', async () => {
  const { code, stdout, stderr } = await runProcess(['mcp'], { stdin: '' });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('the command ends with exit code 0 when the client stops reading', async () => {
  const child = spawn(process.execPath, [builtFile('cli/main.js'), 'mcp']);
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit');
  child.stdout.destroy();
  // The answer to this message cannot be written. Standard input stays open.
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(await ended).toEqual([0, null]);
});

const configuration = z.object({
  mcpServers: z.object({
    'place-lookup': z.discriminatedUnion('type', [
      z.object({
        type: z.literal('stdio'),
        command: z.literal('place-lookup'),
        args: z.array(z.string()),
        env: z.record(z.string(), z.string()),
      }),
      z.object({ type: z.literal('http'), url: z.url(), headers: z.record(z.string(), z.string()) }),
    ]),
  }),
});

test('the configurations of docs/integrations.md connect a client', async () => {
  const page = readFileSync(new URL('../../docs/integrations.md', import.meta.url), 'utf8');
  await using http = await startHttp({ apiKeys });
  const own = page
    .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${http.port}`)
    .replaceAll('plk_…', SHOP.key);
  const blocks = [...own.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(blocks).toHaveLength(2);
  for (const block of blocks) {
    const server = configuration.parse(JSON.parse(block)).mcpServers['place-lookup'];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      server.type === 'http'
        ? new StreamableHTTPClientTransport(new URL(server.url), {
            requestInit: { headers: server.headers },
          })
        : new StdioClientTransport({
            command: process.execPath,
            args: [builtFile('cli/main.js'), ...server.args],
            env: server.env,
          }),
    );
    expect(await client.callTool(find)).toMatchObject({ structuredContent: { place_id: PLACE } });
    await client.close();
  }
  const [, body = '', answer = ''] = /-d '(.*)'\n# event: message\n# data: (.*)\n/.exec(own) ?? [];
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const { text } = await http.ask('/mcp', {
    method: 'POST',
    headers: { ...headers, 'X-API-Key': SHOP.key },
    body,
  });
  expect(text.split('\n')).toContain(`data: ${answer}`);
});
