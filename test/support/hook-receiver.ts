import { localServer } from './local-server.js';

/** A receiver of webhooks on loopback; `ids`: the deliveries that it took. */
export async function hookReceiver() {
  const ids: string[] = [];
  const { port, url, close } = await localServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  return { ids, host: `127.0.0.1:${port}`, url: `${url}/`, close };
}
