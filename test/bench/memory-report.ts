import { CONTESTANTS } from './contestants.js';
import { atMost, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import type { MemoryResults } from './memory.js';
import type { SectionResults } from './results.js';
import { numberText, spreadText } from './statistics.js';

export function reportMemory(data: MemoryResults): SectionResults {
  return { data, goals: memoryGoals(data), text: memoryText(data) };
}

const WHY_RESTED =
  'All contexts are closed and the live heap of Node.js is some 55 MB then. What is above the memory after the start is what Chromium’s browser and GPU processes keep, and what V8 has not collected yet.';

/** As after the start of the service (start.ts): Chromium has to be started, Node.js is running. */
const FIRST_LOOKUP_MS = 1_500;

function memoryGoals({ rows, longRun, closed }: MemoryResults): readonly Goal[] {
  const ours = rows.find(({ contestant }) => contestant === 'light');
  const after = rows.find(({ contestant }) => contestant === 'rendered');
  if (ours === undefined || after === undefined) return [];
  const asked = longRun.atRest.at(-1)?.requests ?? 0;
  return [
    atMost('idle memory after the start, MB', ours.idle.median, 250),
    atMost(
      'memory after lookups by the HTTP fast path and a rest, Chromium closed, MB',
      ours.rested ?? Number.NaN,
      150,
      WHY_RESTED,
    ),
    atMost(
      'memory after rendered lookups and a rest, Chromium kept, MB',
      after.rested ?? Number.NaN,
      250,
      WHY_RESTED,
    ),
    atMost(
      `memory after ${numberText(asked)} lookups by the HTTP fast path and a rest, Chromium closed, MB`,
      longRun.rested,
      150,
      WHY_RESTED,
    ),
    atMost(
      'memory after rendered lookups and a rest, Chromium closed, MB',
      closed.rested.median,
      150,
      WHY_RESTED,
    ),
    atMost('first rendered lookup after a rest, Chromium closed, ms', closed.firstMs.median, FIRST_LOOKUP_MS),
  ];
}

function memoryText({ lookups, rows, longRun, closed }: MemoryResults): string {
  const { atRest, rested, highest, seconds } = longRun;
  const total = atRest.at(-1)?.requests ?? 0;
  return [
    '### Memory',
    `PSS of the process tree in MB, each contestant alone on the machine. The load is ${lookups} lookups, eight at once; idle is two seconds after the start, two seconds after the load, when contexts are kept, and 100 seconds after it, when the service has closed those nobody used, and, by the HTTP fast path, Chromium (BROWSER_IDLE_MINUTES=1).`,
    markdownTable([
      ['contestant', 'idle', 'under load (highest)', 'afterwards', 'after a rest'],
      ...rows.map(({ contestant, idle, underLoad, afterwards, rested }) => [
        CONTESTANTS[contestant].title,
        ...[idle, underLoad, afterwards].map((spread) => spreadText(spread)),
        rested === null ? '' : numberText(rested),
      ]),
    ]),
    `The service through ${numberText(total)} requests answered by the HTTP fast path, eight at once, stand-in without delays, no cache, ${numberText(seconds)} s: at rest ${atRest.map(({ requests, megabytes }) => `${numberText(megabytes)} MB after ${numberText(requests)}`).join(', ')}, ${numberText(rested)} MB after a rest of 100 s; highest ${numberText(highest)} MB.`,
    `After ${numberText(lookups)} rendered lookups, eight at once, and a rest in which the service closes its contexts and then Chromium (BROWSER_IDLE_MINUTES=1): ${spreadText(closed.rested)} MB. The first rendered lookup then takes ${spreadText(closed.firstMs)} ms; the last one before the rest took ${spreadText(closed.warmMs)} ms.`,
  ].join('\n\n');
}
