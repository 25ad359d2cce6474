import { type Ask, answerTo, requestOf } from './ask.js';
import type { Load, Order } from './load-generator.js';
import { lookupPlaceIds } from './places.js';
import { measureCpu } from './process-tree.js';
import { type Arena, type Forked, forkScript, type Served, startService, withCleanup } from './processes.js';
import { quantile, type Spread, spreadOf } from './statistics.js';
import { at } from './workload.js';

type AskKind = 'details' | 'convert';

const [PLACE_ID = ''] = lookupPlaceIds();
/** The two requests that need no provider: details that are cached, and a conversion by arithmetic. */
export const ASKS: Readonly<Record<AskKind, Ask>> = {
  details: { path: `/details?placeid=${PLACE_ID}` },
  convert: { path: '/convert', body: { place_id: PLACE_ID } },
};

/** Who answers what, without asking the provider. */
const SIDES = {
  koaDetails: { title: 'bare Koa: a route with the same details', ask: 'details', server: 'koa' },
  cached: { title: 'place-lookup: /details, cached', ask: 'details', server: 'service' },
  cachedQuiet: { title: 'the same, LOG_LEVEL=warn: no access lines', ask: 'details', server: 'quiet' },
  koaConvert: { title: 'bare Koa: body parser, the same conversion', ask: 'convert', server: 'koa' },
  converted: { title: 'place-lookup: /convert', ask: 'convert', server: 'service' },
  convertedQuiet: { title: 'the same, LOG_LEVEL=warn', ask: 'convert', server: 'quiet' },
} as const satisfies Record<
  string,
  { readonly title: string; readonly ask: AskKind; readonly server: 'koa' | 'service' | 'quiet' }
>;
export type ThroughputSide = keyof typeof SIDES;

export interface ThroughputRow {
  readonly side: ThroughputSide;
  readonly title: string;
  readonly perSecond: Spread;
  /** ÷ the bare Koa route of the same round; null for that itself. */
  readonly toKoa: Spread | null;
  /** Processor microseconds an answer, of the server alone. */
  readonly cpuMicros: Spread;
  /** Milliseconds, medians of the rounds. */
  readonly p50: number;
  readonly p99: number;
}

export interface ThroughputResults {
  readonly rounds: number;
  readonly connections: number;
  readonly rows: readonly ThroughputRow[];
}

export interface ThroughputPlan {
  readonly rounds: number;
  /** Of one turn. */
  readonly seconds: number;
}

interface Turn extends Pick<Load, 'p50' | 'p99'> {
  readonly side: ThroughputSide;
  readonly round: number;
  readonly perSecond: number;
  readonly cpuMicros: number;
}

interface Servers {
  /** The service as it comes, its cache filled. */
  readonly service: Served;
  /** The same without access lines. */
  readonly quiet: Served;
  /** A bare Koa server with the same answers. */
  readonly koa: Served;
  readonly generator: Forked;
  /** What every one of them must answer. */
  readonly answers: Readonly<Record<AskKind, string>>;
}

const CONNECTIONS = 32;
const NAMES = Object.keys(SIDES) as ThroughputSide[];

/** Lets the servers answer in turns, as fast as they can. Throws when one answers anything else than the others. */
export function measureThroughput(
  arena: Arena,
  { rounds, seconds }: ThroughputPlan,
  signal: AbortSignal,
): Promise<ThroughputResults> {
  return withCleanup(async (keep) => {
    const start = (env = {}) => keep(startService(arena, { DETAILS_CACHE_SECONDS: '3600', ...env }));
    const service = await start();
    const quiet = await start({ LOG_LEVEL: 'warn' });
    const answers = {
      details: await answerTo(service.address, ASKS.details),
      convert: await answerTo(service.address, ASKS.convert),
    };
    await answerTo(quiet.address, ASKS.details);
    const fork = (script: string, ...args: string[]) =>
      keep(forkScript(new URL(script, import.meta.url), args));
    const koa = await fork('bare-koa.ts', answers.details, answers.convert);
    const servers: Servers = {
      service,
      quiet,
      koa: { ...koa, address: `http://127.0.0.1:${koa.first}/api` },
      generator: await fork('load-generator.ts'),
      answers,
    };
    // Unmeasured: the just-in-time compilers.
    for (const side of NAMES) await takeTurn(side, 0, seconds / 2, servers);
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let index = 0; index < NAMES.length; index += 1) {
        signal.throwIfAborted();
        turns.push(await takeTurn(at(NAMES, round + index), round, seconds, servers));
      }
      process.stderr.write(`  throughput: round ${round + 1}: done\n`);
    }
    return { rounds, connections: CONNECTIONS, rows: NAMES.map((side) => rowOf(side, turns)) };
  });
}

async function takeTurn(
  side: ThroughputSide,
  round: number,
  seconds: number,
  servers: Servers,
): Promise<Turn> {
  const { ask, server } = SIDES[side];
  const { address, pid } = servers[server];
  const order: Order = {
    url: address + ASKS[ask].path,
    ...requestOf(ASKS[ask]),
    expectBody: servers.answers[ask],
    connections: CONNECTIONS,
    duration: seconds,
  };
  const { result, cpuSeconds } = await measureCpu(pid, () => servers.generator.ask(order));
  if (typeof result === 'string') throw new Error(result);
  const { answers, seconds: passed, p50, p99 } = result as Load;
  return { side, round, perSecond: answers / passed, cpuMicros: (cpuSeconds / answers) * 1e6, p50, p99 };
}

function rowOf(side: ThroughputSide, turns: readonly Turn[]): ThroughputRow {
  const own = turns.filter((turn) => turn.side === side);
  const koa = SIDES[side].ask === 'details' ? 'koaDetails' : 'koaConvert';
  const koaIn = (round: number) =>
    turns.find((turn) => turn.side === koa && turn.round === round)?.perSecond ?? Number.NaN;
  const all = (of: (turn: Turn) => number) => own.map(of);
  return {
    side,
    title: SIDES[side].title,
    perSecond: spreadOf(all(({ perSecond }) => perSecond)),
    toKoa: side === koa ? null : spreadOf(all(({ round, perSecond }) => perSecond / koaIn(round))),
    cpuMicros: spreadOf(all(({ cpuMicros }) => cpuMicros)),
    p50: quantile(
      all(({ p50 }) => p50),
      0.5,
    ),
    p99: quantile(
      all(({ p99 }) => p99),
      0.5,
    ),
  };
}
