import type { Found, NotePresence, PresenceSource } from './presence.js';

/** How often a source holds a field, compared with the field's usual presence. */
export interface FieldPresence {
  readonly field: string;
  readonly source: PresenceSource;
  /** Among the latest 200 answers of the source: the answers with the field, and all answers. */
  readonly present: number;
  readonly total: number;
  /** The usual share, from 0 to 1; null while there are too few answers. */
  readonly usual: number | null;
  readonly drifting: boolean;
}

/** `source.field`, as in the log and in `/readyz`. */
export type FieldName = `${PresenceSource}.${string}`;

/**
 * Compares the presence of each field of each source with its own past. A field drifts when it is suddenly found in
 * less than half as many answers as before, also when another source fills it in. A shape drifts when it is no longer
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
  /** Window sizes for tests. */
  readonly fields?: WindowOptions;
}

/** 200 answers in all. A field that every answer has is reported after 21 answers without it. */
const FIELDS: WindowOptions = { recent: 40, past: 160, recovery: 20, usual: null };
/** A shape is recognised or not, independent of the place: six unrecognised answers of ten are a drift. */
const FORMS: WindowOptions = { recent: 10, past: 0, recovery: 5, usual: 1 };
/** Field names come from tables of the code, so this limit is only a safeguard. */
const MAX_FIELDS = 200;

/** Tracks up to 200 fields. */
export function createFieldDrift({
  onChange = () => undefined,
  fields: fieldWindow = FIELDS,
}: FieldDriftOptions = {}): FieldDrift {
  const known = new Map<FieldName, Followed>();

  const followed = (source: PresenceSource, field: string): Followed | null => {
    const name: FieldName = `${source}.${field}`;
    const found = known.get(name);
    if (found !== undefined || known.size >= MAX_FIELDS) return found ?? null;
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

/** Settings for tracking the presence of one field. Sizes are numbers of answers. */
interface WindowOptions {
  /** The latest answers, which are compared with the answers before them. */
  readonly recent: number;
  /** The answers before the latest; they give the usual presence. */
  readonly past: number;
  /** The latest answers that decide whether a drift is over. */
  readonly recovery: number;
  /** The usual presence if it is known from the start; null = it is learnt. */
  readonly usual: number | null;
}

/** A field drifts below this part of its usual presence. */
const DRIFT_SHARE = 1 / 2;
/** The drift is over at this part of its usual presence. */
const RECOVERED_SHARE = 3 / 4;
/** Minimum answers from which the usual presence is learnt. */
const MIN_ANSWERS = 10;
/**
 * The minimum difference, in standard deviations. Of 100,000 answers whose fields come and go by chance, at most one
 * is reported (measured by the test of this module).
 */
const DEVIATIONS = 4;

type PresenceWindow = ReturnType<typeof createPresenceWindow>;

/** Compares a field's presence with its past. It counts answers and has no clock. */
function createPresenceWindow(options: WindowOptions) {
  const { usual: known } = options;
  const recent = createRing(options.recent);
  const past = createRing(options.past);
  /** The usual presence when the drift began; null = no drift. It stays fixed during the drift. */
  let before: number | null = null;
  let sinceChange = 0;

  const learnt = () => (past.total() < MIN_ANSWERS ? null : past.present() / past.total());
  const usual = () => before ?? known ?? learnt();

  const hasFallen = (): boolean => {
    const expected = known ?? learnt();
    if (expected === null) return false;
    if (known !== null) return recent.absent() > options.recent * DRIFT_SHARE;
    const share = recent.present() / recent.total();
    return recent.isFull() && share < expected * DRIFT_SHARE && deviations(past, recent) >= DEVIATIONS;
  };
  const hasRecovered = (): boolean => {
    if (before === null || sinceChange < options.recovery) return false;
    return recent.presentOfLatest(options.recovery) >= options.recovery * before * RECOVERED_SHARE;
  };

  return {
    /** Notes one answer. Returns true when the answer changes the state. */
    note: (present: boolean): boolean => {
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
      // Ignore answers noted while the field drifted.
      recent.keepLatest(options.recovery);
      return true;
    },
    isDrifting: () => before !== null,
    /** Answers in the window with the field, and all answers in the window. */
    counts: () => ({
      present: recent.present() + past.present(),
      total: recent.total() + past.total(),
    }),
    /** The usual share of answers with the field; null while there are too few answers. */
    usual,
  };
}

/** The difference of two shares in standard deviations, as if both were samples of one population. */
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
    /** Adds an answer. Returns the answer that drops out; null = there was room. */
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
