import type { FoundFields, NotePresence, PresenceSource } from './presence.js';

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

/** 200 answers in all. A field that every answer has is reported after 21 answers without it. */
const FIELDS: WindowOptions = { recent: 40, past: 160, recovery: 20, usual: null };
/** A shape is recognised or not, independent of the place: six unrecognised answers of ten are a drift. */
const FORMS: WindowOptions = { recent: 10, past: 0, recovery: 5, usual: 1 };

/**
 * Compares the presence of each field of each source with its own past. A field drifts when it is suddenly found in
 * less than half as many answers as before, also when another source fills it in. A shape drifts when it is no longer
 * recognised. Counts answers, has no clock, and recovers by itself. `onChange` is called at each change.
 */
export function createFieldDrift(onChange: (presence: FieldPresence) => void = () => undefined) {
  /** By `source.field`, as in the log and in `/readyz`. The names of the fields come from tables of the code. */
  const known = new Map<string, ReturnType<typeof createPresenceWindow>>();

  const note: NotePresence = (source, fields: FoundFields) => {
    for (const [field, found] of Object.entries(fields)) {
      const name = `${source}.${field}`;
      const window = known.get(name) ?? createPresenceWindow(source, field);
      known.set(name, window);
      if (window.note(found)) onChange(window.presence());
    }
  };
  return {
    note,
    /** Fields that drift now, in the order in which they were first seen. */
    drifting: (): readonly string[] =>
      [...known].flatMap(([name, { presence }]) => (presence().drifting ? [name] : [])),
    snapshot: (): readonly FieldPresence[] => [...known.values()].map(({ presence }) => presence()),
  };
}

/** A field drifts below this part of its usual presence. */
const DRIFT_SHARE = 1 / 2;
/** The drift is over at this part of its usual presence. */
const RECOVERED_SHARE = 3 / 4;
/** Minimum answers from which the usual presence is learnt. */
const MIN_ANSWERS = 30;
/**
 * A field drifts when so many of the latest answers lack it that usually have it. Of 100,000 answers whose fields come
 * and go by chance, at most one is reported (measured by the test of this module).
 */
const MIN_FALL = 15;

/** Compares the presence of one field with its past. */
function createPresenceWindow(source: PresenceSource, field: string) {
  const size = source === 'form' ? FORMS : FIELDS;
  /** Whether each of the latest answers, and of the answers before them, had the field. */
  let recent: boolean[] = [];
  const past: boolean[] = [];
  /** The usual presence when the drift began; null = no drift. It stays fixed during the drift. */
  let before: number | null = null;
  let sinceChange = 0;

  const learnt = () => size.usual ?? (past.length < MIN_ANSWERS ? null : shareOf(past));

  const hasFallen = (): boolean => {
    const expected = learnt();
    if (expected === null) return false;
    if (size.usual !== null) return recent.length - countOf(recent) > size.recent * DRIFT_SHARE;
    const isFull = recent.length === size.recent;
    const fall = expected * size.recent - countOf(recent);
    return isFull && shareOf(recent) < expected * DRIFT_SHARE && fall >= MIN_FALL;
  };
  const hasRecovered = (): boolean => {
    if (before === null || sinceChange < size.recovery) return false;
    return countOf(recent.slice(-size.recovery)) >= size.recovery * before * RECOVERED_SHARE;
  };

  return {
    /** Notes one answer. Returns true when the answer changes the state. */
    note: (present: boolean): boolean => {
      sinceChange += 1;
      recent.push(present);
      const left = recent.length > size.recent ? recent.shift() : undefined;
      // Ignore answers noted while the field drifts.
      if (left !== undefined && before === null) past.push(left);
      if (past.length > size.past) past.shift();
      if (before === null && hasFallen()) {
        before = learnt();
        sinceChange = 0;
        return true;
      }
      if (!hasRecovered()) return false;
      before = null;
      sinceChange = 0;
      recent = recent.slice(-size.recovery);
      return true;
    },
    presence: (): FieldPresence => ({
      field,
      source,
      present: countOf(recent) + countOf(past),
      total: recent.length + past.length,
      usual: before ?? learnt(),
      drifting: before !== null,
    }),
  };
}

function countOf(answers: readonly boolean[]): number {
  return answers.filter((present) => present).length;
}

function shareOf(answers: readonly boolean[]): number {
  return countOf(answers) / answers.length;
}
