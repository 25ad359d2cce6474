import type { Found, NotePresence, PresenceSource } from './presence.js';

/** How often a field of a source is there, compared with what is usual for it. */
export interface FieldPresence {
  readonly field: string;
  readonly source: PresenceSource;
  /** Of the latest 200 answers of the source: those that have the field, and all. */
  readonly present: number;
  readonly total: number;
  /** The usual share, from 0 to 1; null while there are too few answers. */
  readonly usual: number | null;
  readonly drifting: boolean;
}

/** `source.field`, as in the log and in `/readyz`. */
export type FieldName = `${PresenceSource}.${string}`;

/**
 * Compares the presence of each field of each source with its own past: a field that is suddenly found in less than
 * half as many answers as before drifts. So does one that another source fills in, and a form that is no longer
 * recognised. Counts answers, has no clock, and recovers by itself.
 */
export interface FieldDrift {
  readonly note: NotePresence;
  /** Fields that drift now, in the order in which they were first seen. */
  drifting(): readonly FieldName[];
  snapshot(): readonly FieldPresence[];
}

interface FieldDriftOptions {
  /** Called at each change. */
  readonly onChange?: (presence: FieldPresence) => void;
  /** Windows of other sizes, for tests. */
  readonly fields?: WindowOptions;
}

/** 200 answers in all. A field that every answer has is reported after 21 answers without it. */
const FIELDS: WindowOptions = { recent: 40, past: 160, recovery: 20, usual: null };
/** A form is recognised or not, whatever the place: six unrecognised answers among the last ten are a drift. */
const FORMS: WindowOptions = { recent: 10, past: 0, recovery: 5, usual: 1 };
/** Names come from tables of the code; this is only a bound. */
const MOST_FIELDS = 200;

/** Follows up to 200 fields. */
export function createFieldDrift({
  onChange = () => undefined,
  fields: fieldWindow = FIELDS,
}: FieldDriftOptions = {}): FieldDrift {
  const known = new Map<FieldName, Followed>();

  const followed = (source: PresenceSource, field: string): Followed | null => {
    const name: FieldName = `${source}.${field}`;
    const found = known.get(name);
    if (found !== undefined || known.size >= MOST_FIELDS) return found ?? null;
    const window = createPresenceWindow(source === 'form' ? FORMS : fieldWindow);
    const created = { source, field, window };
    known.set(name, created);
    return created;
  };

  return {
    note: (source, fields) => {
      for (const [field, found] of Object.entries(fields)) {
        const one = followed(source, field);
        if (one?.window.note(isFound(found))) onChange(presenceOf(one));
      }
    },
    drifting: () => [...known].flatMap(([name, { window }]) => (window.isDrifting() ? [name] : [])),
    snapshot: () => [...known.values()].map(presenceOf),
  };
}

interface Followed {
  readonly source: PresenceSource;
  readonly field: string;
  readonly window: PresenceWindow;
}

function presenceOf({ source, field, window }: Followed): FieldPresence {
  return { field, source, ...window.counts(), usual: window.usual(), drifting: window.isDrifting() };
}

function isFound(found: Found): boolean {
  return found !== null && found !== false;
}

/** How the presence of one field is followed. Sizes are numbers of answers. */
interface WindowOptions {
  /** The latest answers, which are compared with those before. */
  readonly recent: number;
  /** The answers before, from which the usual presence is taken. */
  readonly past: number;
  /** The latest answers that decide that a drift is over. */
  readonly recovery: number;
  /** The usual presence where it is known from the start; null = it is learnt. */
  readonly usual: number | null;
}

/** Whether a field is there as often as before. Pure state: it counts answers and knows no clock. */
interface PresenceWindow {
  /** Notes one answer. True when the state has changed with it. */
  note(present: boolean): boolean;
  isDrifting(): boolean;
  /** Answers in the window that have the field, and all. */
  readonly counts: () => { readonly present: number; readonly total: number };
  /** The usual share of answers with the field; null while there are too few answers. */
  usual(): number | null;
}

/** A field drifts below this part of its usual presence. */
const HALF = 1 / 2;
/** The drift is over from this part on. */
const MOST = 3 / 4;
/** Fewer answers say nothing about what is usual. */
const FEWEST = 10;
/**
 * The difference must be this many standard deviations: of 100,000 answers whose fields come and go by chance, one at
 * most is reported (measured by the test of this module).
 */
const DEVIATIONS = 4;

/** Follows one field. Memory: one bit of knowledge for each answer of the window. */
function createPresenceWindow(options: WindowOptions): PresenceWindow {
  const { usual: known } = options;
  const recent = createRing(options.recent);
  const past = createRing(options.past);
  /** The usual presence when the drift began; null = no drift. It does not learn from the drift. */
  let before: number | null = null;
  let sinceChange = 0;

  const learnt = () => (past.total() < FEWEST ? null : past.present() / past.total());
  const usual = () => before ?? known ?? learnt();

  const hasFallen = (): boolean => {
    const expected = known ?? learnt();
    if (expected === null) return false;
    if (known !== null) return recent.absent() > options.recent * HALF;
    const share = recent.present() / recent.total();
    return recent.isFull() && share < expected * HALF && deviations(past, recent) >= DEVIATIONS;
  };
  const hasRecovered = (): boolean => {
    if (before === null || sinceChange < options.recovery) return false;
    return recent.presentOfLatest(options.recovery) >= options.recovery * before * MOST;
  };

  return {
    note: (present) => {
      sinceChange += 1;
      const left = recent.push(present);
      if (left !== null && before === null) past.push(left);
      if (before === null && hasFallen()) {
        before = known ?? learnt();
        sinceChange = 0;
        return true;
      }
      if (!hasRecovered()) return false;
      before = null;
      sinceChange = 0;
      // What came during the drift is no ground for another one.
      recent.keepLatest(options.recovery);
      return true;
    },
    isDrifting: () => before !== null,
    counts: () => ({
      present: recent.present() + past.present(),
      total: recent.total() + past.total(),
    }),
    usual,
  };
}

/** The difference of two shares in standard deviations, as if both were samples of one. */
function deviations(past: Ring, recent: Ring): number {
  const pooled = (past.present() + recent.present()) / (past.total() + recent.total());
  const variance = pooled * (1 - pooled) * (1 / past.total() + 1 / recent.total());
  const difference = past.present() / past.total() - recent.present() / recent.total();
  return variance === 0 ? 0 : difference / Math.sqrt(variance);
}

type Ring = ReturnType<typeof createRing>;

/** The latest `size` answers. */
function createRing(size: number) {
  const kept: boolean[] = [];
  let present = 0;
  const count = (values: readonly boolean[]) => values.filter((value) => value).length;
  return {
    /** The answer that has no room any more; null = there was room. */
    push: (value: boolean): boolean | null => {
      kept.push(value);
      const left = kept.length > size ? (kept.shift() ?? null) : null;
      present += Number(value) - Number(left === true);
      return left;
    },
    keepLatest: (some: number): void => {
      kept.splice(0, Math.max(0, kept.length - some));
      present = count(kept);
    },
    presentOfLatest: (some: number) => count(kept.slice(-some)),
    present: () => present,
    absent: () => kept.length - present,
    total: () => kept.length,
    isFull: () => kept.length === size,
  };
}
