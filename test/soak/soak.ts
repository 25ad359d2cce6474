import { setTimeout as sleep } from 'node:timers/promises';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { exceeded, type Measure, measureAtRest, measureAtWork, settled } from './baseline.js';
import { makeTrouble } from './faults.js';
import { type Gate, startGate } from './gate.js';
import { type Ending, type Held, type SoakedService, startSoakedService } from './service.js';
import { loadTruth, type Truth } from './truth.js';
import { type Outcome, runWave } from './wave.js';

export interface SoakOptions {
  /** dist/main.js */
  readonly main: string;
  readonly seed: string;
  readonly waves: number;
  readonly requestsPerWave: number;
  /** Before the first wave, uncounted: lazy code is loaded, every page was open once. */
  readonly warmUpRequests: number;
  readonly contexts: number;
  readonly requestTimeoutMs: number;
  readonly reviewsTimeoutMs: number;
  /** How long the service may take to be well and at the baseline again after a wave. */
  readonly recoveryMs: number;
  readonly onProgress?: (text: string) => void;
}

export interface WaveResult {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  /** From the end of the trouble to the first good answers. */
  readonly recoveredMs: number;
  readonly measured: Measure;
  /** The same in every detail. */
  readonly held: Held;
}

export interface SoakResult {
  readonly waves: readonly WaveResult[];
  readonly trouble: ReadonlyMap<string, number>;
  /** Messages of level error in the service's log. */
  readonly errors: ReadonlyMap<string, number>;
  readonly ending: Ending;
  /** Every broken promise, in words; none = the soak has passed. */
  readonly broken: readonly string[];
  readonly seconds: number;
}

/** Runs the whole soak; rejects only when it cannot be run at all. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const since = performance.now();
  const standIn = await startStandIn();
  const gate = await startGate(standIn.address);
  try {
    const service = await startSoakedService({ main: options.main, env: environment(gate, options) });
    const trouble = new Map<string, number>();
    const waves: WaveResult[] = [];
    let ending: Ending;
    try {
      const sides = { service, standIn, gate, truth: loadTruth(), trouble, options };
      await ask(sides, 0, options.warmUpRequests);
      await recovery(sides);
      for (let number = 1; number <= options.waves; number += 1) {
        const wave = await runOne(sides, number, options.requestsPerWave, waves[0]?.measured ?? null);
        waves.push(wave);
        options.onProgress?.(`wave ${number} of ${options.waves}: ${Math.round(wave.seconds)} s`);
      }
      // The last browser was killed to measure without it: the end is that of a service at work.
      await recovery(sides);
    } finally {
      ending = await service.stop();
    }
    const result = {
      waves,
      trouble,
      errors: service.errors,
      ending,
      seconds: (performance.now() - since) / 1000,
    };
    return { ...result, broken: brokenPromises(result, options) };
  } finally {
    await gate.close();
    await standIn.close();
  }
}

/** Turns of lists and other bulk checks that a small bulk check may have to wait for. */
const WAITS_OF_BULK = 3;

interface Sides {
  readonly service: SoakedService;
  readonly standIn: StandIn;
  readonly gate: Gate;
  readonly truth: Truth;
  readonly trouble: Map<string, number>;
  readonly options: SoakOptions;
}

async function runOne(
  sides: Sides,
  number: number,
  requests: number,
  baseline: Measure | null,
): Promise<WaveResult> {
  const since = performance.now();
  const outcomes = await ask(sides, number, requests);
  const seconds = (performance.now() - since) / 1000;
  const recoveredMs = await recovery(sides);
  return { outcomes, seconds, recoveredMs, ...(await measure(sides, baseline)) };
}

/** Requests of every kind while there is trouble of every kind; afterwards the provider is well. */
async function ask(sides: Sides, number: number, requests: number): Promise<readonly Outcome[]> {
  const { service, standIn, truth, trouble, options } = sides;
  const over = new AbortController();
  const troubled = makeTrouble({
    standIn,
    killBrowser: service.killBrowser,
    roll: dice(`${options.seed}/trouble/${number}`),
    longestMs: options.requestTimeoutMs,
    signal: over.signal,
    made: trouble,
  });
  try {
    return await runWave({
      url: service.url,
      truth,
      roll: dice(`${options.seed}/requests/${number}`),
      requests,
      concurrency: 2 * options.contexts,
      deadlines: {
        request: options.requestTimeoutMs,
        reviews: options.reviewsTimeoutMs,
        // Of a few links. Their clocks stand still while lists and other bulk checks hold the pages they share.
        bulk: WAITS_OF_BULK * (options.requestTimeoutMs + options.reviewsTimeoutMs),
      },
    });
  } finally {
    over.abort();
    await troubled;
    standIn.reset();
  }
}

