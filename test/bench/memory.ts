import { setTimeout as sleep } from 'node:timers/promises';
import { askDetails, CONTESTANTS, type Contestant, EVERYONE, startContestant } from './contestants.js';
import { measureMemoryUse, pssOf, runBatch } from './measure.js';
import { OPTIONS, STOPPED } from './options.js';
import { type Arena, startService, withCleanup } from './processes.js';
import { type Goal, markdownTable, type Section } from './report.js';
import { at, numberText } from './statistics.js';
import { lookupPlaceIds } from './workload.js';

const AT_ONCE = 8;
/** Time for launches, clean-up and the next garbage collection to end. */
const REST_MS = 2_000;
/** The service closes contexts that were idle for a minute, and looks every half. */
const LONG_REST_MS = 100_000;
/** With BROWSER_IDLE_MINUTES=1, Chromium is closed a minute after its last context, checked every 6 s. */
const CLOSED_WITHIN_MS = 180_000;
const CHECK_EVERY_MS = 5_000;
const PARTS = 4;
const PLACE_IDS = lookupPlaceIds();
const WHY_RESTED =
  'All contexts are closed and the live heap of Node.js is some 55 MB then. What is above the memory after the start is what Chromium’s browser and GPU processes keep, and what V8 has not collected yet. Chromium without a GPU process (some 36 MB) would reach the goal, but then the code that draws foreign pages would run in the browser process.';
/** As after the start of the service (start.ts): Chromium has to be started, Node.js is running. */
const FIRST_LOOKUP_MS = 1_500;

/**
 * Megabytes (PSS of the process tree) of every contestant that has the machine to itself, of the service after very
 * many requests, and of the service without Chromium. `undelayed` is an arena whose stand-in answers at once.
 */
export async function measureMemory(arena: Arena, undelayed: Arena): Promise<Section> {
  const [lookups, requests] = OPTIONS.quick ? [8, 400] : [40, 10_000];
  const rest = () => sleep(LONG_REST_MS, undefined, { signal: STOPPED });
  const load = async (one: Pick<Contestant, 'lookup'>, count: number) => {
    const chosen = Array.from({ length: count }, (_, index) => at(PLACE_IDS, index));
    await runBatch(chosen, AT_ONCE, one.lookup);
  };
  const rows = new Map<
    string,
    { idle: number; highest: number; afterwards: number; rested: number | null }
  >();
  for (const name of EVERYONE) {
    const row = await withCleanup(async (keep) => {
      const one = await keep(startContestant(name, arena));
      await sleep(REST_MS);
      const { before, highest } = await measureMemoryUse(one.pid, () => load(one, lookups));
      await sleep(REST_MS);
      const afterwards = pssOf(one.pid);
      if (one.address === null) return { idle: before, highest, afterwards, rested: null };
      await rest();
      return { idle: before, highest, afterwards, rested: pssOf(one.pid) };
    });
    rows.set(name, row);
  }
  const long = await withCleanup(async (keep) => {
    const one = await keep(startContestant('light', undelayed));
    await sleep(REST_MS);
    const atRest = [`${numberText(pssOf(one.pid))} MB after 0`];
    const since = performance.now();
    let highest = 0;
    for (let part = 1; part <= PARTS; part += 1) {
      const share = Math.ceil(requests / PARTS);
      highest = Math.max(highest, (await measureMemoryUse(one.pid, () => load(one, share))).highest);
      await sleep(REST_MS);
      atRest.push(`${numberText(pssOf(one.pid))} MB after ${numberText(share * part)}`);
    }
    const seconds = (performance.now() - since - PARTS * REST_MS) / 1000;
    await rest();
    return { atRest, rested: pssOf(one.pid), highest, seconds };
  });
  const closed = await withCleanup(async (keep) => {
    const env = { LIGHT_LANE: 'off', BROWSER_IDLE_MINUTES: '1' };
    const { address, pid } = await keep(startService(arena, env));
    const lookup = (placeId: string) => askDetails(address, placeId);
    const timed = async () => (await runBatch(PLACE_IDS.slice(0, 1), 1, lookup)).wallMs;
    await load({ lookup }, lookups);
    const warmMs = await timed();
    await untilClosed(address);
    return { warmMs, rested: pssOf(pid), firstMs: await timed() };
  });
  const restedOf = (name: string) => rows.get(name)?.rested ?? Number.NaN;
  const ofFastPath = 'by the HTTP fast path and a rest, Chromium closed, MB';
  const idle = rows.get('light')?.idle ?? Number.NaN;
  const goals: readonly Goal[] = [
    ['idle memory after the start, MB', idle, '≤', 250],
    [`memory after lookups ${ofFastPath}`, restedOf('light'), '≤', 150, WHY_RESTED],
    [
      'memory after rendered lookups and a rest, Chromium kept, MB',
      restedOf('rendered'),
      '≤',
      250,
      WHY_RESTED,
    ],
    [`memory after ${numberText(requests)} lookups ${ofFastPath}`, long.rested, '≤', 150, WHY_RESTED],
    ['memory after rendered lookups and a rest, Chromium closed, MB', closed.rested, '≤', 150, WHY_RESTED],
    ['first rendered lookup after a rest, Chromium closed, ms', closed.firstMs, '≤', FIRST_LOOKUP_MS],
  ];
  const text = [
    '### Memory',
    `PSS of the process tree in MB, each contestant alone on the machine. The load is ${lookups} lookups, eight at once; idle is two seconds after the start, two seconds after the load, when contexts are kept, and 100 seconds after it, when the service has closed those nobody used, and, by the HTTP fast path, Chromium (BROWSER_IDLE_MINUTES=1).`,
    markdownTable([
      ['contestant', 'idle', 'under load (highest)', 'afterwards', 'after a rest'],
      ...EVERYONE.map((name) => [
        CONTESTANTS[name].title,
        ...Object.values(rows.get(name) ?? {}).map((value) => (value === null ? '' : numberText(value))),
      ]),
    ]),
    `The service through ${numberText(requests)} requests answered by the HTTP fast path, eight at once, stand-in without delays, no cache, ${numberText(long.seconds)} s: at rest ${long.atRest.join(', ')}, ${numberText(long.rested)} MB after a rest of 100 s; highest ${numberText(long.highest)} MB.`,
    `After ${numberText(lookups)} rendered lookups, eight at once, and a rest in which the service closes its contexts and then Chromium (BROWSER_IDLE_MINUTES=1): ${numberText(closed.rested)} MB. The first rendered lookup then takes ${numberText(closed.firstMs)} ms; the last one before the rest took ${numberText(closed.warmMs)} ms.`,
  ].join('\n\n');
  return { goals, text };
}

/** Waits until the service has closed Chromium, and `REST_MS` more. */
async function untilClosed(address: string): Promise<void> {
  const giveUpAt = performance.now() + CLOSED_WITHIN_MS;
  for (let browser = ''; browser !== 'idle'; ) {
    if (performance.now() > giveUpAt) throw new Error(`Chromium was not closed: ${browser}`);
    await sleep(CHECK_EVERY_MS, undefined, { signal: STOPPED });
    const ready = await fetch(new URL('/readyz', address));
    browser = (await ready.json()).checks.browser;
  }
  await sleep(REST_MS);
}
