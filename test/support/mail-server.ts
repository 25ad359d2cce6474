import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const servers: SMTPServer[] = [];

/** Call it after each test. */
export function closeMailServers(): void {
  for (const server of servers.splice(0)) server.close(() => undefined);
}

/** Closes the server that was started last. */
export const closeLastServer = () => new Promise<void>((resolve) => servers.pop()?.close(resolve));

/** A mail server on loopback: its address, and what it took. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, ...parsed(Buffer.concat(chunks).toString('latin1')) });
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, received };
}

/** Headers with their continuations, encoded words decoded, and the text. */
function parsed(raw: string): Omit<Received, 'to'> {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), encodedWords(value)];
    }),
  );
  const content = body.join('\r\n\r\n');
  const encoding = headers['content-transfer-encoding'];
  const text =
    encoding === 'base64' ? Buffer.from(content, 'base64').toString() : quoted(content.replace(/=\r\n/g, ''));
  return { headers, text };
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const encodedWords = (value: string) =>
  value
    .replace(/\?=\s+=\?UTF-8\?[QB]\?/gi, '')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quoted(text.replaceAll('_', ' ')),
    );
