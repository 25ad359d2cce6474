import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases } from '../../fixtures/provider/cases.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { lookupPlaces, PLACE_IDS } from '../bench/workload.js';
import { type SoakedService, startSoakedService } from './service.js';
import type { SoakResult } from './soak.js';

export interface LookupSoakOptions {
  /** Lookups in all, and in one part: the first part is what the last one is compared with. */
  readonly lookups: number;
  readonly part: number;
  /** Pages at once. */
  readonly contexts: number;
  /** No part begins after this time, in milliseconds: a slow machine makes fewer lookups. */
  readonly limitMs: number;
  readonly onProgress?: (text: string) => void;
}

/** What the service holds after a part, at rest. Sizes are megabytes. */
interface Part {
  readonly lookups: number;
  readonly seconds: number;
  /** Pages of the pool while the memory was read, after a collection in each of them. */
  readonly pages: number;
  /** The heap of Node.js after a collection. */
  readonly heap: number;
  /** The process and everything it started (PSS). */
  readonly memory: number;
  /** The part of it that the renderers have. */
  readonly pageMemory: number;
  /** Chromium's processes, with every page of the pool open. */
  readonly processes: number;
  readonly sockets: number;
  readonly otherFiles: number;
  readonly temporaryFiles: number;
  readonly contexts: number;
}

/** Memory may grow by less than this part of what it was after the first part. */
const MAX_GROWTH = 0.1;
/** Time for the cleaning of contexts; shorter than the time after which an idle context is closed. */
const REST_MS = 5_000;
/** Chromium keeps one spare renderer. */
const SPARE_PROCESSES = 1;
/** Idle connections. */
const SPARE_SOCKETS = 4;

/** Looks places up again and again, each by a rendered page, and compares what the service holds. */
export async function soakLookups(options: LookupSoakOptions): Promise<SoakResult> {
  await using standIn = await startStandIn({ cases: [...loadCases(), ...lookupPlaces()] });
  const service = await startSoakedService(standIn, {
    TUNING: JSON.stringify({ usesFastPath: false }),
    BROWSER_CONTEXTS: String(options.contexts),
    DETAILS_CACHE_SECONDS: '0',
    IDENTIFIER_CACHE_SECONDS: '0',
  });
  const parts: Part[] = [];
  let exit: number | string;
  try {
    const since = performance.now();
    let done = 0;
    while (done < options.lookups && performance.now() - since < options.limitMs) {
      const count = Math.min(options.part, options.lookups - done);
      const begun = performance.now();
      await lookUp(service, standIn, count, options.contexts);
      const seconds = (performance.now() - begun) / 1_000;
      done += count;
      // Chromium has a process for each open page, and idle pages are closed after a minute.
      for (let fill = 0; fill < 5 && (await service.poolSize()) < options.contexts; fill += 1)
        await lookUp(service, standIn, 4 * options.contexts, options.contexts);
      await sleep(REST_MS);
      parts.push({ lookups: done, seconds, ...(await heldBy(service)) });
      options.onProgress?.(`${done} of ${options.lookups}: ${Math.round(seconds)} s`);
    }
  } finally {
    ({ exit } = await service.stop());
  }
  const broken = [
    ...brokenPromises(parts, options.contexts),
    ...(exit === 0 ? [] : [`the service ended with ${exit}`]),
  ];
  return { broken, text: report(parts, options, broken) };
}

/** Each answer must be the place that was asked for, and each lookup must load a page. */
async function lookUp(
  { url }: SoakedService,
  standIn: StandIn,
  count: number,
  atOnce: number,
): Promise<void> {
  const waiting = Array.from(
    { length: count },
    (_, index) => PLACE_IDS[index % PLACE_IDS.length] ?? '',
  ).values();
  const client = async () => {
    for (const placeId of waiting) {
      const response = await fetch(`${url}/api/details?placeid=${placeId}`);
      const { data } = (await response.json()) as { data?: { place_id?: string } };
      assert.deepEqual([response.status, data?.place_id], [200, placeId]);
    }
  };
  standIn.requests.length = 0;
  await Promise.all(Array.from({ length: atOnce }, client));
  const pages = standIn.requests.filter(({ path }) => path.startsWith('/maps/place')).length;
  assert.ok(pages >= count, `${count} lookups loaded ${pages} pages`);
}

async function heldBy(service: SoakedService): Promise<Omit<Part, 'lookups' | 'seconds'>> {
  const pages = await service.collect();
  // The count of live objects takes long on a busy machine, and pages may be closed meanwhile.
  const processes = service.chromium();
  const { memory, pageMemory } = { memory: service.memory(), pageMemory: service.pageMemory() };
  const { sockets, others: otherFiles } = service.handles();
  const temporaryFiles = service.temporaryFiles().length;
  const { heap, contexts } = await service.held();
  return { pages, heap, memory, pageMemory, processes, sockets, otherFiles, temporaryFiles, contexts };
}

function brokenPromises(parts: readonly Part[], contexts: number): readonly string[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || first === last) return ['fewer than two parts were made'];
  const bounds: readonly (readonly [keyof Part, number])[] = [
    ['heap', first.heap * (1 + MAX_GROWTH)],
    ['memory', first.memory * (1 + MAX_GROWTH)],
    ['processes', first.processes + SPARE_PROCESSES],
    ['sockets', first.sockets + SPARE_SOCKETS],
    ['otherFiles', first.otherFiles],
    ['temporaryFiles', first.temporaryFiles],
    // One context may be closing, as in soak.ts.
    ['contexts', first.contexts + 1],
  ];
  const grown = bounds
    .filter(([name, most]) => last[name] > most)
    .map(([name]) => `${name} grew from ${first[name]} to ${last[name]}`);
  // Each page has a process: memory of other numbers of pages is not comparable.
  const unlike = parts.filter(({ pages }) => pages !== contexts);
  return [
    ...unlike.map((part) => `after ${part.lookups} lookups ${part.pages} of ${contexts} pages were open`),
    ...grown,
  ];
}

function report(parts: readonly Part[], { contexts }: LookupSoakOptions, broken: readonly string[]): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const names = [
    'lookups',
    'seconds of the part',
    'pages',
    'heap, MB',
    'memory of all processes, MB',
    'of pages, MB',
  ];
  const counts = ['Chromium processes', 'sockets', 'other files', 'temporary files', 'contexts'];
  return [
    `Rendered lookups, ${contexts} at once, measured ${REST_MS / 1_000} s after each part: ${broken.length} broken promises.`,
    [
      row([...names, ...counts]),
      row([...names, ...counts].map(() => '---:')),
      ...parts.map((part) =>
        row([
          ...[
            part.lookups,
            Math.round(part.seconds),
            part.pages,
            part.heap.toFixed(1),
            Math.round(part.memory),
          ],
          Math.round(part.pageMemory),
          ...[part.processes, part.sockets, part.otherFiles, part.temporaryFiles, part.contexts],
        ]),
      ),
    ].join('\n'),
    ...broken.map((fault) => `- ${fault}`),
  ].join('\n\n');
}
