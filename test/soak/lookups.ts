import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
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
  readonly refused: number;
  /** The heap of Node.js after a collection. */
  readonly heap: number;
  /** The process and everything it started (PSS). */
  readonly memory: number;
  /** Chromium's processes. */
  readonly processes: number;
  readonly sockets: number;
  readonly otherFiles: number;
  readonly temporaryFiles: number;
  readonly contexts: number;
}

/** Memory may grow by less than this part of what it was after the first part. */
const MAX_GROWTH = 0.1;
const answer = z.object({
  data: z.object({ place_id: z.string() }).optional(),
  error: z.object({ code: z.string() }).optional(),
});
const REFUSALS = ['browser_unavailable', 'deadline_exceeded', 'overloaded'];
/** More refusals for each lookup end the soak. */
const MAX_REFUSED = 1;
/**
 * Idle pages are closed after a minute, and are looked at twice a minute. Until then pages keep their garbage, and timers
 * of requests keep what they were about: the heap differs by a third.
 */
const REST_MS = 180_000;
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
      const refused = await lookUp(service, standIn, count, options.contexts);
      const seconds = (performance.now() - begun) / 1_000;
      done += count;
      parts.push({ lookups: done, seconds, refused, ...(await heldBy(service)) });
      options.onProgress?.(`${done} of ${options.lookups}: ${Math.round(seconds)} s`);
    }
  } finally {
    ({ exit } = await service.stop());
  }
  const broken = [...brokenPromises(parts), ...(exit === 0 ? [] : [`the service ended with ${exit}`])];
  return { broken, text: report(parts, options, broken) };
}

/**
 * Each answer must be the place that was asked for, and each lookup must load a page. A refusal of an overloaded machine
 * is counted and asked again: it says nothing about memory. Returns the number of refusals.
 */
async function lookUp(
  { url }: SoakedService,
  standIn: StandIn,
  count: number,
  atOnce: number,
): Promise<number> {
  const waiting = Array.from({ length: count }, (_, index) => PLACE_IDS[index % PLACE_IDS.length] ?? '');
  let refused = 0;
  const client = async () => {
    for (let placeId = waiting.pop(); placeId !== undefined; placeId = waiting.pop()) {
      const response = await fetch(`${url}/api/details?placeid=${placeId}`);
      const { data, error } = answer.parse(await response.json());
      if (error !== undefined && REFUSALS.includes(error.code)) {
        waiting.push(placeId);
        refused += 1;
        assert.ok(refused <= MAX_REFUSED * count, `${refused} of ${count} lookups: ${error.code}`);
        continue;
      }
      assert.deepEqual([response.status, data?.place_id], [200, placeId]);
    }
  };
  standIn.requests.length = 0;
  await Promise.all(Array.from({ length: atOnce }, client));
  const pages = standIn.requests.filter(({ path }) => path.startsWith('/maps/place')).length;
  assert.ok(pages >= count, `${count} lookups loaded ${pages} pages`);
  return refused;
}

/** Waits until all pages are closed: what the service holds then, it holds for good. */
async function heldBy(service: SoakedService): Promise<Omit<Part, 'lookups' | 'seconds' | 'refused'>> {
  const until = performance.now() + REST_MS;
  while ((await service.poolSize()) > 0) {
    assert.ok(performance.now() < until, 'idle pages were not closed');
    await sleep(1_000);
  }
  const { heap, contexts } = await service.held();
  const { sockets, others: otherFiles } = service.handles();
  const temporaryFiles = service.temporaryFiles().length;
  const [memory, processes] = [service.memory(), service.chromium()];
  return { heap, memory, processes, sockets, otherFiles, temporaryFiles, contexts };
}

function brokenPromises(parts: readonly Part[]): readonly string[] {
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
  return bounds
    .filter(([name, most]) => last[name] > most)
    .map(([name]) => `${name} grew from ${first[name]} to ${last[name]}`);
}

function report(parts: readonly Part[], { contexts }: LookupSoakOptions, broken: readonly string[]): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const names = ['lookups', 'seconds of the part', 'refused', 'heap, MB', 'memory of all processes, MB'];
  const counts = ['Chromium processes', 'sockets', 'other files', 'temporary files', 'contexts'];
  return [
    `Rendered lookups, ${contexts} at once, measured when all pages were closed after each part: ${broken.length} broken promises.`,
    [
      row([...names, ...counts]),
      row([...names, ...counts].map(() => '---:')),
      ...parts.map(({ lookups, seconds, refused, heap, memory, ...part }) =>
        row([
          ...[lookups, Math.round(seconds), refused, heap.toFixed(1), Math.round(memory)],
          ...[part.processes, part.sockets, part.otherFiles, part.temporaryFiles, part.contexts],
        ]),
      ),
    ].join('\n'),
    ...broken.map((fault) => `- ${fault}`),
  ].join('\n\n');
}
