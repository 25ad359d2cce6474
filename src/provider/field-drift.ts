import type { Found, NotePresence, PresenceSource } from './presence.js';
import { createPresenceWindow, type PresenceWindow, type WindowOptions } from './presence-window.js';

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
/** A form is either recognised or not, whatever place it is about: five of ten answers are enough. */
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
