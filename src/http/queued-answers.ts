import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * When a client leaves, Node notifies only the answer its connection was writing. The answers that wait behind it,
 * to requests sent without waiting (pipelined), would never be notified, and their work would continue for nothing.
 * They get their `close`, too.
 */
export function closeQueuedAnswers(server: Server): Server {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const answers = new Set<ServerResponse>();
    unanswered.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) {
        // One without a connection has not had its turn, or is over.
        if (answer.socket === null && !answer.writableFinished) answer.emit('close');
      }
    });
  });
  return server.on('request', (req, res) => {
    const answers = unanswered.get(req.socket);
    for (const answer of answers ?? []) if (answer.writableFinished) answers?.delete(answer);
    answers?.add(res);
  });
}
