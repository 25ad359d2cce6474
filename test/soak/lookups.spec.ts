import { setTimeout as sleep } from 'node:timers/promises';
import { loadCases } from '../../fixtures/provider/cases.js';
import { startStandIn } from '../../fixtures/provider/server.js';
import { lookupPlaces, PLACE_IDS } from '../bench/workload.js';
import { NO_PROCESS_LIST } from '../support/chromium-processes.js';
import { expect, test } from '../support/test.js';
import { type SoakedService, startSoakedService } from './service.js';

// Rendered lookups again and again: what the service holds after the last part is compared with the first part. With
// SOAK_LEAK_MB=0.5, which keeps half a megabyte for each request, the test must fail.
test.skip(NO_PROCESS_LIST !== false, String(NO_PROCESS_LIST));
test.setTimeout(7_200_000);

/** `npm run soak` makes 5,000. */
const LOOKUPS = Number(process.env.SOAK_LOOKUPS ?? 120);
const PART = Math.min(LOOKUPS / 2, 1_000);
const CONTEXTS = 2;
/** Memory may grow by less than this part of what it was after the first part. */
const MAX_GROWTH = 0.1;
/** A busy machine refuses: such a lookup is asked again. More refusals for each lookup end the soak. */
const REFUSALS = ['browser_unavailable', 'deadline_exceeded', 'overloaded'];
const MAX_REFUSED = 1;
/** Idle pages are closed after a minute. Until then they keep their garbage: the heap differs by a third. */
const REST_MS = 180_000;

test('after rendered lookups without end the service holds what it held after the first ones', async () => {
  await using standIn = await startStandIn({ cases: [...loadCases(), ...lookupPlaces()] });
  const service = await startSoakedService(standIn, {
    TUNING: JSON.stringify({ usesFastPath: false }),
    BROWSER_CONTEXTS: String(CONTEXTS),
    DETAILS_CACHE_SECONDS: '0',
    IDENTIFIER_CACHE_SECONDS: '0',
  });
  const parts: Awaited<ReturnType<typeof heldBy>>[] = [];
  let ending: Awaited<ReturnType<SoakedService['stop']>>;
  try {
    for (let done = 0; done < LOOKUPS; done += PART) {
      standIn.requests.length = 0;
      await lookUp(service, PART);
      const pages = standIn.requests.filter(({ path }) => path.startsWith('/maps/place')).length;
      expect(pages, 'each lookup loads a page').toBeGreaterThanOrEqual(PART);
      parts.push(await heldBy(service));
    }
  } finally {
    ending = await service.stop();
  }
  expect(ending.exit).toBe(0);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error('fewer than two parts');
  const most = {
    ...{ heap: first.heap * (1 + MAX_GROWTH), memory: first.memory * (1 + MAX_GROWTH) },
    // Chromium keeps one spare renderer, connections idle, and one context may be closing.
    ...{ processes: first.processes + 1, sockets: first.sockets + 4, contexts: first.contexts + 1 },
    ...{ others: first.others, temporaryFiles: first.temporaryFiles },
  };
  const grown = Object.entries(most).filter(([name, limit]) => last[name as keyof typeof most] > limit);
  expect(grown, JSON.stringify(parts)).toEqual([]);
});

/** Each answer must be the place that was asked for. */
async function lookUp({ url }: SoakedService, count: number): Promise<void> {
  const waiting = Array.from({ length: count }, (_, index) => PLACE_IDS[index % PLACE_IDS.length] ?? '');
  let refused = 0;
  const client = async () => {
    for (let placeId = waiting.pop(); placeId !== undefined; placeId = waiting.pop()) {
      const response = await fetch(`${url}/api/details?placeid=${placeId}`);
      const { data, error } = (await response.json()) as Record<string, Record<string, unknown> | undefined>;
      if (REFUSALS.includes(String(error?.code))) {
        waiting.push(placeId);
        refused += 1;
        expect(refused, String(error?.code)).toBeLessThanOrEqual(MAX_REFUSED * count);
      } else expect([response.status, data?.place_id]).toEqual([200, placeId]);
    }
  };
  await Promise.all(Array.from({ length: CONTEXTS }, client));
}

/** Waits until all pages are closed: what the service holds then, it holds for good. */
async function heldBy(service: SoakedService) {
  const until = performance.now() + REST_MS;
  while ((await service.poolSize()) > 0) {
    expect(performance.now(), 'idle pages are closed').toBeLessThan(until);
    await sleep(1_000);
  }
  const { heap, contexts } = await service.held();
  const temporaryFiles = service.temporaryFiles().length;
  const [memory, processes] = [service.memory(), service.chromium()];
  return { heap, memory, processes, ...service.handles(), temporaryFiles, contexts };
}
