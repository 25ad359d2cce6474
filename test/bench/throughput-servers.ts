import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Arena } from './contestants.js';
import type { Load, Order } from './load-generator.js';
import { lookupPlaceIds } from './places.js';
import { ended, firstOf, type Served, startBuiltService } from './processes.js';

/** The two requests that need no provider: details that are cached, and a conversion by arithmetic. */
export type AskKind = 'details' | 'convert';

export interface Generator {
  run(order: Order): Promise<Load>;
}

export interface Servers {
  /** The service as it comes, its cache filled. */
  readonly service: Served;
  /** The same without access lines. */
  readonly quiet: Served;
  /** A bare Koa server with the same answers. */
  readonly koa: Served;
  readonly generator: Generator;
  /** What every one of them must answer. */
  readonly answers: Readonly<Record<AskKind, string>>;
}

interface Stoppable {
  stop(): Promise<void>;
}

const [PLACE_ID = ''] = lookupPlaceIds();
const CONVERSION = JSON.stringify({ place_id: PLACE_ID });
const CACHE_ENV = { DETAILS_CACHE_SECONDS: '3600' };

/** Starts all of them, and ends them whatever happens. */
export async function withServers<T>(arena: Arena, work: (servers: Servers) => Promise<T>): Promise<T> {
  const started: Stoppable[] = [];
  const keep = async <S extends Stoppable>(starting: Promise<S>): Promise<S> => {
    const one = await starting;
    started.push(one);
    return one;
  };
  const start = (env: Readonly<Record<string, string>>) =>
    keep(
      startBuiltService(arena.main, arena.provider, {
        CHROMIUM_PATH: arena.chromium.path,
        ...CACHE_ENV,
        ...env,
      }),
    );
  try {
    const service = await start({});
    const quiet = await start({ LOG_LEVEL: 'warn' });
    const answers = { details: await ask(service, 'details'), convert: await ask(service, 'convert') };
    await ask(quiet, 'details');
    const koa = await keep(startKoa(answers));
    const generator = await keep(startGenerator());
    return await work({ service, quiet, koa, generator, answers });
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
}

/** A request in the form of the load generator. */
export function orderOf(kind: AskKind): Pick<Order, 'method' | 'body'> & { readonly path: string } {
  return kind === 'convert'
    ? { path: '/api/convert', method: 'POST', body: CONVERSION }
    : { path: `/api/details?placeid=${PLACE_ID}`, method: 'GET', body: null };
}

async function ask({ address }: Served, kind: AskKind): Promise<string> {
  const { path, method, body } = orderOf(kind);
  const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(new URL(path, address), { method, headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

async function startKoa({ details, convert }: Servers['answers']): Promise<Served> {
  const child = fork(script('bare-koa.ts'), [details, convert]);
  const [port] = await firstOf(child, once(child, 'message'), 'the bare Koa server');
  const stop = () => ended(child, () => child.disconnect());
  return { address: `http://127.0.0.1:${port}/api`, pid: child.pid ?? 0, stop };
}

async function startGenerator(): Promise<Generator & Stoppable> {
  const child = fork(script('load-generator.ts'));
  await firstOf(child, once(child, 'message'), 'the load generator');
  return {
    run: async (order) => {
      const answered = once(child, 'message');
      child.send(order);
      const [load] = await firstOf(child, answered, 'the load generator');
      if (typeof load === 'string') throw new Error(load);
      return load;
    },
    stop: () => ended(child, () => child.disconnect()),
  };
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
