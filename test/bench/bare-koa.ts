import { createServer } from 'node:http';
import bodyParser from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa from 'koa';
import { announce } from './peers/serve.mjs';

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
announce(createServer(new Koa().use(router.routes()).callback()));
