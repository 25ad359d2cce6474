import {
  AppError,
  CLIENT_GONE,
  DiagnosticError,
  INVALID_REQUEST,
  NO_RESULTS,
  PROVIDER_UNAVAILABLE,
} from '../../../../src/core/errors.js';
import {
  type ControlListing,
  type ControlReading,
  Controls,
  createControlMemory,
  type TriedControl,
} from '../../../../src/core/reviews/proof/controls.js';
import { createLogger } from '../../../../src/core/runtime/logger.js';
import { type Priority, type Scope, startScope } from '../../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../../src/core/traffic/single-flight.js';
import { kindOf, madeUp } from '../../../support/made-up.js';
import { message } from '../../../support/messages.js';
import { expect, test } from '../../../support/test.js';
import { inVirtualTime, type VirtualTime } from '../../../support/virtual-time.js';

// A control proves only the load that ended before it began (verdicts.md, rules 4 to 6).

const SEEN: ControlReading<string> = { outcome: 'seen', value: '' };
const GONE: ControlReading<string> = { outcome: 'not_seen', why: 'no_rating_section' };
const UNFIT: ControlReading<string> = { outcome: 'unfit' };
const NO_CONTROL = message('noControl').text;
const UNAVAILABLE = new AppError(PROVIDER_UNAVAILABLE, madeUp('limited'));
const SUSPENDED = { code: 'provider_unavailable', message: expect.stringContaining('three good controls') };
const NOT_SHOWN = { code: 'provider_unavailable', message: expect.stringContaining('known to be visible') };

type Outcome = ControlReading<string> | Error;
/** The outcomes of the loads of each candidate; the last outcome repeats. */
type Readings = Readonly<Record<string, Outcome | readonly Outcome[]>>;

interface Setup {
  readonly names?: readonly string[];
  readonly readings?: Readings;
  /** Duration of one load. */
  readonly loadMs?: number;
  /** Thrown after the last candidate. */
  readonly trouble?: AppError;
  /** The place of each candidate; default: unknown. */
  readonly places?: Readonly<Record<string, string>>;
  /** Whether the page of its place shows a candidate; an error = the page cannot be read. */
  readonly listings?: Readonly<Record<string, ControlListing | AppError>>;
}

/** The requests of the tests are about reviews of this place, or of no known place. */
const ASKED = 'asked';