/** Once with every page of the pool open, then without browser and connections. */
async function measure(
  sides: Sides,
  baseline: Measure | null,
): Promise<Pick<WaveResult, 'measured' | 'held'>> {
  const { service, gate, options } = sides;
  // A page that could not be cleaned in time is given up; on a machine under load some are.
  for (let attempt = 0; attempt < 5 && (await service.poolSize()) < options.contexts; attempt += 1) {
    await fillPool(sides);
    await sleep(250);
  }
  const atWork = await settled(service, measureAtWork, limits(baseline, options), options.recoveryMs);
  service.killBrowser();
  gate.cut();
  const atRest = await settled(service, measureAtRest, baseline, options.recoveryMs);
  return { measured: { ...atWork.measured, ...atRest.measured }, held: atRest.held };
}

/** What a wave is held against: the first one, and what is known beforehand. */
function limits(baseline: Measure | null, { contexts }: SoakOptions): Partial<Measure> {
  const known = { contexts: contexts + (baseline?.unanswered ?? 0) };
  return { ...baseline, ...known };
}

/** Waits until the service is well again, and opens every page of its pool. Infinity when it stays unwell. */
async function recovery(sides: Sides): Promise<number> {
  const since = performance.now();
  const { recoveryMs } = sides.options;
  while (!(await fillPool(sides))) {
    if (performance.now() - since > recoveryMs) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return performance.now() - since;
}

/**
 * All searches at once: more than the pool has pages. Nothing but a page can read nearly all of them, while lists and
 * bulk checks have only half of the pages. False when one fails.
 */
async function fillPool({ service, truth }: Sides): Promise<boolean> {
  const searches = truth.placeRequests.filter(({ path }) => path.startsWith('/api/search'));
  const statuses = await Promise.all(
    searches.map(async ({ path }) => {
      const answer = await fetch(service.url + path, { headers: { connection: 'close' } });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return statuses.every((status) => status === 200);
}

function brokenPromises({ waves, ending }: Omit<SoakResult, 'broken'>, options: SoakOptions): string[] {
  const [first] = waves;
  const baseline = limits(first?.measured ?? null, options);
  const told = waves.flatMap(({ outcomes, recoveredMs, measured, held }, index) => {
    const wave = `wave ${index + 1}`;
    const grown = exceeded(measured, baseline);
    return [
      ...outcomes.flatMap(({ kind, broken }) => broken.map((what) => `${wave}, ${kind}: ${what}`)),
      ...(Number.isFinite(recoveredMs) ? [] : [`${wave}: the service did not recover`]),
      ...grown.map((name) => `${wave}: ${name} ${measured[name]}, at the baseline ${baseline[name]}`),
      ...(grown.length > 0 && first !== undefined ? [`${wave}: ${growth(held, first.held)}`] : []),
    ];
  });
  const answers = waves.flatMap(({ outcomes }) => outcomes);
  const good = answers.filter(({ code }) => code === 'success').length;
  // A soak in which nothing works proves nothing; how much does is the machine's, and each wave ends well again.
  if (good < answers.length * 0.1) told.push(`only ${good} of ${answers.length} requests succeeded`);
  if (ending.exit !== 0) told.push(`the service ended with ${ending.exit}, not 0`);
  if (ending.orphans > 0) told.push(`${ending.orphans} processes outlived the service`);
  if (ending.temporaryFiles.length > 0)
    told.push(`temporary files left: ${ending.temporaryFiles.join(', ')}`);
  return told;
}

/** Which classes have grown most, for whoever has to find out why. */
function growth(now: Held, before: Held): string {
  const parts = (['byClass', 'listenersByClass'] as const).map((table) => {
    const grown = Object.entries(now[table])
      .map(([name, count]) => ({ name, more: count - (before[table][name] ?? 0) }))
      .filter(({ more }) => more > 0)
      .sort((one, other) => other.more - one.more)
      .slice(0, 8);
    return `${table}: ${grown.map(({ name, more }) => `${name} +${more}`).join(', ')}`;
  });
  return parts.join('; ');
}

function environment(gate: Gate, options: SoakOptions): Record<string, string> {
  return {
    LOG_LEVEL: 'info',
    EGRESS_OVERRIDE: gate.address,
    CHROMIUM_SANDBOX: 'off',
    BROWSER_CONTEXTS: String(options.contexts),
    REQUEST_TIMEOUT_MS: String(options.requestTimeoutMs),
    REVIEWS_TIMEOUT_MS: String(options.reviewsTimeoutMs),
    REVIEWS_PAGE_DELAY_MS: '10',
    RATE_LIMIT_PER_MINUTE: '0',
    LISTS_PER_CLIENT: '0',
    BULK_PER_CLIENT: '0',
    MAX_LISTS: '0',
    PROVIDER_LOADS_PER_MINUTE: '0',
    BREAKER_COOLDOWN_MS: '100',
    IDENTIFIER_CACHE_SECONDS: '0',
    DETAILS_CACHE_SECONDS: '0',
    CONTEXT_MAX_USES: '20',
  };
}
