import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { ERROR_STATUS, presentError } from './error-answer.js';
import { DEPENDS_ON, PRIVATE } from './middleware/private-answers.js';
import { securityHeaderFields } from './middleware/security-headers.js';

/** An answer emits it when its request may take longer than others: the endpoint then has time limits of its own. */
export const UPLOAD = 'upload';

interface MalformedOptions {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'request'>;
}

const INVALID = new AppError('invalid_request', message('notHttp'));
/** Bytes of the empty line that a client may send before a request: no part of it (RFC 9112 §2.2). */
const EMPTY_LINE_BYTES = 2;
const OUTCOME = { route: null, status: ERROR_STATUS[INVALID.code], code: INVALID.code };

/**
 * Answers with the usual JSON error, and closes the connection, where Node.js would answer without a body or not at all:
 * invalid HTTP (syntax, headers too large, sent too slowly), an expectation that cannot be met, and CONNECT. No
 * middleware runs for these, so the headers, the access line and the count are made here. A connection on which no
 * request was begun is closed without an answer.
 */
export function answerMalformed(server: Server, { log, metrics }: MalformedOptions): Server {
  const securityHeaders = securityHeaderFields();
  const answered = new WeakSet<Duplex>();
  const uploading = new WeakSet<Duplex>();
  /** The latest answer of a connection. While it is open, its own request logs and counts it, under its own id. */
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
    socket.end(answerText(requestId, securityHeaders));
  };

  // Before the middleware, which may emit `UPLOAD` at once.
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
    // Node.js leaves errors and the end of this socket to this handler.
    socket.on('error', () => undefined).once('finish', () => socket.destroy());
    hangUp(socket);
  });
  return server.on('clientError', (error, socket) => {
    const isTooLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isTooLate && uploading.has(socket)) return;
    // A browser would take an answer on a connection it opened in advance for that to its next request.
    if (isTooLate && isUnused(socket)) socket.destroy();
    // The body continues after its answer: a second answer would be read as that of the next request.
    else if (answered.has(socket)) socket.destroy();
    else hangUp(socket);
  });
}

/** Whether nothing of a request was read. A kept connection between requests is never here: Node.js closes it. */
function isUnused(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead <= EMPTY_LINE_BYTES;
}

function answerText(requestId: string, securityHeaders: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(presentError(INVALID, requestId));
  const headers = {
    ...securityHeaders,
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
