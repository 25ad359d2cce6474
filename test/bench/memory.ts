import { setTimeout as sleep } from 'node:timers/promises';
import { highestPss, pssOf, runBatch } from './measure.js';

import {
  type Arena,
  CONTESTANTS,
  type ContestantName,
  EVERYONE,
  endingAll,
  lookUp,
  OPTIONS,
  type Served,
  STOPPED,
  startContestant,
  startRendered,
  startStandIn,
} from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { at, numberText } from './statistics.js';
import { PLACE_IDS } from './workload.js';

const AT_ONCE = 8;
/** Time for launches, clean-up and the next garbage collection to end. */
const REST_MS = 2_000;
/** The service closes contexts that were idle for a minute, and looks every half. */
const LONG_REST_MS = 100_000;
/** With BROWSER_IDLE_MINUTES=1, Chromium is closed a minute after its last context, checked every 6 s. */
const CLOSED_WITHIN_MS = 180_000;
const CHECK_EVERY_MS = 5_000;
const PARTS = 4;
const RETIRED =
  'Retired goals: at most 250 MB with a Chromium that is kept (at the start, and after a rest), 125 MB at rest without it, 700 MB at the peak. After a rest all contexts are closed, and the live heap of Node.js is some 55 MB. The rest is what Chromium’s browser and GPU processes keep, and what V8 has not collected yet. Without a GPU process (some 36 MB), the code that draws foreign pages would run in the browser process; without warm contexts, each lookup would cost a quarter more.';
const WHAT_HOLDS =
  'Read from the code, not measured: the service keeps each context, with its HTTP cache and its renderer, for a minute after its last lookup, so that the next lookup starts warm; bare Playwright closes each context at once. A smaller `BROWSER_CONTEXTS` frees memory.';
/** As after the start of the service (start.ts): Chromium has to be started, Node.js is running. */
const FIRST_LOOKUP_MS = 1_500;
const [LOOKUPS, REQUESTS] = OPTIONS.quick ? [8, 400] : [40, 10_000];

/** Megabytes; `rested` is null for bare Playwright. */
interface Row {
  readonly name: ContestantName;
  readonly idle: number;
  readonly highest: number;
  readonly afterwards: number;
  readonly rested: number | null;
}

function load(one: Served, count: number) {
  const chosen = Array.from({ length: count }, (_, index) => at(PLACE_IDS, index));
  return runBatch(chosen, AT_ONCE, (placeId) => lookUp(one, placeId));
}

/** Megabytes after a rest. */
async function rested({ pid }: Served, ms: number): Promise<number> {
  await sleep(ms, undefined, { signal: STOPPED });
  return pssOf(pid);
}

/**
 * Megabytes (PSS of the process tree) of every contestant that has the machine to itself, of the service after very
 * many requests, and of the service without Chromium.
 */
export async function measureMemory(arena: Arena): Promise<Section> {
  const rows: Row[] = [];
  for (const name of EVERYONE) rows.push(await endingAll(() => measureAlone(name, arena)));
  const undelayed = { ...arena, provider: await startStandIn() };
  const long = await endingAll(() => measureLong(undelayed));
  const closed = await endingAll(() => measureClosed(arena));
  const of = (wanted: ContestantName) => rows.find(({ name }) => name === wanted);
  const fastPathRested = of('fastPath')?.rested ?? Number.NaN;
  const ofFastPath = 'by the HTTP fast path and a rest, Chromium closed, MB';
  const ofRendered = 'memory after rendered lookups and a rest, Chromium';
  const goals: readonly Goal[] = [
    [`memory after lookups ${ofFastPath}`, fastPathRested, '≤', 150],
    [`memory after ${numberText(REQUESTS)} lookups ${ofFastPath}`, long.rested, '≤', 150],
    [`${ofRendered} closed, MB`, closed.rested, '≤', 150],
    ['first rendered lookup after a rest, Chromium closed, ms', closed.firstMs, '≤', FIRST_LOOKUP_MS],
  ];
  const text = [
    '### Memory',
    `PSS of the process tree in MB, each contestant alone. The load is ${LOOKUPS} lookups, eight at once. “Idle” is two seconds after the start, “afterwards” two seconds after the load, when contexts are kept; the rest is 100 seconds, when the service has closed unused contexts and, by the HTTP fast path, Chromium (BROWSER_IDLE_MINUTES=1).`,
    table(rows, {
      contestant: ({ name }) => CONTESTANTS[name].title,
      idle: ({ idle }) => numberText(idle),
      'under load (highest)': ({ highest }) => numberText(highest),
      afterwards: ({ afterwards }) => numberText(afterwards),
      'after a rest': (row) => (row.rested === null ? '' : numberText(row.rested)),
    }),
    `${numberText(REQUESTS)} requests by the HTTP fast path, eight at once, stand-in without delays, ${numberText(long.seconds)} s: ${long.atRest.join(', ')}, ${numberText(long.rested)} MB after a rest; highest ${numberText(long.highest)} MB.`,
    `${numberText(LOOKUPS)} rendered lookups, eight at once, and a rest until Chromium is closed (BROWSER_IDLE_MINUTES=1): ${numberText(closed.rested)} MB. The next rendered lookup takes ${numberText(closed.firstMs)} ms; the last one before the rest took ${numberText(closed.warmMs)} ms.`,
    WHAT_HOLDS,
    RETIRED,
  ].join('\n\n');
  return { goals, text };
}

async function measureAlone(name: ContestantName, arena: Arena): Promise<Row> {
  const one = await startContestant(name, arena);
  const idle = await rested(one, REST_MS);
  const highest = await highestPss(one.pid, () => load(one, LOOKUPS));
  const afterwards = await rested(one, REST_MS);
  return {
    name,
    idle,
    highest,
    afterwards,
    rested: name === 'bare' ? null : await rested(one, LONG_REST_MS),
  };
}

async function measureLong(undelayed: Arena) {
  const one = await startContestant('fastPath', undelayed);
  const atRest = [`${numberText(await rested(one, REST_MS))} MB after 0`];
  const share = Math.ceil(REQUESTS / PARTS);
  let highest = 0;
  let seconds = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const ofPart = await highestPss(one.pid, async () => {
      seconds += (await load(one, share)).wallMs / 1000;
    });
    highest = Math.max(highest, ofPart);
    atRest.push(`${numberText(await rested(one, REST_MS))} MB after ${numberText(share * part)}`);
  }
  return { atRest, highest, seconds, rested: await rested(one, LONG_REST_MS) };
}

async function measureClosed(arena: Arena) {
  const one = await startRendered(arena, { BROWSER_IDLE_MINUTES: '1' });
  await load(one, LOOKUPS);
  const warmMs = (await load(one, 1)).wallMs;
  const giveUpAt = performance.now() + CLOSED_WITHIN_MS;
  for (let browser = ''; browser !== 'idle'; ) {
    if (performance.now() > giveUpAt) throw new Error(`Chromium was not closed: ${browser}`);
    await sleep(CHECK_EVERY_MS, undefined, { signal: STOPPED });
    const ready = await fetch(new URL('/readyz', one.address));
    browser = (await ready.json()).checks.browser;
  }
  return { warmMs, rested: await rested(one, REST_MS), firstMs: (await load(one, 1)).wallMs };
}