/** Controls whose candidates are seen by default. A request is the kind of link it is about. */
function setUp({ now, sleep }: VirtualTime, setup: Setup = {}) {
  const { names = ['a'], readings = {}, loadMs = 1_000, trouble, places = {}, listings = {} } = setup;
  const loads: { readonly name: string; readonly at: number }[] = [];
  const outcomes: string[] = [];
  const logged: { readonly verdicts?: string; readonly name?: string; readonly why?: string }[] = [];
  const log = createLogger('warn', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const asked: string[][] = [];
  const tried: string[] = [];
  const opened: string[] = [];
  const read = (name: string): Outcome => {
    const given = readings[name] ?? SEEN;
    if (!Array.isArray(given)) return given as Outcome;
    const before = loads.filter((load) => load.name === name).length - 1;
    return given[Math.min(before, given.length - 1)];
  };
  const controls = new Controls<string, string>({
    kind: 'review',
    memory: createControlMemory('review', log),
    flights: createSingleFlight(600_000),
    formOf: (request) => request,
    placeOf: () => (Object.keys(places).length === 0 ? null : ASKED),
    onTried: (_request, { url, outcome }: TriedControl) => void tried.push(`${url} ${outcome}`),
    candidates: async function* (requests) {
      asked.push([...requests]);
      for (const name of names) {
        yield {
          name,
          // "links/1" and "links/2" are of one source.
          source: name.split('/')[0] ?? name,
          place: places[name] ?? null,
          listing: async () => {
            opened.push(name);
            const given = listings[name] ?? 'unlisted';
            if (given instanceof AppError) throw given;
            return given;
          },
          load: async () => {
            loads.push({ name, at: now() });
            await sleep(loadMs);
            const reading = read(name);
            if (reading instanceof Error) throw reading;
            return reading.outcome === 'seen' ? { outcome: 'seen', value: name } : reading;
          },
        };
      }
      if (trouble !== undefined) throw trouble;
    },
    metrics: { controlCheck: (outcome) => void outcomes.push(outcome) },
    log,
  });
  const scopeOf = (priority: Priority = 'single', timeoutMs = 60_000) =>
    startScope('test', log, timeoutMs, priority);
  return {
    controls,
    loads,
    outcomes,
    asked,
    tried,
    opened,
    scopeOf,
    after: (scope: Scope = scopeOf(), request = 'by id') => controls.after(request, scope),
    states: () => logged.flatMap(({ verdicts }) => verdicts ?? []),
    /** The state, and how many absences an answer needs. */
    trusted: () => [controls.state(), controls.trust('by id').absencesNeeded()],
    passedOver: () => logged.flatMap(({ name, why }) => (name === undefined ? [] : [{ name, why }])),
  };
}

const inTime = (setup: Setup, work: (parts: ReturnType<typeof setUp> & VirtualTime) => Promise<void>) =>
  inVirtualTime((time) => work({ ...setUp(time, setup), ...time }));

test('is unproven until a control was seen, and logs each change', () =>
  inTime({}, async ({ controls, after, outcomes, states }) => {
    expect(controls.state()).toBe('unproven');
    expect(await after()).toBe('a');
    expect(controls.state()).toBe('ok');
    expect(states()).toEqual(['ok']);
    expect(outcomes).toEqual(['seen']);
  }));

test('reads a new control for each call', () =>
  inTime({ loadMs: 3_000 }, async ({ after, loads, sleep }) => {
    await after();
    const second = after();
    await sleep(1_000);
    // The second control is under way: it began before this call.
    await Promise.all([second, after()]);
    expect(loads.map(({ at }) => at)).toEqual([0, 3_000, 4_000]);
  }));

test('a single request reads its control at once and shares it with waiting bulk links', () =>
  inTime({}, async ({ controls, after, scopeOf, loads, asked, sleep }) => {
    const [bulk, other] = [scopeOf('bulk'), scopeOf('bulk')];
    const ends = [controls.expectLink(bulk), controls.expectLink(other)];
    const waits = after(bulk);
    await sleep(4_000);
    expect(loads).toEqual([]);
    expect(await after()).toBe('a');
    expect(await waits).toBe('a');
    expect(loads).toEqual([{ name: 'a', at: 4_000 }]);
    expect(asked).toEqual([['by id', 'by id']]);
    for (const end of ends) end();
  }));

test('bulk links wait ten seconds to share a control that begins after the last of them', () =>
  inTime({}, async ({ controls, after, scopeOf, loads, sleep }) => {
    const scopes = Array.from({ length: 3 }, () => scopeOf('bulk'));
    const ends = scopes.map((scope) => controls.expectLink(scope));
    const first = after(scopes[0]);
    await sleep(6_000);
    const second = after(scopes[1]);
    expect(await Promise.all([first, second])).toEqual(['a', 'a']);
    expect(loads).toEqual([{ name: 'a', at: 10_000 }]);
    for (const end of ends) end();
  }));

test('bulk links stop waiting when no other link can join', () =>
  inTime({}, async ({ controls, after, scopeOf, loads, now, sleep }) => {
    const scopes = [scopeOf('bulk'), scopeOf('bulk'), scopeOf('bulk')];
    const [end = () => undefined] = scopes.map((scope) => controls.expectLink(scope)).reverse();
    const waits = scopes.slice(0, 2).map((scope) => after(scope));
    await sleep(2_000);
    expect(loads).toEqual([]);
    // The third link ends without a control.
    end();
    await Promise.all(waits);
    expect(now()).toBeLessThan(3_100);
    expect(loads).toHaveLength(1);
    expect(loads[0]?.at).toBeLessThan(2_010);
  }));

test('a bulk link whose absence ends during a control gets the next control', () =>
  inTime({ loadMs: 5_000 }, async ({ controls, after, scopeOf, loads, sleep }) => {
    const [first, late] = [scopeOf('bulk'), scopeOf('bulk')];
    controls.expectLink(first);
    const one = after(first);
    await sleep(100);
    controls.expectLink(late);
    await Promise.all([one, after(late)]);
    expect(loads.map(({ at }) => at)).toEqual([1, expect.any(Number)]);
    expect(loads[1]?.at).toBeGreaterThanOrEqual(100);
  }));

test('links with different keys do not share a control', () =>
  inTime({}, async ({ controls, after, scopeOf, loads, asked }) => {
    const scopes = [scopeOf('bulk'), scopeOf('bulk')];
    for (const scope of scopes) controls.expectLink(scope);
    await Promise.all([after(scopes[0], 'by id'), after(scopes[1], 'by author')]);
    expect(asked).toEqual([['by id'], ['by author']]);
    expect(loads).toHaveLength(2);
  }));

test('the deadline of a bulk link pauses while it waits to share', () =>
  inTime({}, async ({ controls, after, scopeOf, now }) => {
    const [scope, other] = [scopeOf('bulk', 3_000), scopeOf('bulk')];
    for (const one of [scope, other]) controls.expectLink(one);
    expect(await after(scope)).toBe('a');
    expect(now()).toBe(11_000);
  }));

test('a missing control suspends negative answers until three good controls over 30 seconds', () =>
  inTime({ readings: { a: [GONE, SEEN] }, loadMs: 1 }, async (parts) => {
    const { controls, after, loads, outcomes, states, now, sleep } = parts;
    await expect(after()).rejects.toMatchObject(NOT_SHOWN);
    expect(controls.state()).toBe('suspended');
    expect(() => controls.trust('by id').assertSound()).toThrow(expect.objectContaining(SUSPENDED));
    const answers: (string | number)[] = [];
    while (now() < 60_000 && answers.at(-1) !== 'a') {
      await sleep(999);
      answers.push(await after().catch((error: AppError) => error.retryAfterSeconds ?? 0));
    }
    expect(answers.at(-1)).toBe('a');
    expect(controls.state()).toBe('ok');
    controls.trust('by id').assertSound();
    expect(states()).toEqual(['suspended', 'ok']);
    const good = loads.slice(1).map(({ at }) => at);
    expect(good.length).toBeGreaterThanOrEqual(3);
    expect((good.at(-1) ?? 0) - (good[0] ?? 0)).toBeGreaterThanOrEqual(30_000);
    // Retry-After never exceeds the end of the suspension.
    expect(answers.slice(0, -1).every((seconds) => Number(seconds) >= 1 && Number(seconds) <= 40)).toBe(true);
    expect(outcomes).toEqual(['not_seen', ...good.map(() => 'seen')]);
  }));

test('two good controls over 30 seconds are one too few', () =>
  inTime({ readings: { a: [GONE, SEEN] }, loadMs: 1 }, async ({ controls, after, sleep }) => {
    await after().catch(() => undefined);
    for (const state of ['suspended', 'suspended', 'ok']) {
      await sleep(40_000);
      await after().catch(() => undefined);
      expect(controls.state()).toBe(state);
    }
  }));

test('controls begin at least ten seconds apart while negative answers are suspended', () =>
  inTime({ readings: { a: [GONE, SEEN] }, loadMs: 2_000 }, async ({ after, loads, now, sleep }) => {
    await after().catch(() => undefined);
    const asked: Promise<unknown>[] = [];
    while (now() < 33_000) {
      // Two at once, more often than a control takes.
      asked.push(
        after().catch(() => undefined),
        after().catch(() => undefined),
      );
      await sleep(500);
    }
    await Promise.all(asked);
    const begun = loads.map(({ at }) => at);
    const pauses = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
    expect(begun.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
  }));

test('another missing control restarts the count of good controls', () =>
  inTime({ readings: { a: [GONE, SEEN, SEEN, GONE, SEEN] }, loadMs: 1 }, async (parts) => {
    const { controls, after, loads, now, sleep } = parts;
    while (controls.state() !== 'ok') {
      await after().catch(() => undefined);
      await sleep(999);
    }
    const [, , , failedAt = 0, goodAt = 0] = loads.map(({ at }) => at);
    expect(goodAt - failedAt).toBeGreaterThanOrEqual(10_000);
    expect(now() - goodAt).toBeGreaterThanOrEqual(30_000);
  }));

test('an answer needs two absences, and three for ten minutes after a missing control', () =>
  inTime({ readings: { a: [GONE, SEEN] } }, async ({ controls, after, sleep }) => {
    expect(controls.trust('by id').absencesNeeded()).toBe(2);
    await after().catch(() => undefined);
    expect(controls.trust('by id').absencesNeeded()).toBe(3);
    await sleep(599_000);
    expect(controls.trust('by id').absencesNeeded()).toBe(3);
    await sleep(1_001);
    expect(controls.trust('by id').absencesNeeded()).toBe(2);
  }));

test('an answer needs three absences for ten minutes after a contradicted absence', () =>
  inTime({}, async ({ controls, after, sleep }) => {
    await after();
    controls.trust('by id').contradicted();
    expect(controls.trust('by id').absencesNeeded()).toBe(3);
    expect(controls.state()).toBe('ok');
    await sleep(400_000);
    controls.trust('by id').contradicted();
    await sleep(400_000);
    expect(controls.trust('by id').absencesNeeded()).toBe(3);
    await sleep(200_001);
    expect(controls.trust('by id').absencesNeeded()).toBe(2);
  }));

test('reads a missing candidate once more after a good control, then skips it for a day', () =>
  inTime({ names: ['dead', 'a'], readings: { dead: GONE }, loadMs: 1 }, async (parts) => {
    const { controls, after, loads, states, passedOver, sleep } = parts;
    expect(await after()).toBe('a');
    expect(loads.map(({ name }) => name)).toEqual(['dead', 'a', 'dead']);
    expect(passedOver()).toEqual([{ name: 'dead', why: 'no_rating_section' }]);
    expect(controls.state()).toBe('ok');
    // Both loads of it may have met the same disturbance.
    expect(controls.trust('by id').absencesNeeded()).toBe(3);
    loads.length = 0;
    await after();
    await sleep(86_300_000);
    await after();
    expect(loads.map(({ name }) => name)).toEqual(['a', 'a']);
    await sleep(200_000);
    await after();
    expect(loads.map(({ name }) => name)).toEqual(['a', 'a', 'dead', 'a', 'dead']);
    expect(states()).toEqual(['ok']);
  }));

test('a missing review of an unknown place disturbs no place, although its page lists it', () =>
  inTime({ names: ['x', 'a'], readings: { x: GONE }, listings: { x: 'listed' } }, async ({ after }) => {
    expect(await after()).toBe('a');
  }));

const NOWHERE = {
  typo: new AppError(INVALID_REQUEST, madeUp('not a review')),
  lost: new AppError(NO_RESULTS, madeUp('leads nowhere')),
};
test('skips a candidate whose link leads nowhere', () =>
  inTime({ names: ['typo', 'lost', 'a'], readings: NOWHERE }, async ({ after, passedOver }) => {
    expect(await after()).toBe('a');
    expect(passedOver()).toEqual([
      { name: 'typo', why: 'not a review' },
      { name: 'lost', why: 'leads nowhere' },
    ]);
  }));

/** Candidates that are all missing. */
const missing = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, GONE]));

