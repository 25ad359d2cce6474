import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { AppContext, Middleware } from './state.js';

/** Where `npm run build` puts the console; the same seen from src/http and from dist/http. */
const FOLDER = fileURLToPath(new URL('../../dist/console/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A name with the hash of its content in it never means anything else. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
  readonly caching: string;
}

/**
 * Serves the console: its page at `/`, its parts under `/console/`. Needs no API key, for there is nothing secret in
 * it; its calls of the API carry the key. Everything is read once, at the start; nothing is served where nothing has
 * been built.
 */
export function pages(folder: string = FOLDER): Middleware {
  const assets = readAssets(folder);
  return async (ctx, next) => {
    const asset = assets.get(ctx.path);
    if (asset === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    send(ctx, asset);
  };
}

function send(ctx: AppContext, asset: Asset): void {
  ctx.status = 200;
  ctx.set({
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': asset.caching,
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
  });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.type = asset.type;
  ctx.body = isZipped ? asset.zipped : asset.body;
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).flatMap((name): [string, Asset][] => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const body = readFileSync(`${folder}/${name}`);
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const caching = HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
      const path = name === 'index.html' ? '/' : `/console/${name}`;
      return [[path, { type, body, zipped: gzipSync(body), etag, caching }]];
    }),
  );
}
