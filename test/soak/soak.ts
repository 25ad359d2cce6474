import { setTimeout as sleep } from 'node:timers/promises';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { contractFaults } from '../support/contract-check.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { makeTrouble } from './faults.js';
import { loadTruth, nextRequest, type SoakRequest, type Truth } from './requests.js';
import { type Ending, type SoakedService, startSoakedService } from './service.js';

export interface SoakOptions {
  readonly seed: string;
  readonly waves: number;
  readonly requestsPerWave: number;
  /** Requests before the first wave: they load lazy code and open every page once. */
  readonly warmUpRequests: number;
  readonly contexts: number;
  readonly requestTimeoutMs: number;
  readonly reviewsTimeoutMs: number;
  /** How long the service may take to recover and to be at the baseline again after a wave. */
  readonly recoveryMs: number;
}

interface SoakResult {
  /** Markdown for people. */
  readonly text: string;
  /** Every broken promise; empty = the soak has passed. */
  readonly broken: readonly string[];
}

/** What came of one request. */
interface Outcome {
  readonly kind: string;
  /** `success`, `left`, `none` (no answer at all), or the code of the failure. */
  readonly code: string;
  readonly ms: number;
  readonly broken: readonly string[];
}

/** What the service holds: at work with every page open, and at rest without browser and connections. */
type Measure = Readonly<Record<keyof typeof MEASURES, number>>;

interface Wave {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  /** From the end of the trouble to the first good answers. */
  readonly recoveredMs: number;
  readonly measured: Measure;
}

/**
 * How much each measure may grow, and how much more for each call that Playwright (1.65) never answers: when the browser
 * is killed during `newPage`, Playwright keeps that context for good.
 */
const MEASURES = {
  // Browser contexts with the pool full: one may be closing, and two may be of a killed browser. Five waves on a slow
  // machine had 5, 4, 4, 4 and 4 with a pool of 3: they do not add up.
  contexts: [() => 3, 1],
  // Chromium processes with the pool full: a spare renderer.
  chromium: [() => 2, 0],
  // Megabytes after a collection: compiled code.
  heap: [(mb: number) => Math.max(2, mb * 0.05), 0.15],
  // Listeners on the process.
  processListeners: [() => 0, 0],
  // Listeners on live emitters and signals, and these themselves: of browsers that are gone. Ten waves of five runs had
  // 191 to 431 listeners and 141 to 220 objects, in no order.
  listeners: [() => 250, 40],
  objects: [() => 120, 44],
  // Idle connections.
  sockets: [() => 2, 0],
  otherHandles: [() => 0, 0],
  temporaryFiles: [() => 0, 0],
  // Calls that Playwright never answered.
  unanswered: [() => Number.POSITIVE_INFINITY, 0],
} as const;
const NAMES = Object.keys(MEASURES) as readonly (keyof Measure)[];

/** A deadline may be exceeded by this: the answer has to be written, sent and read on a machine under load. */
const MARGIN_MS = 10_000;
/** How long a client waits after a failure of the provider, as after Retry-After. */
const PAUSE_MS = 400;
/** Turns of lists and other bulk checks that a small bulk check may have to wait for. */
const WAITS_OF_BULK = 3;
let asked = 0;
/** The next request comes from another client, as from many people behind a proxy. */
const nextClient = () => {
  asked += 1;
  return { 'x-forwarded-for': `198.51.100.${asked % 200}` };
};

/** Refusals of a valid request while the provider or the browser is in trouble. */
const HONEST = [
  ...['provider_blocked', 'provider_unavailable', 'browser_unavailable', 'deadline_exceeded', 'overloaded'],
];

interface Sides {
  readonly service: SoakedService;
  readonly standIn: StandIn;
  /** The way to the stand-in: connections that are kept for later would count as leaks. */
  readonly gate: TcpProxy;
  readonly truth: Truth;
  readonly trouble: Map<string, number>;
  readonly options: SoakOptions;
}

