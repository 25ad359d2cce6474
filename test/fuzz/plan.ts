import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { test } from '../support/test.js';

/** The same inputs in every run unless FUZZ_SEED says otherwise; a failure prints seed and counterexample. */
export const SEED = wholeNumber('FUZZ_SEED', 20_261_121);
/** Multiplies the number of inputs: `npm run fuzz` tries fifty times as many as `npm test`. */
export const TIMES = Number(process.env.FUZZ_RUNS ?? 0.2);

/** Maximum time of one input: a regular expression that backtracks without end takes seconds. */
const SLOWEST_MS = 200;
/** Maximum time of all inputs of a property; only an endless input takes so long. */
const PATIENCE_MS = 60_000 * Math.max(1, TIMES);

/**
 * Collects the tests of properties. The spec declares `all` of them itself, with `test.describe(all)`: an argument
 * FILE of Playwright is compared with the place of that line.
 *
 * `fuzz` tests one property with `inputs` inputs, when FUZZ_RUNS is 1. `holds` throws for an input that breaks the
 * property, and returns the outcome. Every one of `outcomes` must occur: otherwise the inputs are too uniform.
 */
export function properties() {
  const tests: (() => void)[] = [];
  const fuzz = <T, O extends string>(
    name: string,
    inputs: number,
    outcomes: readonly O[],
    input: fc.Arbitrary<T>,
    holds: (input: T) => O,
  ) => tests.push(() => test(name, () => check(inputs, outcomes, input, holds)));
  const all = () => {
    for (const declare of tests) declare();
  };
  return { fuzz, all };
}

function check<T, O extends string>(
  inputs: number,
  outcomes: readonly O[],
  input: fc.Arbitrary<T>,
  holds: (input: T) => O,
): void {
  test.setTimeout(PATIENCE_MS * 2);
  const seen = new Set<O>();
  let last: T | undefined;
  const property = fc.property(input, (value) => {
    last = value;
    seen.add(inTime(() => holds(value)));
  });
  const isDone = interruptible(() => fc.assert(property, { seed: SEED, numRuns: Math.ceil(inputs * TIMES) }));
  assert.ok(isDone, `FUZZ_SEED=${SEED}: never done with ${fc.stringify(last)}`);
  const unseen = outcomes.filter((outcome) => !seen.has(outcome));
  assert.deepEqual(unseen, [], 'no input came to this');
}

/** Runs work that may never end; false when it was stopped. Only a script of `node:vm` can stop a regular expression. */
function interruptible(work: () => void): boolean {
  try {
    new Script('work()').runInContext(createContext({ work }), { timeout: PATIENCE_MS });
    return true;
  } catch (error) {
    // The error comes from another context, so it is no instance of this context's Error.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/** Measures CPU time, because the machine is shared, and allows slow attempts, because code is compiled on the way. */
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
