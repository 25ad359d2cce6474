import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, INVALID_REQUEST } from '../errors.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { message } from '../texts/messages.js';
import { presentError } from './error-answer.js';
import { DEPENDS_ON, PRIVATE, securityHeaders } from './middleware/headers.js';

/** Emitted on a response whose request may take longer than usual, because its endpoint has time limits of its own. */
export const UPLOAD = 'upload';

const INVALID = new AppError(INVALID_REQUEST, message('notHttp'));
/** Bytes of the empty line that a client may send before a request (RFC 9112 §2.2). */
const EMPTY_LINE_BYTES = 2;
const OUTCOME = { route: null, status: INVALID.kind.status, code: INVALID.code };

/**
 * Sends the usual JSON error and closes the connection when Node.js would answer without a body or not at all: for
 * invalid HTTP (syntax, headers too large, sent too slowly), an expectation that cannot be met, and CONNECT. Middleware
 * does not run for these requests, so this module sets the headers, logs the request and counts it. A connection
 * without a begun request is closed without an answer.
 */
export function answerMalformed(
  server: Server,
  { log, metrics }: Record<'log', Logger> & Record<'metrics', Pick<Metrics, 'request'>>,
): Server {
  const headers = securityHeaders();
  const answered = new WeakSet<Duplex>();
  const uploading = new WeakSet<Duplex>();
  /** The latest response of each connection. While it is open, `everyRequest` logs and counts its request. */
  const latest = new WeakMap<Duplex, ServerResponse>();

  const hangUp = (socket: Duplex) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const res = latest.get(socket);
    const own = res?.closed === false ? res.getHeader('X-Request-Id') : undefined;
    const requestId = own === undefined ? randomUUID() : String(own);
    if (own === undefined) {
      log.info({ requestId, method: null, ...OUTCOME, client: null }, 'request');
      metrics.request({ ...OUTCOME, method: 'other', client: null, durationMs: 0, missing: [] });
    }
    socket.end(answerText(requestId, headers));
  };

  // Listen before the middleware runs: it may emit `UPLOAD` at once.
  server.prependListener('request', (req, res) => {
    const { socket } = req;
    answered.delete(socket);
    latest.set(socket, res);
    uploading.delete(socket);
    res.once(UPLOAD, () => uploading.add(socket));
    res.once('finish', () => {
      if (!req.complete) answered.add(socket);
    });
  });
  server.on('checkExpectation', ({ socket }) => hangUp(socket));
  server.on('connect', (_req, socket) => {
    // This handler must handle errors and close the socket: Node.js does not.
    socket.on('error', () => undefined).once('finish', () => socket.destroy());
    hangUp(socket);
  });
  return server.on('clientError', (error, socket) => {
    const isTooLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isTooLate && uploading.has(socket)) return;
    // A browser opens connections in advance. It would read an answer here as the answer to its next request.
    if (isTooLate && isUnused(socket)) socket.destroy();
    // The body continues after its answer. The client would read a second answer as the answer to its next request.
    else if (answered.has(socket)) socket.destroy();
    else hangUp(socket);
  });
}

/** Whether no byte of a request was read. Node.js itself closes kept connections between requests. */
function isUnused(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead <= EMPTY_LINE_BYTES;
}

function answerText(requestId: string, common: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(presentError(INVALID, requestId));
  const headers = {
    ...common,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': PRIVATE,
    Vary: DEPENDS_ON,
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${OUTCOME.status} Bad Request`, ...lines, '', body].join('\r\n');
}
