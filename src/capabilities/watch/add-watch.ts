import { AppError, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { type Scope, startInnerScope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { chunksOf, newId } from '../../kit/store/rows.js';
import { authorKey, forgottenAuthors } from './authors.js';
import { WATCH_EXISTS } from './errors.js';
import { authorOf, derivedColumns, identityOf, type Subject } from './identity.js';
import { message } from './messages.js';
import { type Presenting, presentWatch } from './present-watches.js';
import { ownWatch } from './publish-watch.js';
import type { WatchData, WatchImportData } from './published.js';
import type { NewRow } from './schema.js';
import {
  DEFAULT_INTERVAL_HOURS,
  type EvidencePolicy,
  MAX_INTERVAL_HOURS,
  MIN_INTERVAL_HOURS,
  type WatchKind,
} from './values.js';

const LOOKUPS_AT_ONCE = 4;
/** The answer to a list is written in this time; subjects that are not found by then are refused. */
const ANSWER_MS = 3_000;
/** Watches that one statement adds. */
const ADDED_AT_ONCE = 200;

/** A subject to watch, as a client asks for it. */
export interface WantedWatch {
  readonly subject: string;
  /** By default a day for places, and six hours for reviews. */
  readonly interval_hours?: number | undefined;
  readonly label?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly client?: string | null | undefined;
  readonly evidence?: EvidencePolicy | undefined;
}

/** What adding a watch needs. */
export interface AddOptions extends Presenting {
  readonly findSubject: (text: string, scope: Scope) => Promise<Subject>;
  /** Maximum watches of one owner; 0 = no limit. */
  readonly limit: number;
  /** Called when a check became due: it may begin at once. */
  readonly wake: () => void;
  /** Refuses new watches and checks while the disk has only the reserve left. @throws AppError `watch_unavailable` */
  readonly admit: () => void;
  /** The secret of the database. */
  readonly hashKey: string;
  readonly now: () => number;
}

/** @throws AppError `watch_exists`, `invalid_request`, `no_results`, any 503 code */
export async function addWatch(
  options: AddOptions,
  owner: string,
  wanted: WantedWatch,
  scope: Scope,
): Promise<WatchData> {
  const [outcome] = await addAll(options, owner, [wanted], scope);
  if (outcome === undefined || isAppError(outcome)) throw outcome;
  const { id, isNew } = outcome;
  if (isNew) options.wake();
  if (isNew) return presentWatch(options, await ownWatch(options.db, owner, id));
  throw new AppError(WATCH_EXISTS, message('watchExists', { id }), { existingId: id });
}

/** Adds as many watches as the deadline of the scope allows, and gives the reason of each refusal. */
export async function addWatches(
  options: AddOptions,
  owner: string,
  wanted: readonly WantedWatch[],
  scope: Scope,
): Promise<WatchImportData> {
  const outcomes = await addAll(options, owner, wanted, scope);
  options.wake();
  const added = outcomes.filter((one) => !isAppError(one) && one.isNew).length;
  const refused = outcomes.flatMap((one, index) => {
    if (!isAppError(one)) return [];
    const { code, message, reason, values } = one;
    return [{ index, subject: wanted[index]?.subject ?? '', code, message, reason, values }];
  });
  return { added, existing: outcomes.length - added - refused.length, refused };
}

/** Finds all subjects, several at a time. The result is in the order of `wanted`. */
async function findAll({ findSubject }: AddOptions, wanted: readonly WantedWatch[], scope: Scope) {
  const inner = startInnerScope(scope, scope.remaining() - ANSWER_MS, wanted.length > 1 ? 'bulk' : 'single');
  const found: ((Subject & { readonly minutes: number }) | AppError)[] = [];
  const waiting = wanted.entries();
  const turn = createTurns();
  const work = async () => {
    for (const [index, { subject, interval_hours }] of waiting) {
      await turn();
      try {
        const wish = await findSubject(subject, inner);
        found[index] = { ...wish, minutes: minutesOf(wish.kind, interval_hours) };
      } catch (error) {
        if (!isAppError(error) || scope.signal.aborted) throw error;
        found[index] = error;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, work));
  } finally {
    inner[Symbol.dispose]();
  }
  return found;
}

/** Adds watches. The result, in the order of `wanted`: the watch and whether it is new, or why it was refused. */
async function addAll(options: AddOptions, owner: string, wanted: readonly WantedWatch[], scope: Scope) {
  const { db, now } = options;
  options.admit();
  const found = await findAll(options, wanted, scope);
  return db.transaction().execute(async (transaction) => {
    const turn = createTurns();
    const identities: string[] = [];
    for (const subject of found) {
      if (!isAppError(subject)) identities.push(identityOf(subject));
      await turn();
    }
    /** The ids of the owner's watches of these subjects: a subject has links of several shapes. */
    const existing = async () => {
      const ids = new Map<string, string>();
      for (const some of chunksOf(identities)) {
        const rows = await transaction
          .selectFrom('watch')
          .select(['id', 'identity'])
          .where('owner', '=', owner)
          .where('identity', 'in', some)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .execute();
        for (const { id, identity } of rows) if (identity !== null) ids.set(identity, id);
        await turn();
      }
      return ids;
    };
    const before = await existing();
    const { count } = await transaction
      .selectFrom('watch')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    let room = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit - Number(count);
    const forgotten = await forgottenAuthors(transaction, owner);
    const fresh = new Map<string, NewRow<'watch'>>();
    const outcomeOf = (subject: (typeof found)[number], index: number) => {
      if (isAppError(subject)) return subject;
      const author = authorOf(subject);
      if (author !== null && forgotten.has(authorKey(options.hashKey, author)))
        return new AppError(INVALID_REQUEST, message('authorForgotten'), { field: 'subject' });
      const identity = identityOf(subject);
      if (before.has(identity) || fresh.has(identity)) return identity;
      if (room <= 0) return new AppError(INVALID_REQUEST, message('tooManyWatches', { most: options.limit }));
      room -= 1;
      fresh.set(identity, newRow(owner, subject, wanted[index], now()));
      return identity;
    };
    const outcomes: (string | AppError)[] = [];
    for (const [index, subject] of found.entries()) {
      outcomes.push(outcomeOf(subject, index));
      await turn();
    }
    // Another request may add the same subject at this moment.
    for (const some of chunksOf([...fresh.values()], ADDED_AT_ONCE)) {
      await transaction
        .insertInto('watch')
        .values(some)
        .onConflict((one) => one.doNothing())
        .execute();
      await turn();
    }
    const after = await existing();
    const seen = new Set<string>();
    return outcomes.map((identity) => {
      if (isAppError(identity)) return identity;
      const id = after.get(identity) ?? '';
      const isNew = fresh.get(identity)?.id === id && !seen.has(id);
      seen.add(id);
      return { id, isNew };
    });
  });
}

function newRow(
  owner: string,
  { kind, subject, minutes }: Subject & { readonly minutes: number },
  wanted: WantedWatch | undefined,
  now: number,
): NewRow<'watch'> {
  const { label = null, note = null, client = null, evidence = 'on_loss' } = wanted ?? {};
  return {
    ...{ id: newId('w'), owner, kind, subject, label, note, client: client || null, evidence },
    ...{ interval_minutes: minutes },
    ...{ created_at: now, due_at: now, ...derivedColumns({ kind, subject, label, note }) },
  };
}

/** The interval of a subject in minutes. @throws AppError `invalid_request` */
export function minutesOf(kind: WatchKind, hours: number = DEFAULT_INTERVAL_HOURS[kind]): number {
  if (hours >= MIN_INTERVAL_HOURS && hours <= MAX_INTERVAL_HOURS) return Math.round(hours * 60);
  const limits = { least: MIN_INTERVAL_HOURS, most: MAX_INTERVAL_HOURS };
  throw new AppError(INVALID_REQUEST, message('intervalInvalid', limits), { field: 'interval_hours' });
}
