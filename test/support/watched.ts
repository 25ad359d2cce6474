import { derivedColumns } from '../../src/capabilities/watch/identity.js';
import type { CheckResult, SeenReview } from '../../src/capabilities/watch/known.js';
import type { SeenPlace } from '../../src/capabilities/watch/place-state.js';
import type { NewRow, Row, WatchDatabase } from '../../src/capabilities/watch/schema.js';
import type { StopReason, VisibilityReason } from '../../src/core/published/lines.js';
import { openRecord } from './open-record.js';

// Watches and the results of their checks, made up for tests.

export const DAY_MS = 86_400_000;
/** The first check of a test, long after all reviews but the newest. */
export const START = Date.UTC(2026, 0, 1);
/** Two Place IDs with different CIDs, and a third one with the CID of the first. */
export const PLACES = {
  here: 'ChIJAQAAAAAAAAARAQAAAAAAABA',
  there: 'ChIJAQAAAAAAAAARAgAAAAAAABA',
  renumbered: 'ChIJAgAAAAAAAAARAQAAAAAAABA',
} as const;

export async function memoryDatabase(): Promise<WatchDatabase & AsyncDisposable> {
  const database = await openRecord('sqlite::memory:');
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** The owners of tests, each of which has a usable key. */
export const usable = () => [
  'o',
  'p',
  'me',
  'you',
  'other',
  'somebody else',
  'a',
  'b',
  'c',
  'late',
  ...CLIENTS,
];
const CLIENTS = ['alice', 'bob', 'mallory', 'shop', 'farm'];

export async function addWatch(
  { db }: Pick<WatchDatabase, 'db'>,
  values: Partial<NewRow<'watch'>> = {},
): Promise<Row<'watch'>> {
  const row: NewRow<'watch'> = {
    ...{ id: 'w_1', owner: 'o', kind: 'place', subject: PLACES.here, interval_minutes: 1_440 },
    ...{ evidence: 'on_loss', created_at: START, due_at: START },
    ...values,
  };
  return db
    .insertInto('watch')
    .values({ ...row, ...derivedColumns(row) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function seen(id: string, values: Partial<SeenReview> = {}): SeenReview {
  return {
    ...{ id, url: `https://www.google.com/maps/reviews/${id}`, authorKey: null, isOwn: true, stars: 5 },
    ...{ text: 'Dobre pierogi', photos: 1, reply: null, author: 'Anna', dateText: 'rok temu' },
    publishedAt: Date.UTC(2025, 0, 1) / 1_000,
    editedAt: null,
    ...values,
  };
}

export function seenPlace(values: Partial<SeenPlace> = {}): SeenPlace {
  return {
    ...{ placeId: PLACES.here, name: 'Pierogarnia', address: 'ul. Zmyślona 1', rating: 4.5, reviewCount: 3 },
    ...{ notices: [], isWhole: true },
    ...values,
  };
}

interface Look {
  readonly reviews?: readonly SeenReview[];
  /** How the list ended; null = no list was read. By default it is complete. */
  readonly stop?: StopReason | null;
  /** Records of the list that could not be read. */
  readonly unread?: number;
  /** The place of the list. */
  readonly listOf?: string;
  readonly place?: Partial<SeenPlace> | null;
  readonly verdicts?: Readonly<Record<string, VisibilityReason | null>>;
  readonly trouble?: string;
  /** The provider is proven to show no such place. */
  readonly isGone?: boolean;
  /** Hours that the check is later than its day. */
  readonly hours?: number;
  /** The review that its own page shows, without a list. */
  readonly alone?: SeenReview;
  /** The reviews of `verdicts` as their own pages show them. */
  readonly pages?: readonly SeenReview[];
}

/** The result of a check of a place. `day`: from 0. */
export function look(day: number, found: Look = {}): CheckResult {
  const { reviews = [], stop = 'end', place = {}, verdicts = {}, trouble = null, alone } = found;
  const { isGone = false, hours = 0, pages = [], unread = 0 } = found;
  const placeId = found.listOf ?? place?.placeId ?? PLACES.here;
  return {
    ...{ at: START + day * DAY_MS + hours * 3_600_000, loads: 3, trouble, isGone },
    place: place === null ? null : seenPlace(place),
    list:
      stop === null
        ? null
        : {
            placeId,
            complete: stop === 'end',
            stopReason: stop,
            ...{ read: reviews.length, unread },
            total: place?.reviewCount ?? 3,
          },
    reviews: alone === undefined ? (stop === null ? [] : reviews) : [alone],
    verdicts: new Map(Object.entries(verdicts)),
    pages,
  };
}