test('a candidate that is missing once and then shown suspends negative answers', () =>
  inTime({ names: ['blinks', 'a'], readings: { blinks: [GONE, SEEN] } }, async (parts) => {
    const { trusted, after, passedOver } = parts;
    await expect(after()).rejects.toMatchObject(SUSPENDED);
    expect(passedOver()).toEqual([]);
    expect(trusted()).toEqual(['suspended', 3]);
  }));

test('six missing candidates suspend negative answers', () =>
  inTime({ names: [...'abcdefg'], readings: missing(...'abcdef') }, async (parts) => {
    const { controls, after, loads, passedOver } = parts;
    await expect(after()).rejects.toMatchObject(NOT_SHOWN);
    expect(loads.map(({ name }) => name)).toEqual([...'abcdef']);
    expect(controls.state()).toBe('suspended');
    // They may still exist, so they are read again.
    expect(passedOver()).toEqual([]);
  }));

const LINKS = ['links/1', 'links/2', 'links/3', 'links/4'];
test('tries two candidates of a source whose candidates are all missing', () =>
  inTime({ names: [...LINKS, 'other'], readings: missing(...LINKS) }, async (parts) => {
    const { controls, after, loads, passedOver } = parts;
    expect(await after()).toBe('other');
    // Two of the source, the other source, and the two once more.
    expect(loads.map(({ name }) => name)).toEqual(['links/1', 'links/2', 'other', 'links/1', 'links/2']);
    expect(await after()).toBe('other');
    expect(passedOver().map(({ name }) => name)).toEqual(LINKS);
    expect(controls.state()).toBe('ok');
  }));

