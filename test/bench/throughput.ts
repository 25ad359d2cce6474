import { type Batch, type CpuUse, inTurns, measureCpu, percentile, perMinute } from './measure.js';
import { OPTIONS } from './options.js';
import { type Arena, type Ask, answerTo, dataOf, requestOf, startScript, startService } from './processes.js';
import { type Section, table } from './report.js';
import { median, numberText, spreadText } from './statistics.js';
import { PLACE_IDS } from './workload.js';

/** The two requests that need no provider: details that are cached, and a conversion by arithmetic. */
export const ASKS = {
  details: { path: `/details?placeid=${PLACE_IDS[0]}` },
  convert: { path: '/convert', body: { place_id: PLACE_IDS[0] } },
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
/** Only with `--against`. */
const EARLIER = { title: 'the same, the earlier build', ask: 'details', server: 'earlier' } as const;
type Side = (typeof SIDES)[number] | typeof EARLIER;

const CONNECTIONS = 32;
const WHY_NOT_KOA =
  'A bare Koa route is no goal: it checks no input, key or limit, and has no deadline, request id, security headers, counters or log. `--against ../earlier/dist/main.js` compares with an earlier build.';

/** Lets the servers answer in turns, as fast as they can. Throws when one answers anything else than the others. */
export async function measureThroughput(arena: Arena): Promise<Section> {
  const [rounds, seconds] = OPTIONS.quick ? [2, 1] : [5, 4];
  const start = (env = {}) => startService(arena, { DETAILS_CACHE_SECONDS: '3600', ...env });
  const service = await start();
  const quiet = await start({ LOG_LEVEL: 'warn' });
  const answers = {
    details: await answerTo(service, ASKS.details),
    convert: await answerTo(service, ASKS.convert),
  };
  await answerTo(quiet, ASKS.details);
  const { against } = OPTIONS;
  const earlier =
    against === undefined
      ? null
      : await startService(arena, { DETAILS_CACHE_SECONDS: '3600' }, undefined, against);
  if (earlier !== null) await answerTo(earlier, ASKS.details);
  const sides: readonly Side[] = earlier === null ? SIDES : [...SIDES, EARLIER];
  const koa = await startScript('bare-koa.ts', [answers.details, answers.convert]);
  const servers = { service, quiet, koa, earlier: earlier ?? service };
  const generator = await startScript('peers/load-generator.mjs');
  const take = ({ ask, server }: Side, duration: number) => {
    const { address, pid } = servers[server];
    const order = JSON.stringify({
      ...requestOf(ASKS[ask]),
      url: address + ASKS[ask].path,
      expectBody: answers[ask],
      connections: CONNECTIONS,
      duration,
    });
    return measureCpu(pid, (): Promise<Batch> => dataOf(generator, '/load?order=', order));
  };
  // Unmeasured: the just-in-time compilers.
  for (const side of sides) await take(side, seconds / 2);
  return report(await inTurns(sides, rounds, (side) => take(side, seconds)));
}

function report(turns: ReadonlyMap<Side, readonly (Batch & CpuUse)[]>): Section {
  /** Answers a second ÷ those of Koa in the same round. */
  const toKoa = (side: Side) => {
    const koa = SIDES.find(({ ask, server }) => ask === side.ask && server === 'koa');
    const theirs = ((koa && turns.get(koa)) ?? []).map(perMinute);
    return (turns.get(side) ?? []).map((turn, round) => perMinute(turn) / (theirs[round] ?? Number.NaN));
  };
  const rows = [...turns].map(([side, own]) => ({ side, own }));
  const cpuOf = (side: Side) => (turns.get(side) ?? []).map(({ cpuMs, ms }) => (cpuMs * 1000) / ms.length);
  const before = cpuOf(EARLIER);
  const toEarlier = before.map((micros, round) => (cpuOf(SIDES[1])[round] ?? Number.NaN) / micros);
  const goal = [
    'CPU of a cached /details ÷ that of the earlier build',
    median(toEarlier),
    '≤',
    0.75,
  ] as const;
  return {
    goals: before.length === 0 ? [] : [goal],
    text: [
      '### Answers without the provider',
      `${CONNECTIONS} connections of autocannon in a process of its own; each sends its next request as soon as it has an answer, which must have status 200 and the same body. One server process each; access lines go to /dev/null.`,
      table(rows, {
        server: ({ side }) => side.title,
        'a second': ({ own }) => spreadText(own.map((turn) => perMinute(turn) / 60)),
        '÷ bare Koa': ({ side }) => (side.server === 'koa' ? '' : spreadText(toKoa(side), 2)),
        'CPU µs an answer': ({ side }) => spreadText(cpuOf(side)),
        'p50 ms': ({ own }) => numberText(percentile(own, 0.5), 1),
        p99: ({ own }) => numberText(percentile(own, 0.99), 1),
      }),
      WHY_NOT_KOA,
    ].join('\n\n'),
  };
}
