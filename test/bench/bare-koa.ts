import bodyParser from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';

// A bare Koa server that answers what the service answers, and does nothing else: the measure of its HTTP side.
// Takes the two answers as JSON, sends its port to the parent, and ends when the parent is gone.

const [details, converted] = process.argv.slice(2).map((text) => JSON.parse(text));
const router = new Router()
  .get('/api/details', (ctx) => {
    ctx.body = details;
  })
  .post('/api/convert', bodyParser(), (ctx) => {
    ctx.body = converted;
  });
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