test('without candidates the error names the settings', () =>
  inTime({ names: [] }, async ({ trusted, after, outcomes }) => {
    await expect(after()).rejects.toMatchObject({ code: 'provider_unavailable', message: NO_CONTROL });
    expect(NO_CONTROL).toContain('CONTROL_REVIEWS');
    expect(NO_CONTROL).toContain('CONTROL_PLACES');
    expect(outcomes).toEqual(['none']);
    expect(trusted()).toEqual(['unproven', 2]);
  }));

test('skips a candidate that is the subject of the answer', async () => {
  await inTime({ names: ['own', 'a'], readings: { own: UNFIT } }, async ({ after, outcomes, passedOver }) => {
    expect(await after()).toBe('a');
    expect(outcomes).toEqual(['seen']);
    expect(passedOver()).toEqual([]);
  });
  await inTime({ readings: { a: UNFIT } }, async ({ after }) => {
    await expect(after()).rejects.toMatchObject({ message: NO_CONTROL });
  });
});

test('trouble while a control is read or looked for is an error, never "no control exists", nor one of the request', async () => {
  const deadLink = new AppError(INVALID_REQUEST, madeUp('leads nowhere'));
  for (const [setup, code] of [
    [{ readings: { a: UNAVAILABLE } }, 'provider_unavailable'],
    [{ names: [], trouble: UNAVAILABLE }, 'provider_unavailable'],
    [{ names: [], trouble: deadLink }, 'invalid_request'],
  ] as const)
    await inTime(setup, async ({ trusted, after, outcomes }) => {
      await expect(after()).rejects.toMatchObject(NOT_SHOWN);
      expect(trusted()).toEqual(['suspended', 3]);
      expect(outcomes).toEqual([code]);
    });
});

