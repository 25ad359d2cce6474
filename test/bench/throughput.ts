import { inTurns, measureCpu } from './measure.js';
import {
  type Arena,
  type Ask,
  answerTo,
  forkScript,
  requestOf,
  startService,
  withCleanup,
} from './processes.js';
import { atLeast, markdownTable, type Section } from './report.js';
import { numberText, quantile, spreadOf, spreadText } from './statistics.js';
import { lookupPlaceIds } from './workload.js';

const [PLACE_ID = ''] = lookupPlaceIds();
/** The two requests that need no provider: details that are cached, and a conversion by arithmetic. */
export const ASKS = {
  details: { path: `/details?placeid=${PLACE_ID}` },
  convert: { path: '/convert', body: { place_id: PLACE_ID } },
} as const satisfies Record<string, Ask>;

/** Who answers what, without asking the provider. */
const SIDES = [
  { title: 'bare Koa: a route with the same details', ask: 'details', server: 'koa' },
  { title: 'place-lookup: /details, cached', ask: 'details', server: 'service' },
  { title: 'the same, LOG_LEVEL=warn: no access lines', ask: 'details', server: 'quiet' },
  { title: 'bare Koa: body parser, the same conversion', ask: 'convert', server: 'koa' },
  { title: 'place-lookup: /convert', ask: 'convert', server: 'service' },
  { title: 'the same, LOG_LEVEL=warn', ask: 'convert', server: 'quiet' },
] as const;
type Side = (typeof SIDES)[number];

/** What the load generator says: milliseconds of every answer, and how long it sent requests. */
interface Load {
  readonly ms: readonly number[];
  readonly seconds: number;
}

interface Turn {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor microseconds an answer, of the server alone. */
  readonly cpuMicros: number;
}

const CONNECTIONS = 32;
const WHY_CACHED =
  'A bare route does none of what an answer of the service has: checks of the input, the key and the limits, eleven security headers, a request id, a deadline, counters and a line in the log. Each costs one to six microseconds, where the whole bare answer takes some fifteen; what was merely wasteful has been taken out.';

/** Lets the servers answer in turns, as fast as they can. Throws when one answers anything else than the others. */
export function measureThroughput(arena: Arena, quick: boolean, signal: AbortSignal): Promise<Section> {
  const [rounds, seconds] = quick ? [2, 1] : [5, 4];
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
    const servers = { service, quiet, koa: { ...koa, address: `http://127.0.0.1:${koa.first}/api` } };
    const generator = await fork('peers/load-generator.mjs');
    const take = async ({ ask, server }: Side, duration: number): Promise<Turn> => {
      signal.throwIfAborted();
      const { address, pid } = servers[server];
      const order = {
        url: address + ASKS[ask].path,
        ...requestOf(ASKS[ask]),
        expectBody: answers[ask],
        connections: CONNECTIONS,
        duration,
      };
      const { result, cpuSeconds } = await measureCpu(pid, () => generator.ask(order));
      if (typeof result === 'string') throw new Error(result);
      const { ms, seconds: passed } = result as Load;
      return {
        perSecond: ms.length / passed,
        cpuMicros: (cpuSeconds / ms.length) * 1e6,
        p50: quantile(ms, 0.5),
        p99: quantile(ms, 0.99),
      };
    };
    // Unmeasured: the just-in-time compilers.
    for (const side of SIDES) await take(side, seconds / 2);
    const turns = await inTurns(SIDES, rounds, (side) => take(side, seconds));
    return report(turns);
  });
}

function report(turns: ReadonlyMap<Side, readonly Turn[]>): Section {
  const toKoa = (side: Side) => {
    const koa = SIDES.find(({ ask, server }) => ask === side.ask && server === 'koa');
    const theirs = (koa && turns.get(koa)) ?? [];
    const ratios = (turns.get(side) ?? []).map(
      ({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN),
    );
    return side === koa ? null : spreadOf(ratios);
  };
  const rows = [...turns].map(([side, own]) => {
    const ratio = toKoa(side);
    const middle = (of: (turn: Turn) => number) => numberText(quantile(own.map(of), 0.5), 1);
    return [
      side.title,
      spreadText(spreadOf(own.map(({ perSecond }) => perSecond))),
      ratio === null ? '' : spreadText(ratio, 2),
      spreadText(spreadOf(own.map(({ cpuMicros }) => cpuMicros))),
      middle(({ p50 }) => p50),
      middle(({ p99 }) => p99),
    ];
  });
  const cached = toKoa(SIDES[1])?.median ?? Number.NaN;
  return {
    goals: [atLeast('cached answers per second ÷ a bare Koa route', cached, 0.35, WHY_CACHED)],
    text: [
      '### Answers without the provider',
      `${CONNECTIONS} connections of autocannon in a process of its own; each sends its next request as soon as it has an answer. Every answer must have status 200 and the same body. Percentiles come from the time of each answer: autocannon’s own are whole milliseconds. One server process each; the service writes its access lines to /dev/null.`,
      markdownTable([['server', 'a second', '÷ bare Koa', 'CPU µs an answer', 'p50 ms', 'p99'], ...rows]),
    ].join('\n\n'),
  };
}
