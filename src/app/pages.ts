import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { securityHeaders } from '../core/api/middleware/headers.js';
import type { AppContext } from '../core/api/state.js';

/** The folder in which `npm run build` puts the pages. The relative path is the same from src/app and dist/app. */
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

interface Site {
  /** Folder in dist/. */
  readonly folder: string;
  /** Path of its index.html; its other files are below `/<folder>/`. */
  readonly page: string;
}

const SITES: readonly Site[] = [
  { folder: 'console', page: '/' },
  { folder: 'docs', page: '/docs' },
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' data:;" +
  "base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** A file name with a hash of the content: the content of such a file never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly zipped: () => Promise<Buffer>;
  readonly etag: string;
  readonly caching: string;
}

const zip = promisify(gzip);

/**
 * Serves the console at `/` and the documentation at `/docs`. They are public and need no API key; their requests to
 * the API send the key. They name the time zone of the service, whose clock they show. All files are read once, at
 * the start; without a build the pages are missing. Returns null for any other request. CONTRIBUTING.md#libraries
 */
export function createPages(timeZone: string): (ctx: AppContext) => Promise<void> | null {
  const assets = new Map(SITES.flatMap((site) => readSite(site, timeZone)));
  const headers = securityHeaders(POLICY);
  return (ctx) => {
    const asset = assets.get(ctx.path);
    if (asset === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return null;
    ctx.set(headers);
    return send(ctx, asset);
  };
}

async function send(ctx: AppContext, asset: Asset): Promise<void> {
  ctx.status = 200;
  ctx.set({ 'Cache-Control': asset.caching, ETag: asset.etag, Vary: 'Accept-Encoding' });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.type = asset.type;
  ctx.body = isZipped ? await asset.zipped() : asset.body;
}

function readSite({ folder, page }: Site, timeZone: string): [string, Asset][] {
  const root = join(DIST, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((name): [string, Asset][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const file = join(root, name);
    const body = readFileSync(file);
    if (name !== 'index.html') return [[`/${folder}/${name}`, toAsset(file, type, body)]];
    const text = body.toString().replace('<html', `<html data-time-zone="${timeZone}"`);
    const asset = toAsset(file, type, Buffer.from(text));
    return [page, `/${folder}/`].map((path) => [path, asset]);
  });
}

function toAsset(file: string, type: string, body: Buffer): Asset {
  // Compress at the first request: many services never show their pages.
  let packed: Promise<Buffer> | null = null;
  return {
    type,
    body,
    zipped: () => {
      packed ??= zip(body);
      return packed;
    },
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    caching: HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}