test('a control that could not be loaded proves nothing and suspends nothing', async () => {
  for (const code of ['overloaded', 'deadline_exceeded', 'provider_blocked'] as const) {
    const readings = { a: [new AppError(kindOf(code), madeUp('made up')), SEEN] };
    await inTime({ readings }, async ({ trusted, after, outcomes }) => {
      await expect(after()).rejects.toMatchObject({ code });
      expect(trusted()).toEqual(['unproven', 2]);
      expect(outcomes).toEqual([code]);
      expect(await after()).toBe('a');
    });
  }
});

test('a pack whose loads are used up suspends no verdict of others', async () => {
  const usedUp = new DiagnosticError('all loads are used');
  await inTime({ readings: { a: [usedUp, SEEN] } }, async ({ trusted, after }) => {
    await expect(after()).rejects.toBe(usedUp);
    expect(trusted()).toEqual(['unproven', 2]);
    expect(await after()).toBe('a');
  });
});

test('an aborted request proves nothing', () =>
  inTime({ loadMs: 5_000, readings: { a: UNAVAILABLE } }, async ({ trusted, after, scopeOf, sleep }) => {
    const scope = scopeOf();
    const asked = after(scope);
    asked.catch(() => undefined);
    await sleep(1_000);
    const gone = new AppError(CLIENT_GONE, madeUp('made up'));
    scope.abort(gone);
    await expect(asked).rejects.toBe(gone);
    await sleep(10_000);
    expect(trusted()).toEqual(['unproven', 2]);
  }));

test('an aborted bulk link does not keep other links waiting', () =>
  inTime({}, async ({ controls, after, scopeOf, loads, sleep }) => {
    const [leaving, staying] = [scopeOf('bulk'), scopeOf('bulk')];
    const end = controls.expectLink(leaving);
    controls.expectLink(staying);
    const left = after(leaving);
    left.catch(() => undefined);
    await sleep(1_000);
    leaving.abort(new AppError(CLIENT_GONE, madeUp('made up')));
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    end();
    expect(await after(staying)).toBe('a');
    expect(loads).toHaveLength(1);
    expect(loads[0]?.at).toBeLessThan(1_010);
  }));

const DISTURBED = {
  code: 'provider_unavailable',
  cause: expect.objectContaining({ name: 'PlaceDisturbance' }),
};
const NO_PAGE = new AppError(NO_RESULTS, madeUp('no page'));
/** One or two reviews of the asked place that are missing, before a review of another place. */
const OF_ASKED = {
  one: { names: ['a/1', 'b'], readings: { 'a/1': GONE }, places: { 'a/1': ASKED, b: 'other' } },
  two: {
    names: ['a/1', 'a/2', 'b'],
    readings: missing('a/1', 'a/2'),
    places: { 'a/1': ASKED, 'a/2': ASKED, b: 'other' },
  },
} satisfies Record<string, Setup>;

