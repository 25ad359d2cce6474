import { inTurns, measureCpu } from './measure.js';
import { OPTIONS } from './options.js';
import {
  type Arena,
  type Ask,
  answerTo,
  forkScript,
  requestOf,
  startService,
  withCleanup,
} from './processes.js';
import { markdownTable, type Section } from './report.js';
import { median, numberText, quantile, spreadText } from './statistics.js';
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

/** Answers a second, milliseconds of an answer, processor microseconds of the server for an answer. */
type Turn = Readonly<Record<'perSecond' | 'p50' | 'p99' | 'cpuMicros', number>>;

const CONNECTIONS = 32;
const WHY_CACHED =
  'A bare route does none of what an answer of the service has: checks of the input, the key and the limits, eleven security headers, a request id, a deadline, counters and a line in the log. Each costs one to six microseconds, where the whole bare answer takes some fifteen; what was merely wasteful has been taken out.';

/** Lets the servers answer in turns, as fast as they can. Throws when one answers anything else than the others. */
export function measureThroughput(arena: Arena): Promise<Section> {
  const [rounds, seconds] = OPTIONS.quick ? [2, 1] : [5, 4];
  return withCleanup(async (keep) => {
    const start = (env = {}) => keep(startService(arena, { DETAILS_CACHE_SECONDS: '3600', ...env }));
    const service = await start();
    const quiet = await start({ LOG_LEVEL: 'warn' });
    const answers = {
      details: await answerTo(service.address, ASKS.details),
      convert: await answerTo(service.address, ASKS.convert),
    };
    await answerTo(quiet.address, ASKS.details);
    const koa = await keep(forkScript('bare-koa.ts', [answers.details, answers.convert]));
    const servers = { service, quiet, koa: { pid: koa.pid, address: `http://127.0.0.1:${koa.first}/api` } };
    const generator = await keep(forkScript('peers/load-generator.mjs'));
    const take = async ({ ask, server }: Side, duration: number): Promise<Turn> => {
      const { address, pid } = servers[server];
      const order = {
        ...requestOf(ASKS[ask]),
        ...{ url: address + ASKS[ask].path, expectBody: answers[ask], connections: CONNECTIONS, duration },
      };
      const { result, cpuSeconds } = await measureCpu(pid, () =>
        generator.ask<{ readonly ms: readonly number[]; readonly seconds: number }>(order),
      );
      const { ms, seconds: passed } = result;
      const cpuMicros = (cpuSeconds / ms.length) * 1e6;
      return { perSecond: ms.length / passed, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99), cpuMicros };
    };
    // Unmeasured: the just-in-time compilers.
    for (const side of SIDES) await take(side, seconds / 2);
    return report(await inTurns(SIDES, rounds, (side) => take(side, seconds)));
  });
}

function report(turns: ReadonlyMap<Side, readonly Turn[]>): Section {
  /** Answers a second ÷ those of Koa in the same round. */
  const toKoa = (side: Side) => {
    const koa = SIDES.find(({ ask, server }) => ask === side.ask && server === 'koa');
    const theirs = (koa && turns.get(koa)) ?? [];
    return (turns.get(side) ?? []).map(
      ({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN),
    );
  };
  const rows = [...turns].map(([side, own]) => {
    const of = (name: keyof Turn) => own.map((turn) => turn[name]);
    return [
      side.title,
      spreadText(of('perSecond')),
      side.server === 'koa' ? '' : spreadText(toKoa(side), 2),
      spreadText(of('cpuMicros')),
      ...(['p50', 'p99'] as const).map((name) => numberText(median(of(name)), 1)),
    ];
  });
  const cached = median(toKoa(SIDES[1]));
  return {
    goals: [['cached answers per second ÷ a bare Koa route', cached, '≥', 0.35, WHY_CACHED]],
    text: [
      '### Answers without the provider',
      `${CONNECTIONS} connections of autocannon in a process of its own; each sends its next request as soon as it has an answer. Every answer must have status 200 and the same body. Percentiles come from the time of each answer: autocannon’s own are whole milliseconds. One server process each; the service writes its access lines to /dev/null.`,
      markdownTable([['server', 'a second', '÷ bare Koa', 'CPU µs an answer', 'p50 ms', 'p99'], ...rows]),
    ].join('\n\n'),
  };
}