/** Runs the whole soak; rejects only when it cannot run at all. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const standIn = await startStandIn();
  const gate = await startTcpProxy({ port: Number(standIn.address.split(':')[1]) });
  try {
    const service = await startSoakedService(standIn, environment(gate, options));
    const sides = { service, standIn, gate, truth: loadTruth(), trouble: new Map<string, number>(), options };
    const waves: Wave[] = [];
    let ending: Ending;
    try {
      await ask(sides, 0, options.warmUpRequests);
      await recovery(sides);
      for (let number = 1; number <= options.waves; number += 1) {
        waves.push(await runWave(sides, number, waves[0]?.measured ?? null));
      }
      // The last browser was killed for the measurement: the service ends with a browser.
      await recovery(sides);
    } finally {
      ending = await service.stop();
    }
    const broken = brokenPromises(waves, ending, options);
    return { broken, text: report(sides, waves, broken) };
  } finally {
    await gate.close();
    await standIn.close();
  }
}

async function runWave(sides: Sides, number: number, baseline: Measure | null): Promise<Wave> {
  const since = performance.now();
  const outcomes = await ask(sides, number, sides.options.requestsPerWave);
  const seconds = (performance.now() - since) / 1000;
  const recoveredMs = await recovery(sides);
  return { outcomes, seconds, recoveredMs, measured: await measure(sides, baseline) };
}

/** Sends requests of every kind, twice as many at a time as there are pages, while there is trouble of every kind. */
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
  const roll = dice(`${options.seed}/requests/${number}`);
  const outcomes: Outcome[] = [];
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const outcome = await send(nextRequest(truth, roll), sides);
      outcomes.push(outcome);
      // Without a pause, all requests of a wave would be refused within a moment.
      if (outcome.code.startsWith('provider_')) await sleep(PAUSE_MS);
    }
  };
  try {
    await Promise.all(Array.from({ length: 2 * options.contexts }, client));
    return outcomes;
  } finally {
    over.abort();
    await troubled;
    standIn.reset();
  }
}