const DISTURBANCES: Readonly<Record<string, Setup>> = {
  'one that its page still shows': { ...OF_ASKED.one, listings: { 'a/1': 'listed' } },
  'one whose page cannot be read': { ...OF_ASKED.one, listings: { 'a/1': UNAVAILABLE } },
  'one whose page is not found': { ...OF_ASKED.one, listings: { 'a/1': NO_PAGE } },
  'two, and their page shows the second': { ...OF_ASKED.two, listings: { 'a/2': 'listed' } },
  'two, and their page shows only some reviews': {
    ...OF_ASKED.two,
    listings: { 'a/1': 'unknown', 'a/2': 'unknown' },
  },
};

for (const [what, setup] of Object.entries(DISTURBANCES))
  test(`missing reviews of the asked place, while another place is shown, disturb only the asked place: ${what}`, async () => {
    await inTime(setup, async ({ controls, after, passedOver }) => {
      for (let time = 0; time < 2; time += 1) await expect(after()).rejects.toMatchObject(DISTURBED);
      expect(passedOver().filter(({ why }) => why !== undefined)).toEqual([]);
      // Other places are shown as usual.
      expect(controls.state()).not.toBe('suspended');
    });
  });

for (const [what, setup, gone] of [
  ['one', OF_ASKED.one, ['a/1']],
  ['two', OF_ASKED.two, ['a/1', 'a/2']],
  ['one that a page of some reviews lacks', { ...OF_ASKED.one, listings: { 'a/1': 'unknown' } }, ['a/1']],
] as const)
  test(`a control is gone only when the page of its place no longer has it: ${what}`, async () => {
    await inTime(setup, async ({ after, opened, passedOver, tried }) => {
      expect(await after()).toBe('b');
      expect(opened).toEqual(gone);
      expect(passedOver().map(({ name }) => name)).toEqual(gone);
      tried.length = 0;
      expect(await after()).toBe('b');
      expect(tried).toEqual([...gone.map((name) => `${name} skipped`), 'b seen']);
    });
  });

test('no load of a missing control clears the asked place while its page shows the control', () =>
  inTime(
    { ...OF_ASKED.one, readings: { 'a/1': [GONE, SEEN] }, listings: { 'a/1': 'listed' } },
    async ({ after, loads }) => {
      await expect(after()).rejects.toMatchObject(DISTURBED);
      expect(loads.map(({ name }) => name)).toEqual(['a/1', 'b']);
    },
  ));

test('a missing control that its place shows again suspends negative answers', () =>
  inTime({ ...OF_ASKED.one, readings: { 'a/1': [GONE, SEEN] } }, async ({ controls, after, passedOver }) => {
    await expect(after()).rejects.toMatchObject(SUSPENDED);
    expect(controls.state()).toBe('suspended');
    expect(passedOver()).toEqual([]);
  }));

test('the reviews of a disturbed place are no controls of other places for ten minutes', () =>
  inTime(
    {
      names: ['x', 'y', 'b'],
      readings: { x: [GONE, GONE, SEEN] },
      places: { x: 'disturbed', y: 'disturbed', b: 'other' },
      listings: { x: 'listed' },
      loadMs: 1,
    },
    async ({ after, loads, passedOver, sleep }) => {
      await sleep(1);
      const next = async () => {
        const before = loads.length;
        await after();
        return loads.slice(before).map(({ name }) => name);
      };
      // "y" is shown: one review of a place, shown or missing, says nothing about the others.
      await after();
      expect(passedOver().filter(({ why }) => why !== undefined)).toEqual([]);
      expect(await next()).toEqual(['b']);
      await sleep(599_000);
      expect(await next()).toEqual(['b']);
      await sleep(2_000);
      expect(await next()).toEqual(['x']);
    },
  ));

test('one form of link that fails suspends no other form', () =>
  inTime({ readings: { a: [GONE, SEEN] } }, async ({ controls, after, scopeOf }) => {
    await expect(after(scopeOf(), 'by author')).rejects.toMatchObject(NOT_SHOWN);
    expect(() => controls.trust('by author').assertSound()).toThrow(expect.objectContaining(SUSPENDED));
    controls.trust('by id').assertSound();
    expect(await after(scopeOf(), 'by id')).toBe('a');
    expect(controls.trust('by id').absencesNeeded()).toBe(2);
    expect(controls.trust('by author').absencesNeeded()).toBe(3);
  }));
