import { setTimeout as sleep } from 'node:timers/promises';
import type { Held, SoakedService } from './service.js';

/** What the service holds on to after a wave, in numbers that must not grow. */
export interface Measure {
  /** Megabytes, after a forced collection. */
  readonly heap: number;
  readonly processListeners: number;
  readonly listeners: number;
  readonly emitters: number;
  readonly abortSignals: number;
  readonly sockets: number;
  readonly otherHandles: number;
  readonly temporaryFiles: number;
  /** With every page of the pool open. */
  readonly contexts: number;
  readonly chromium: number;
  /** Calls Playwright has not answered, nobody asking: it never will. */
  readonly unanswered: number;
}

interface Tolerance {
  readonly atMost: (baseline: number) => number;
  readonly text: string;
  /** What a call that is never answered keeps, besides. */
  readonly perUnanswered: number;
}

/**
 * Why the numbers may differ from the baseline, and by how much. Playwright (1.65) never answers `newPage` when
 * the browser is killed in the midst of it, and keeps that context for good; nothing outside can make it let go.
 */
export const TOLERANCES: Readonly<Record<keyof Measure, Tolerance>> = {
  heap: {
    atMost: (mb) => mb + Math.max(2, mb * 0.05),
    text: '+ 2 MB or 5 %: compiled code',
    perUnanswered: 0.15,
  },
  processListeners: { atMost: (count) => count, text: 'none more', perUnanswered: 0 },
  listeners: {
    atMost: (count) => count + 60,
    text: '+ 60: a browser that is gone, until the next one is there',
    perUnanswered: 40,
  },
  emitters: { atMost: (count) => count + 80, text: '+ 80: the same', perUnanswered: 40 },
  abortSignals: { atMost: (count) => count + 3, text: '+ 3', perUnanswered: 4 },
  sockets: { atMost: (count) => count + 2, text: '+ 2', perUnanswered: 0 },
  otherHandles: { atMost: (count) => count, text: 'none more', perUnanswered: 0 },
  temporaryFiles: { atMost: (count) => count, text: 'none more', perUnanswered: 0 },
  contexts: {
    atMost: (count) => count + 1,
    text: 'the pages of the pool, + 1 that is being closed',
    perUnanswered: 1,
  },
  chromium: { atMost: (count) => count + 2, text: '+ 2: a spare renderer', perUnanswered: 0 },
  unanswered: {
    atMost: () => Number.POSITIVE_INFINITY,
    text: 'each keeps a context: the tolerances above grow with them',
    perUnanswered: 0,
  },
};

export const MEASURES = Object.keys(TOLERANCES) as readonly (keyof Measure)[];

/** The measures that are beyond their tolerance; what one side lacks is not compared. */
export function exceeded(now: Partial<Measure>, baseline: Partial<Measure>): readonly (keyof Measure)[] {
  const more = Math.max(0, (now.unanswered ?? 0) - (baseline.unanswered ?? 0));
  return MEASURES.filter((name) => {
    const { atMost, perUnanswered } = TOLERANCES[name];
    const [value, former] = [now[name], baseline[name]];
    return value !== undefined && former !== undefined && value > atMost(former) + more * perUnanswered;
  });
}

/** What it holds while it is at work: every page of the pool open, nobody asking. */
export function measureAtWork(
  service: SoakedService,
  held: Held,
): Pick<Measure, 'contexts' | 'chromium' | 'unanswered'> {
  const contexts = Object.entries(held.byClass).filter(([name]) => /^_?BrowserContext$/.test(name));
  return {
    contexts: contexts.reduce((sum, [, count]) => sum + count, 0),
    chromium: service.chromium().length,
    unanswered: sumOf(held.unanswered),
  };
}

/**
 * What it holds without a browser and with its connections cut: then nothing is left that differs from time to
 * time by itself, as idle connections, and what Playwright remembers of a page's past, do.
 */
export function measureAtRest(service: SoakedService, held: Held): Omit<Measure, 'contexts' | 'chromium'> {
  const { sockets, others } = service.handles();
  return {
    heap: held.heapUsed / 2 ** 20,
    processListeners: sumOf(held.processListeners),
    listeners: held.listeners + held.abortListeners,
    emitters: held.emitters,
    abortSignals: held.abortSignals,
    sockets,
    otherHandles: others,
    temporaryFiles: service.temporaryFiles().length,
    unanswered: sumOf(held.unanswered),
  };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Measures until nothing is beyond its tolerance any more, or has changed no more, for at most `patienceMs`. */
export async function settled<T extends Partial<Measure>>(
  service: SoakedService,
  take: (service: SoakedService, held: Held) => T,
  baseline: Partial<Measure> | null,
  patienceMs: number,
): Promise<{ readonly measured: T; readonly held: Held }> {
  const giveUpAt = performance.now() + patienceMs;
  for (let last: T | null = null; ; ) {
    const held = await service.held();
    const measured = take(service, held);
    const isStill = last !== null && exceeded(measured, last).length + exceeded(last, measured).length === 0;
    const isSettled = baseline === null ? isStill : exceeded(measured, baseline).length === 0;
    if (isSettled || performance.now() > giveUpAt) return { measured, held };
    last = measured;
    await sleep(200);
  }
}
