import { AppError } from '../../../src/contract/errors.js';
import { type Attempt, proveAbsence } from '../../../src/controls/prove-absence.js';
import { madeUp } from '../../support/made-up.js';
import { expect, test } from '../../support/test.js';

// The order of loads and controls behind a negative answer (verdicts.md, rules 4 to 6).

/** `absent` and `said`: not shown, and the page says so in its own words. Any other text is what ends the proof. */
type Load = 'absent' | 'said' | 'shown';

interface Setup {
  readonly loads: readonly Load[];
  readonly wordsSuffice?: boolean;
  /** Absences that are needed: always the same, or one number for each time it is asked. */
  readonly needed?: number | (() => number);
  /** Thrown by the control of that number, counted from 1. */
  readonly failing?: { readonly control: number; readonly error: AppError };
  readonly unsound?: AppError;
}

/** Runs a proof and tells in which order it loaded what. */
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
      return { kind: 'absent', evidence: order.length, saysSo: load === 'said' };
    },
    control: async () => {
      controls += 1;
      order.push('control');
      if (failing?.control === controls) throw failing.error;
      return `control ${controls}`;
    },
    controls: {
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

test('absent, control, absent, control', async () => {
  expect(await run({ loads: ['absent', 'absent'] })).toEqual({
    order: ['absent', 'control', 'absent', 'control', 'sound?'],
    outcome: {
      kind: 'absent',
      rounds: [
        { evidence: 1, saysSo: false, control: 'control 1' },
        { evidence: 3, saysSo: false, control: 'control 2' },
      ],
    },
  });
});

test("the page's own words in both loads leave out the control between, never the one at the end", async () => {
  expect(await run({ loads: ['said', 'said'] })).toEqual({
    order: ['said', 'said', 'control', 'sound?'],
    outcome: {
      kind: 'absent',
      rounds: [
        { evidence: 1, saysSo: true, control: null },
        { evidence: 2, saysSo: true, control: 'control 1' },
      ],
    },
  });
});

test('words in the first load alone: the control between is made up for by a third round', async () => {
  expect(await orderOf({ loads: ['said', 'absent', 'absent'] })).toBe(
    'said, absent, control, absent, control, sound?',
  );
});

test('words in the second load alone leave nothing out', async () => {
  expect(await orderOf({ loads: ['absent', 'said'] })).toBe('absent, control, said, control, sound?');
});

for (const first of ['absent', 'said'] as const) {
  test(`after recent trouble three rounds, each with its control: ${first}`, async () => {
    const { order, outcome } = await run({ loads: [first, first, first], needed: 3 });
    expect(order.join(', ')).toBe(`${first}, control, ${first}, control, ${first}, control, sound?`);
    expect(outcome).toMatchObject({ kind: 'absent', rounds: [{}, {}, {}] });
  });
}

test('trouble that comes during the proof calls for the third round, also where words left a control out', async () => {
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

test('one sighting decides, in whichever load it comes, and tells how many absences it contradicts', async () => {
  expect(await run({ loads: ['shown'] })).toEqual({
    order: ['shown'],
    outcome: { kind: 'over', outcome: 'a place', absences: 0 },
  });
  expect(await run({ loads: ['absent', 'shown'] })).toEqual({
    order: ['absent', 'control', 'shown'],
    outcome: { kind: 'over', outcome: 'a place', absences: 1 },
  });
  expect(await run({ loads: ['said', 'shown'] })).toMatchObject({ outcome: { kind: 'over', absences: 1 } });
  expect(await run({ loads: ['absent', 'absent', 'shown'], needed: 3 })).toMatchObject({
    outcome: { kind: 'over', absences: 2 },
  });
});

test('where words suffice, two loads that say so need no control at all', async () => {
  expect(await run({ loads: ['said', 'said'], wordsSuffice: true })).toEqual({
    order: ['said', 'said'],
    outcome: {
      kind: 'absent',
      rounds: [
        { evidence: 1, saysSo: true, control: null },
        { evidence: 2, saysSo: true, control: null },
      ],
    },
  });
});

test('where words suffice, they do so after recent trouble as well', async () => {
  expect(await orderOf({ loads: ['said', 'said'], wordsSuffice: true, needed: 3 })).toBe('said, said');
  expect(await orderOf({ loads: ['said', 'absent', 'said', 'absent'], wordsSuffice: true, needed: 3 })).toBe(
    'said, absent, control, said, control, absent, control, sound?',
  );
});

test('where words suffice, loads that do not both say so need controls as ever', async () => {
  for (const [loads, order] of [
    [['absent', 'absent'], 'absent, control, absent, control, sound?'],
    [['absent', 'said'], 'absent, control, said, control, sound?'],
    [['said', 'absent', 'absent'], 'said, absent, control, absent, control, sound?'],
  ] as const)
    expect(await orderOf({ loads, wordsSuffice: true })).toBe(order);
});

const FAILURE = new AppError('provider_unavailable', madeUp('not shown'));

for (const control of [1, 2]) {
  test(`control ${control} that fails ends the proof with its error`, async () => {
    const { outcome } = await run({ loads: ['absent', 'absent'], failing: { control, error: FAILURE } });
    expect(outcome).toEqual({ error: FAILURE });
  });
}

test('nothing is proven while controls are suspended, whatever this proof read', async () => {
  const { outcome } = await run({ loads: ['absent', 'absent'], unsound: FAILURE });
  expect(outcome).toEqual({ error: FAILURE });
});
