import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { test } from '../support/test.js';

/** Every property over a parser, and how many inputs it is given when FUZZ_RUNS is 1. */
export const INPUTS = {
  'links: queries': 2500,
  'links: the same said otherwise': 800,
  'links: hosts': 2000,
  'links: reviews': 2000,
  'links: cut reviews': 4000,
  'ids: numbers': 1500,
  'ids: place ids': 2000,
  'ids: feature ids': 1000,
  'ids: protobuf': 1500,
  'ids: map data': 1500,
  'ids: short links': 800,
  'wire: place answers': 1200,
  'wire: search answers': 600,
  'wire: documents': 600,
  'wire: arrays in a text': 1500,
  'wire: paths': 800,
  'reviews: batches': 1500,
  'reviews: records': 2000,
  'reviews: page data': 1000,
  'reviews: cards': 1200,
  'reviews: verdicts': 1000,
  'pages: labels': 1200,
  'pages: panels': 1200,
  'pages: statistics': 1200,
  'pages: places': 600,
  'requests: parameters': 1500,
  'requests: bodies': 1500,
  'requests: configuration': 1000,
} as const;

/** The same inputs in every run unless FUZZ_SEED says otherwise; a failure prints seed and counterexample. */
export const SEED = wholeNumber('FUZZ_SEED', 20_261_121);
/** Multiplies the number of inputs: `npm run fuzz` tries fifty times as many as `npm test`. */
export const TIMES = Number(process.env.FUZZ_RUNS ?? 0.2);

/** What one input may cost at most: a regular expression that runs away costs seconds. */
const SLOWEST_MS = 200;
/** All inputs of a property together; only an input that is never done with takes so long. */
const PATIENCE_MS = 60_000 * Math.max(1, TIMES);

/**
 * Declares the test of one property. `holds` throws for an input that breaks it (or is slow with one) and names
 * what the input came to; every name of `outcomes` must come up, or the inputs do not try what they should.
 */
export function fuzz<T, O extends string>(
  name: keyof typeof INPUTS,
  outcomes: readonly O[],
  input: fc.Arbitrary<T>,
  holds: (input: T) => O,
): void {
  test(name, () => {
    test.setTimeout(PATIENCE_MS * 2);
    const seen = new Set<O>();
    let last: T | undefined;
    const property = fc.property(input, (value) => {
      last = value;
      seen.add(inTime(() => holds(value)));
    });
    const isDone = interruptible(() =>
      fc.assert(property, { seed: SEED, numRuns: Math.ceil(INPUTS[name] * TIMES) }),
    );
    assert.ok(isDone, `FUZZ_SEED=${SEED}: never done with ${fc.stringify(last)}`);
    const unseen = outcomes.filter((outcome) => !seen.has(outcome));
    assert.deepEqual(unseen, [], 'no input came to this');
  });
}

/** Runs work that may never end; false when it had to be broken off. Nothing else stops a regular expression. */
function interruptible(work: () => void): boolean {
  try {
    new Script('work()').runInContext(createContext({ work }), { timeout: PATIENCE_MS });
    return true;
  } catch (error) {
    // An error of the other context: no instance of this one's.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** The processor is shared and code is compiled on the way: processor time counts, and what is slow every time. */
function inTime<O>(work: () => O): O {
  for (let attempt = 1; ; attempt += 1) {
    const since = performance.now();
    const before = process.cpuUsage();
    const outcome = work();
    const { user, system } = process.cpuUsage(before);
    const took = Math.min(performance.now() - since, (user + system) / 1000);
    if (took <= SLOWEST_MS) return outcome;
    assert.ok(attempt < 4, `one input took ${Math.round(took)} ms; ${SLOWEST_MS} are allowed`);
  }
}

function wholeNumber(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isSafeInteger(value)) return value;
  throw new Error(`${name} must be a whole number`);
}
