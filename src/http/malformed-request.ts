import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.js';
import { presentError } from './contract/errors.js';

/**
 * Answers what is no HTTP request at all (broken syntax, headers too large, sent too slowly), a request with an
 * expectation nobody can meet, and one for a tunnel (CONNECT), with the same JSON error as everything else, and
 * hangs up. Node would answer without a body, or not at all.
 */
export function answerMalformed(server: Server): Server {
  const answered = new WeakSet<Duplex>();
  server.on('request', (req, res) => {
    answered.delete(req.socket);
    res.once('finish', () => {
      if (!req.complete) answered.add(req.socket);
    });
  });
  server.on('checkExpectation', ({ socket }) => hangUp(socket));
  server.on('connect', (_req, socket) => {
    // Node hands this socket over whole: nobody else hears its errors, or ends it.
    socket.on('error', () => undefined).once('finish', () => socket.destroy());
    hangUp(socket);
  });
  return server.on('clientError', (_error, socket) => {
    // A body that goes on after its answer: a second one would be taken for that of the next request.
    if (answered.has(socket)) socket.destroy();
    else hangUp(socket);
  });
}

function hangUp(socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const error = new AppError(
    'invalid_request',
    'This is not a valid HTTP request, its address or headers are too long, or it came too slowly.',
  );
  const requestId = randomUUID();
  const body = JSON.stringify(presentError(error, requestId));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
