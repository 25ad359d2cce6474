import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Emits `close` on answers that wait behind another one of their connection when that connection closes. Node.js 20
 * and 22 notify only the answer being sent; the work for the others (pipelined requests) would go on for nobody.
 * docs/decisions/0010-pipelined-requests.md
 */
export function closeQueuedAnswers(server: Server): Server {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const answers = new Set<ServerResponse>();
    unanswered.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) {
        // Without a socket it has not had its turn, or is over.
        if (answer.socket === null && !answer.writableFinished && !answer.closed) answer.emit('close');
      }
    });
  });
  return server.on('request', (req, res) => {
    const answers = unanswered.get(req.socket);
    for (const answer of answers ?? []) if (answer.writableFinished) answers?.delete(answer);
    answers?.add(res);
  });
}
