import { createServer } from 'node:http';
import process from 'node:process';

/**
 * Answers `GET <path>?<name>=<argument>` as the service does: `data` is what the route makes of the argument. An error of
 * the route is answered with 500. The server ends with the bench, after `close`.
 */
export function serve(routes, close = () => undefined) {
  const server = createServer(async ({ url }, response) => {
    try {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      response.end(JSON.stringify({ data: await routes[pathname](...searchParams.values()) }));
    } catch (error) {
      response.writeHead(500).end(String(error?.stack ?? error));
    }
  });
  announce(server, close);
}

/** Lets the server listen and tells the bench its port. Ends with the bench. */
function announce(server, close) {
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () =>
    Promise.resolve()
      .then(close)
      .catch(() => undefined)
      .then(() => process.exit(0)),
  );
  // The bench ends this process, because it has more to end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
}
