import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from './contestants.js';
import { startCpuMeter } from './process-tree.js';
import type { Served } from './processes.js';
import { quantile, type Spread, spreadOf } from './statistics.js';
import { type AskKind, orderOf, type Servers, withServers } from './throughput-servers.js';
import { at } from './workload.js';

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

interface Turn {
  readonly side: ThroughputSide;
  readonly round: number;
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50: number;
  readonly p99: number;
}

const CONNECTIONS = 32;
const BREATH_MS = 200;
const NAMES = Object.keys(SIDES) as ThroughputSide[];

/** Lets the servers answer in turns, as fast as they can. Throws when one answers anything else than the others. */
export function measureThroughput(
  arena: Arena,
  { rounds, seconds }: ThroughputPlan,
  signal: AbortSignal,
): Promise<ThroughputResults> {
  return withServers(arena, async (servers) => {
    const take = (side: ThroughputSide, round: number, length: number) => {
      signal.throwIfAborted();
      return takeTurn(side, round, length, servers);
    };
    // Unmeasured: the just-in-time compilers.
    for (const side of NAMES) await take(side, 0, seconds / 2);
    const turns: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let index = 0; index < NAMES.length; index += 1)
        turns.push(await take(at(NAMES, round + index), round, seconds));
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
  const served: Served = servers[server];
  const meter = startCpuMeter(served.pid);
  try {
    const before = meter.read();
    const { path, ...request } = orderOf(ask);
    const url = new URL(path, served.address).href;
    const expectBody = servers.answers[ask];
    const load = await servers.generator.run({
      ...request,
      url,
      expectBody,
      connections: CONNECTIONS,
      seconds,
    });
    await sleep(BREATH_MS);
    const cpuSeconds = meter.read() - before;
    const { answers, p50, p99 } = load;
    return {
      side,
      round,
      perSecond: answers / load.seconds,
      cpuMicros: (cpuSeconds / answers) * 1e6,
      p50,
      p99,
    };
  } finally {
    meter.stop();
  }
}

function rowOf(side: ThroughputSide, turns: readonly Turn[]): ThroughputRow {
  const own = turns.filter((turn) => turn.side === side);
  const koa = SIDES[side].ask === 'details' ? 'koaDetails' : 'koaConvert';
  const koaIn = (round: number) =>
    turns.find((turn) => turn.side === koa && turn.round === round)?.perSecond ?? Number.NaN;
  return {
    side,
    title: SIDES[side].title,
    perSecond: spreadOf(own.map(({ perSecond }) => perSecond)),
    toKoa: side === koa ? null : spreadOf(own.map(({ round, perSecond }) => perSecond / koaIn(round))),
    cpuMicros: spreadOf(own.map(({ cpuMicros }) => cpuMicros)),
    p50: quantile(
      own.map(({ p50 }) => p50),
      0.5,
    ),
    p99: quantile(
      own.map(({ p99 }) => p99),
      0.5,
    ),
  };
}
