import type { WatchData } from '../../../src/capabilities/watch/published.js';
import type { Row } from '../../../src/capabilities/watch/schema.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addEvent } from '../../support/watch-rows.js';
import { addWatch, START } from '../../support/watched.js';
import { startWatching } from '../../support/watching.js';

// The list of watches against the same filters and order in plain JavaScript.

const NAMES = [
  'Łódź „Pod Lipą”',
  'ŁÓDŹ',
  '100 % zniżki',
  '100_x',
  'C:\\temp',
  'İstanbul',
  'Straße',
  '🙂 ŻÓŁW',
  "O'Neil",
  '',
];
const STATES = ['new', 'watching', 'trouble', 'paused'] as const;
/** The verdicts on the watched reviews; the first one has no row of a review. */
const VERDICTS = ['visible', 'not_visible', 'never_visible'] as const;
const QUERIES = [
  'łó',
  'ŁÓD',
  '%',
  '_',
  '\\',
  'istanbul',
  'İ',
  'STRASSE',
  'straße',
  '🙂',
  "o'n",
  'chij7',
  ' żółw ',
  'x\ny',
  'nic',
  'null',
];

type Watch = Pick<
  Row<'watch'>,
  'id' | 'kind' | 'subject' | 'label' | 'note' | 'place' | 'paused_at' | 'trouble_since' | 'proven_at'
>;

/** Watches of every state and kind, in an order of ids that no index has. */
const watches = Array.from({ length: 60 }, (_, at): Watch => {
  const state = STATES[at % 4];
  return {
    // Upper case before lower case, "-" and "_": the order of code units, not that of a language.
    id: `w_${'aBcD-_zZ09'[(at * 7) % 10]}${(at * 37) % 60}`,
    kind: at % 5 === 0 ? 'review' : 'place',
    subject: at % 5 === 0 ? `https://www.google.com/maps/reviews/data=!${at}` : `ChIJ${at}`,
    label: at % 5 === 0 ? null : (NAMES[at % 10] ?? null),
    note: at % 7 === 0 ? `y${NAMES[(at + 3) % 10]}` : null,
    place:
      at % 2 === 0
        ? JSON.stringify({ name: NAMES[(at + 6) % 10] || null, rating: 4.5, reviewCount: at })
        : null,
    paused_at: state === 'paused' ? START : null,
    trouble_since: state === 'trouble' || at % 8 === 3 ? START : null,
    proven_at: state === 'watching' || at % 8 === 2 ? START : null,
  };
});
/** The watches with events, the oldest event first. A watch with several events counts by the newest. */
const eventsOf = watches
  .filter((_, at) => at % 3 !== 1)
  .flatMap((watch, at) => (at % 4 === 0 ? [watch, watch] : [watch]))
  .toSorted((one, other) => ((one.id.charCodeAt(2) * 31) % 17) - ((other.id.charCodeAt(2) * 31) % 17));

const stateOf = ({ id, kind, paused_at, trouble_since, proven_at }: Watch): WatchData['state'] =>
  paused_at !== null
    ? 'paused'
    : trouble_since !== null
      ? 'trouble'
      : proven_at === null
        ? 'new'
        : kind === 'place'
          ? 'watching'
          : (VERDICTS[watches.findIndex((one) => one.id === id) % 3] ?? 'visible');

interface Filter {
  readonly state?: WatchData['state'];
  readonly kind?: WatchData['kind'];
  readonly query?: string;
}

/** The ids that a filter finds, in the order of the list. */
function expected({ state, kind, query }: Filter): string[] {
  const words = query?.trim().toLocaleLowerCase('pl') ?? '';
  const nameOf = ({ place }: Watch) =>
    place === null ? null : (JSON.parse(place) as { name: string | null }).name;
  const newest = (watch: Watch) => eventsOf.lastIndexOf(watch) + 1;
  return watches
    .filter((watch) => state === undefined || stateOf(watch) === state)
    .filter((watch) => kind === undefined || watch.kind === kind)
    .filter((watch) =>
      [watch.label, watch.note, watch.subject, nameOf(watch)]
        .join('\n')
        .toLocaleLowerCase('pl')
        .includes(words),
    )
    .toSorted(
      (one, other) =>
        Number(stateOf(other) === 'trouble') - Number(stateOf(one) === 'trouble') ||
        newest(other) - newest(one) ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

onBothDatabases((create) => {
  test('every filter and page of the list is in the order of attention', async () => {
    const url = await create('file');
    // The start gives watches of unknown owners to everybody: the watches of this test come after it.
    await using watching = await startWatching({ DATABASE_URL: url });
    const database = { db: watching.db };
    for (const watch of watches) await addWatch(database, { owner: 'me', ...watch });
    await addWatch(database, { id: 'w_other', owner: 'other', subject: 'ChIJ1', label: 'ŁÓDŹ' });
    for (const [at, { id }] of eventsOf.entries()) await addEvent(database.db, at + 1, [], { watch_id: id });
    for (const [at, { id, kind }] of watches.entries())
      if (kind === 'review' && at % 3 > 0)
        await database.db
          .insertInto('review')
          .values({
            ...{ watch_id: id, review_id: 'r', status: 'not_visible', status_at: START },
            first_seen_at: at % 3 === 1 ? START : null,
          })
          .execute();
    const filters: Filter[] = [undefined, ...STATES, ...VERDICTS].flatMap((state) =>
      [undefined, 'place' as const, 'review' as const].map((kind) => ({
        ...(state && { state }),
        ...(kind && { kind }),
      })),
    );
    filters.push(...QUERIES.map((query) => ({ query })), { query: 'ł', state: 'trouble', kind: 'place' });
    for (const filter of filters) {
      const ids = expected(filter);
      for (const limit of [7, 500]) {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const page = await watching.watch.list('me', filter, { limit, after });
          expect(page.total, JSON.stringify(filter)).toBe(ids.length);
          expect(page.watches.length).toBe(Math.min(limit, ids.length - found.length));
          found.push(...page.watches.map(({ id }) => id));
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(found, JSON.stringify(filter)).toEqual(ids);
      }
    }
    // A position of a client that no watch has.
    const after = Buffer.from(JSON.stringify([0.5, 1e300, 'w_'])).toString('base64url');
    const rest = await watching.watch.list('me', {}, { limit: 500, after });
    expect(rest.watches.length).toBe(watches.filter((watch) => stateOf(watch) !== 'trouble').length);
  });
});
