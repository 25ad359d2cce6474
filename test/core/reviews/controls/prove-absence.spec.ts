import { AppError, PROVIDER_UNAVAILABLE } from '../../../../src/core/errors.js';
import { type Attempt, proveAbsence } from '../../../../src/core/reviews/proof/prove-absence.js';
import { madeUp } from '../../../support/made-up.js';
import { expect, test } from '../../../support/test.js';

// The order of loads and controls behind a negative answer (verdicts.md, rules 4 to 6).

/** `absent`: not shown. `said`: not shown, and the page states it in its own words. */
type Load = 'absent' | 'said' | 'shown';

interface Setup {
  readonly loads: readonly Load[];
  readonly wordsSuffice?: boolean;
  /** The number of absences that the controls need. */
  readonly needed?: number | (() => number);
  /** Thrown by the control of that number, counted from 1. */
  readonly failing?: { readonly control: number; readonly error: AppError };
  readonly unsound?: AppError;
}

/** Runs a proof; returns its outcome and the order of its loads and controls. */
async function run({ loads, wordsSuffice = false, needed = 2, failing, unsound }: Setup) {
  const order: string[] = [];
  const left = [...loads];
  let controls = 0;
  const proof = proveAbsence<string, number, string>({
    wordsSuffice,
    attempt: async (): Promise<Attempt<string, number>> => {
      const load = left.shift();
      if (load === undefined) throw new Error('more loads than told');
      order.push(load);
      if (load === 'shown') return { kind: 'over', outcome: 'a place' };
      return { kind: 'absent', signs: order.length, saysSo: load === 'said' };
    },
    control: async () => {
      controls += 1;
      order.push('control');
      if (failing?.control === controls) throw failing.error;
      return `control ${controls}`;
    },
    trust: {
      absencesNeeded: typeof needed === 'number' ? () => needed : needed,
      assertSound: () => {
        order.push('sound?');
        if (unsound !== undefined) throw unsound;
      },
    },
  });
  const outcome = await proof.catch((error: unknown) => ({ error }));
  return { order, outcome };
}

const orderOf = async (setup: Setup) => (await run(setup)).order.join(', ');

test('returns the rounds of absences and controls', async () => {
  expect(await run({ loads: ['absent', 'absent'] })).toEqual({
    order: ['absent', 'control', 'absent', 'control', 'sound?'],
    outcome: {
      kind: 'absent',
      rounds: [
        { signs: 1, saysSo: false, control: 'control 1' },
        { signs: 3, saysSo: false, control: 'control 2' },
      ],
    },
  });
});

const ORDERS: Readonly<Record<string, readonly [Setup, order: string]>> = {
  "the page's own words leave out the control between, never the last control": [
    { loads: ['said', 'said'] },
    'said, said, control, sound?',
  ],
  'words in the first load alone: a third round replaces the missing control': [
    { loads: ['said', 'absent', 'absent'] },
    'said, absent, control, absent, control, sound?',
  ],
  'words in the second load alone leave out no control': [
    { loads: ['absent', 'said'] },
    'absent, control, said, control, sound?',
  ],
  'after recent trouble: three rounds, each with its control': [
    { loads: ['absent', 'absent', 'absent'], needed: 3 },
    'absent, control, absent, control, absent, control, sound?',
  ],
  'after recent trouble words leave out no control': [
    { loads: ['said', 'said', 'said'], needed: 3 },
    'said, control, said, control, said, control, sound?',
  ],
  'words that suffice need no control': [
    { loads: ['said', 'said'], wordsSuffice: true, needed: 3 },
    'said, said',
  ],
  'words that suffice in one load of two: controls as usual': [
    { loads: ['absent', 'said'], wordsSuffice: true },
    'absent, control, said, control, sound?',
  ],
  'words that suffice in the first load alone: a third round replaces the missing control': [
    { loads: ['said', 'absent', 'absent'], wordsSuffice: true },
    'said, absent, control, absent, control, sound?',
  ],
  'words that suffice in two loads that do not follow each other, after recent trouble': [
    { loads: ['said', 'absent', 'said', 'absent'], wordsSuffice: true, needed: 3 },
    'said, absent, control, said, control, absent, control, sound?',
  ],
};

for (const [what, [setup, order]] of Object.entries(ORDERS))
  test(`loads and controls alternate; words of the page replace controls only where they may: ${what}`, async () => {
    expect(await orderOf(setup)).toBe(order);
  });

test('trouble during the proof needs a third round, also where words replaced a control', async () => {
  let hasTrouble = false;
  const needed = () => {
    const now = hasTrouble ? 3 : 2;
    hasTrouble = true;
    return now;
  };
  expect(await orderOf({ loads: ['said', 'said', 'said', 'said'], needed })).toBe(
    'said, said, control, said, control, said, control, sound?',
  );
});

test('one sighting in any load decides, and the proof counts the absences that it contradicts', async () => {
  for (const [loads, order, absences] of [
    [['shown'], 'shown', 0],
    [['absent', 'shown'], 'absent, control, shown', 1],
    [['said', 'shown'], 'said, shown', 1],
    [['absent', 'absent', 'shown'], 'absent, control, absent, control, shown', 2],
  ] as const) {
    const result = await run({ loads, needed: absences === 2 ? 3 : 2 });
    expect(result.order.join(', ')).toBe(order);
    expect(result.outcome).toEqual({ kind: 'over', outcome: 'a place', absences });
  }
});

const FAILURE = new AppError(PROVIDER_UNAVAILABLE, madeUp('not shown'));

test('the error of a control ends the proof', async () => {
  for (const control of [1, 2]) {
    const { outcome } = await run({ loads: ['absent', 'absent'], failing: { control, error: FAILURE } });
    expect(outcome, `control ${control}`).toEqual({ error: FAILURE });
  }
});

test('proves nothing while negative answers are suspended', async () => {
  const { outcome } = await run({ loads: ['absent', 'absent'], unsound: FAILURE });
  expect(outcome).toEqual({ error: FAILURE });
});
