import { AppError } from '../../core/errors.js';
import { chunksOf } from '../../kit/store/rows.js';
import { type Days, isKnown, momentsOf, readCovered } from './cover.js';
import { WATCH_NOT_FOUND } from './errors.js';
import { message } from './messages.js';
import { knownClient, type LocalTime, ownWatch, publishEvent, selectEvents } from './publish-watch.js';
import type { EventsData, EventType } from './published.js';
import type { Database } from './schema.js';

/** Which events a client wants. A filter that is undefined lets all events through. */
interface WantedEvents extends Days {
  /** Only events with a higher `seq`. */
  readonly since: number;
  readonly limit: number;
  readonly order: 'oldest' | 'newest';
  readonly types?: readonly EventType[] | undefined;
  readonly watchId?: string;
  readonly client?: string | undefined;
  readonly max_stars?: number | undefined;
  readonly done?: 'true' | 'false' | undefined;
}

interface EventsOptions {
  readonly db: Database;
  readonly localTime: LocalTime;
  readonly now: () => number;
}

/** The events of clients: an owner reads its own events, and marks those that somebody has dealt with. */
export function createEvents({ db, localTime, now }: EventsOptions) {
  const fitting = (owner: string, { since, watchId, types, client, ...wanted }: WantedEvents) => {
    const { max_stars: stars, done } = wanted;
    let events = db.selectFrom('event').where('event.owner', '=', owner).where('event.seq', '>', since);
    if (watchId !== undefined) events = events.where('event.watch_id', '=', watchId);
    if (types !== undefined) events = events.where('event.type', 'in', types);
    if (client !== undefined) {
      const watches = db.selectFrom('watch').select('watch.id').where('watch.owner', '=', owner);
      events = events.where('event.watch_id', 'in', watches.where('watch.client', '=', client));
    }
    const [begin, end] = momentsOf(wanted, localTime);
    if (begin !== undefined) events = events.where('event.at', '>=', begin);
    if (end !== undefined) events = events.where('event.at', '<', end);
    // A review with unknown stars may have the stars that the client looks for.
    if (stars !== undefined)
      events = events.where(({ or, and, eb }) =>
        or([
          eb('event.stars', '<=', stars),
          and([eb('event.stars', 'is', null), eb('event.review_id', 'is not', null)]),
        ]),
      );
    if (done !== undefined) events = events.where('event.done_at', done === 'true' ? 'is not' : 'is', null);
    return events;
  };
  return {
    /** Events behind `since`, with their number if the newest come first. @throws AppError `watch_not_found`, `invalid_request` */
    events: async (owner: string, wanted: WantedEvents): Promise<EventsData> => {
      const { since, limit, order, watchId: id, client, done, ...days } = wanted;
      if (id !== undefined) await ownWatch(db, owner, id);
      await knownClient(db, owner, client);
      const direction = order === 'newest' ? 'desc' : 'asc';
      const read = async () => {
        const all = fitting(owner, wanted);
        const chosen = all.select('event.seq').orderBy('event.seq', direction).limit(limit);
        const shown = selectEvents(db).where('event.seq', 'in', chosen);
        const rows = await shown.orderBy('event.seq', direction).execute();
        const events = rows.map((row) => publishEvent(row, localTime));
        if (order === 'oldest') return { events, next: rows.at(-1)?.seq ?? since };
        const counted = all.select(({ fn }) => fn.countAll().as('total'));
        const { total } = await counted.executeTakeFirstOrThrow();
        return { events, next: rows[0]?.seq ?? since, total: Number(total) };
      };
      // A filter by `done` leaves events out, so an empty list does not show that nothing changed.
      if (order === 'oldest' || done !== undefined) return read();
      const [from = null, end = Number.POSITIVE_INFINITY] = momentsOf(days, localTime);
      const period = { from, to: Math.min(end - 1, now()) };
      const clients = client === undefined ? null : [client];
      const { found, covers } = await readCovered(db, { owner, id, clients }, period, read);
      const known = covers.filter((one) => isKnown(one, period, localTime)).length;
      const paused = covers.filter(({ paused_at: at }) => at !== null).length;
      return { ...found, cover: { watches: covers.length, known, paused } };
    },
    /**
     * Marks all these events as done, or none if an id is unknown. An event that is done already keeps who and when.
     * `by`: the name of the key; null = no keys are configured. @throws AppError `watch_not_found`
     */
    markEvents: async (owner: string, ids: readonly string[], isDone: boolean, by: string | null) => {
      const unique = [...new Set(ids)];
      await db.transaction().execute(async (transaction) => {
        let found = 0;
        for (const some of chunksOf(unique)) {
          const { count } = await transaction
            .selectFrom('event')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('owner', '=', owner)
            .where('id', 'in', some)
            .executeTakeFirstOrThrow();
          found += Number(count);
          await transaction
            .updateTable('event')
            .set(isDone ? { done_at: now(), done_by: by } : { done_at: null, done_by: null })
            .where('owner', '=', owner)
            .where('id', 'in', some)
            .where('done_at', isDone ? 'is' : 'is not', null)
            .execute();
        }
        if (found < unique.length) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
      });
      return { marked: unique.length };
    },
  };
}
