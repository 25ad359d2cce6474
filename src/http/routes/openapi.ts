import { createHash } from 'node:crypto';
import { Router } from '@koa/router';
import { openApiDocument } from '../contract/openapi/document.js';
import { DOCUMENT_PATH } from '../contract/openapi/service-operations.js';
import type { RequestState } from '../state.js';

/** The OpenAPI document, made once. It holds nothing secret, so it stands open, as the page that shows it does. */
export function createDocumentRoute(version: string): Router<RequestState> {
  const text = JSON.stringify(openApiDocument(version));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return new Router<RequestState>().get(DOCUMENT_PATH, (ctx) => {
    ctx.status = 200;
    ctx.set({ 'Cache-Control': 'no-cache', ETag: etag });
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json';
    ctx.body = text;
  });
}
