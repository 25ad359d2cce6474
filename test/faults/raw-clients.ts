import { connect, type Socket } from 'node:net';
import { expect } from '@playwright/test';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { type HttpOnly, type HttpSetup, onHttp } from '../support/http-only.js';

// Clients that write to a socket themselves, and what the service logs and counts of them.

export const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
export const BULK = '/api/review-visibility';
/** For clients that send slowly, and for those that stop reading. */
export const IMPATIENT = {
  patience: { headersMs: 600, requestMs: 1_200, keepAliveMs: 1_500, readMs: 600, checkMs: 50 },
};

/** The body of a test with the HTTP layer alone: whatever its client did, the next one is served. */
export function onSurvivingHttp(options: HttpSetup, use: (http: HttpOnly) => Promise<void>) {
  return onHttp(options, async (http) => {
    await use(http);
    expect((await http.ask('/api/info')).status).toBe(200);
  });
}

/** The head of a request: its first line and headers. */
export const head = (lines: readonly string[]) => [...lines, 'Host: x', '', ''].join('\r\n');

/** A connection that has sent `text`, and all it receives until it is closed. */
export function open(port: number, text: string): { socket: Socket; received: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  // Sent once connected, and before all that is written later.
  socket.write(text);
  const received = new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Being cut off while one still sends ends in an error; what came before it counts.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  return { socket, received };
}

/** An answer taken apart, the names of its headers in lower case. */
export function partsOf(answer: string): { headers: Record<string, string>; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  const fields = answer.slice(0, end).split('\r\n').slice(1);
  const entries = fields.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(entries), body: answer.slice(end + 4) };
}

/** What the service logs and counts. */
export function watched() {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  return {
    lines,
    log: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }),
    metrics,
    counted: async () => {
      const { text } = await metrics.render();
      return text.split('\n').filter((line) => line.startsWith('place_lookup_requests_total{'));
    },
  };
}