async function send(request: SoakRequest, { service, options }: Sides): Promise<Outcome> {
  const { kind, path, body, accept, leavesAfterMs } = request;
  const deadlines = {
    request: options.requestTimeoutMs,
    reviews: options.reviewsTimeoutMs,
    // The clocks of a bulk check stand still while lists and other bulk checks hold the pages that they share.
    bulk: WAITS_OF_BULK * (options.requestTimeoutMs + options.reviewsTimeoutMs),
  };
  const limit = deadlines[request.deadline] + MARGIN_MS;
  // A request that hangs is given up long after its deadline, and has no answer.
  const signal = AbortSignal.timeout(leavesAfterMs ?? limit * 3);
  const since = performance.now();
  const outcome = (code: string, broken: readonly string[]): Outcome => ({
    ...{ kind, code, ms: performance.now() - since },
    broken: broken.map((fault) => `${kind}, ${path}: ${fault}`),
  });
  const method = body === null ? 'GET' : 'POST';
  try {
    const headers = {
      ...nextClient(),
      connection: 'close',
      accept,
      ...(body !== null && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(service.url + path, { method, headers, body, signal });
    const text = await answer.text();
    const ms = performance.now() - since;
    const late = ms > limit ? [`late: ${Math.round(ms)} ms, ${limit} are allowed`] : [];
    const faults = contractFaults({ method, path, status: answer.status, headers: answer.headers, text });
    const judged =
      faults.length > 0 ? { code: `status ${answer.status}`, broken: faults } : judge(request, text);
    return outcome(judged.code, [...judged.broken, ...late]);
  } catch (error) {
    if (leavesAfterMs !== null && signal.aborted) return outcome('left', []);
    return outcome('none', [`no answer: ${error}`]);
  }
}

/** Judges an answer that is as the OpenAPI document has it. */
function judge({ expects, lies }: SoakRequest, text: string): { code: string; broken: readonly string[] } {
  const [first, ...more] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (first.error !== undefined && first.type === undefined) {
    const { code } = first.error;
    const isExpected = expects === 'success' ? HONEST.includes(code) : code === expects;
    return { code, broken: isExpected ? [] : [`answered ${text}`] };
  }
  // The lines of a bulk check: its last line is the summary.
  const lines = [first, ...more];
  const data = first.type === undefined ? first.data : { ...lines.at(-1), results: lines.slice(0, -1) };
  return { code: 'success', broken: expects === 'success' ? lies(data) : ['it should have been refused'] };
}

/** Waits until the service answers again, with every page of its pool open. Infinity = it does not recover. */
async function recovery(sides: Sides): Promise<number> {
  const since = performance.now();
  while (!(await fillPool(sides))) {
    if (performance.now() - since > sides.options.recoveryMs) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return performance.now() - since;
}

/** All searches at once: more than the pool has pages, and nearly all need a page. False when one fails. */
async function fillPool({ service, truth }: Sides): Promise<boolean> {
  const searches = truth.places.filter(({ path }) => path.startsWith('/api/search'));
  const statuses = await Promise.all(
    searches.map(async ({ path }) => {
      const answer = await fetch(service.url + path, { headers: { ...nextClient(), connection: 'close' } });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return statuses.every((status) => status === 200);
}

/** Measures with every page of the pool open, then without browser and connections. */
async function measure(sides: Sides, baseline: Measure | null): Promise<Measure> {
  const { service, gate, options } = sides;
  // A page that could not be cleaned in time is closed.
  for (let attempt = 0; attempt < 5 && (await service.poolSize()) < options.contexts; attempt += 1) {
    await fillPool(sides);
    await sleep(250);
  }
  const atWork = await settled(limits(baseline, options), options.recoveryMs, async () => {
    const { contexts, unanswered } = await service.held();
    return { contexts, chromium: service.chromium(), unanswered };
  });
  service.killBrowser();
  gate.reset();
  const atRest = await settled(baseline, options.recoveryMs, async () => {
    const { contexts: _, ...held } = await service.held();
    const { sockets, others: otherHandles } = service.handles();
    return { ...held, sockets, otherHandles, temporaryFiles: service.temporaryFiles().length };
  });
  return { ...atWork, ...atRest };
}

/** The baseline of a wave: the first wave, and what is known beforehand. */
function limits(baseline: Measure | null, { contexts }: SoakOptions): Partial<Measure> {
  return { ...baseline, contexts: contexts + (baseline?.unanswered ?? 0) };
}

/** The measures beyond their tolerance; a measure that one side lacks is not compared. */
function exceeded(now: Partial<Measure>, baseline: Partial<Measure>): readonly (keyof Measure)[] {
  const more = Math.max(0, (now.unanswered ?? 0) - (baseline.unanswered ?? 0));
  return NAMES.filter((name) => {
    const [growth, perUnanswered] = MEASURES[name];
    const [value, former] = [now[name], baseline[name]];
    if (value === undefined || former === undefined) return false;
    return value > former + growth(former) + more * perUnanswered;
  });
}

/** Measures until all measures are within their tolerance, or without a baseline until they stay the same. */
async function settled<T extends Partial<Measure>>(
  baseline: Partial<Measure> | null,
  patienceMs: number,
  take: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  for (let last: T | null = null; ; await sleep(200)) {
    const now = await take();
    const isStill = last !== null && exceeded(now, last).length + exceeded(last, now).length === 0;
    const isSettled = baseline === null ? isStill : exceeded(now, baseline).length === 0;
    if (isSettled || performance.now() > giveUpAt) return now;
    last = now;
  }
}

function brokenPromises(waves: readonly Wave[], ending: Ending, options: SoakOptions): string[] {
  const baseline = limits(waves[0]?.measured ?? null, options);
  const broken = waves.flatMap(({ outcomes, recoveredMs, measured }, index) =>
    [
      ...outcomes.flatMap((outcome) => outcome.broken),
      ...(Number.isFinite(recoveredMs) ? [] : ['the service did not recover']),
      ...exceeded(measured, baseline).map((name) => `${name}: ${measured[name]}, at first ${baseline[name]}`),
    ].map((fault) => `wave ${index + 1}: ${fault}`),
  );
  const answers = waves.flatMap(({ outcomes }) => outcomes);
  const good = answers.filter(({ code }) => code === 'success').length;
  // The number of good answers depends on the machine. Without any, the soak would prove nothing.
  if (good < answers.length * 0.1) broken.push(`only ${good} of ${answers.length} requests succeeded`);
  if (ending.exit !== 0) broken.push(`the service ended with ${ending.exit}`);
  if (ending.orphans > 0) broken.push(`${ending.orphans} processes outlived the service`);
  if (ending.temporaryFiles.length > 0)
    broken.push(`temporary files left: ${ending.temporaryFiles.join(', ')}`);
  return broken;
}

function report(
  { service, trouble, options }: Sides,
  waves: readonly Wave[],
  broken: readonly string[],
): string {
  const errors = service.log.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg);
  return [
    `Seed ${options.seed}, ${options.contexts} pages: ${broken.length} broken promises. Wave 1 is the baseline.`,
    ...waves.map(({ outcomes, ...wave }) => {
      const codes: Record<string, number> = {};
      for (const { code } of outcomes) codes[code] = (codes[code] ?? 0) + 1;
      return JSON.stringify({ codes, ...wave });
    }),
    `Trouble: ${JSON.stringify(Object.fromEntries(trouble))}`,
    `Errors in the log: ${errors.length}. ${[...new Set(errors)].join(', ')}`,
    ...broken.map((fault) => `- ${fault}`),
  ].join('\n');
}

function environment(gate: TcpProxy, options: SoakOptions): Record<string, string> {
  return {
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
    ALLOWED_HOSTS: '*',
    EGRESS_OVERRIDE: `127.0.0.1:${gate.port}`,
    BROWSER_CONTEXTS: String(options.contexts),
    REQUEST_TIMEOUT_MS: String(options.requestTimeoutMs),
    TUNING: JSON.stringify({ listTimeoutMs: options.reviewsTimeoutMs, contextMaxUses: 20 }),
    BREAKER_COOLDOWN_MS: '100',
    IDENTIFIER_CACHE_SECONDS: '0',
    DETAILS_CACHE_SECONDS: '0',
  };
}
