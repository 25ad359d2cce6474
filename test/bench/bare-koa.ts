import type { AddressInfo } from 'node:net';
import bodyParser from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import { answer } from './peers/answer.mjs';

// A bare Koa server that sends the answers of the service, which it takes as JSON, and does nothing else: the measure of
// the HTTP side of the service.

const [details, converted] = process.argv.slice(2).map((text) => JSON.parse(text));
const router = new Router()
  .get('/api/details', (ctx) => {
    ctx.body = details;
  })
  .post('/api/convert', bodyParser(), (ctx) => {
    ctx.body = converted;
  });
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  answer(() => null, { ready: (server.address() as AddressInfo).port });
});
