import { sql } from 'kysely';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { inBothZones } from '../../core/published/times.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createTurns, nextStep } from '../../core/runtime/turns.js';
import { chunksOf } from '../../kit/store/rows.js';
import { authorIdIn, authorKey, hashKeyOf } from './authors.js';
import { deleteReviews, deleteWatch, type RemovedFrom } from './delete-record.js';
import { authorOf } from './identity.js';
import { versionsOf } from './ledger.js';
import { message } from './messages.js';
import { type LocalTime, ledgerReview, publishEvent, selectEvents } from './publish-watch.js';
import { type AuthorData, authorData, type ForgottenData } from './published.js';
import type { Database } from './schema.js';

interface ForgetParts {
  readonly db: Database;
  readonly store: RemovedFrom;
  readonly now: number;
}

const authorEvent = authorData.shape.events.element;
type Author = Awaited<ReturnType<typeof authorIn>>;

/** @throws AppError `invalid_request` */
async function authorIn(db: Database, text: string) {
  const id = authorIdIn(text);
  if (id === null) throw new AppError(INVALID_REQUEST, message('authorInvalid'), { field: 'author' });
  return { id, key: authorKey(await hashKeyOf(db), id) };
}

/** The owner's reviews of an author. */
function reviewsOf(db: Database, owner: string, author: Author) {
  return db
    .selectFrom('review')
    .innerJoin('watch', 'watch.id', 'review.watch_id')
    .select(['review.watch_id', 'review.review_id', 'review.first_seen_at', 'review.status_at'])
    .select(['review.last_seen_at', 'watch.label'])
    .where('watch.owner', '=', owner)
    .where('review.author_key', '=', author.key);
}

/** The owner's watches of a single review that name an author: by their link, or as the author of a review that was `found`. */
async function watchesOf(db: Database, owner: string, author: Author, found: { watch_id: string }[]) {
  const read = new Set(found.map(({ watch_id }) => watch_id));
  const own = db.selectFrom('watch').select(['id', 'kind', 'label', 'subject']).where('owner', '=', owner);
  const single = await own.where('kind', '=', 'review').execute();
  const named = single.filter((watch) => read.has(watch.id) || authorOf(watch) === author.id);
  return named.map(({ id: watch_id, label, subject }) => ({ watch_id, label, subject }));
}

/**
 * Deletes what the owner's watches store about an author, and remembers the keyed hash of the author, so that no check
 * stores it again. A watch of a single review of the author is removed, because its subject names the author. `scope`:
 * the request; the deletion ends with it, and another request deletes the rest.
 * @throws AppError `invalid_request`; errors of the file system
 */
export async function forget(
  { db, store, now }: ForgetParts,
  owner: string,
  text: string,
  scope: Partial<Scope> = {},
): Promise<ForgottenData> {
  const author = await authorIn(db, text);
  // Also a deletion that finds nothing waits for the disk.
  await nextStep(scope);
  await db
    .insertInto('forgotten')
    .values({ owner, author_key: author.key, at: now })
    .onConflict((one) => one.doNothing())
    .execute();
  const turn = createTurns(scope);
  const own = await db.selectFrom('watch').select('id').where('owner', '=', owner).orderBy('id').execute();
  for (const ids of chunksOf(own.map(({ id }) => id))) {
    // Changes nothing, but waits for checks that are being recorded: later checks see the forgotten author.
    const touched = db.updateTable('watch').set({ note: sql.ref<string | null>('note') });
    await touched.where('id', 'in', ids).execute();
    await turn();
  }
  // In this order checks and other deletions lock the watches, too.
  const found = await reviewsOf(db, owner, author).orderBy('review.watch_id').execute();
  await turn();
  const watches = (await watchesOf(db, owner, author, found)).map(({ watch_id }) => watch_id);
  const sum = await deleteReviews(db, store, found, { cause: 'forgetting', at: now }, turn);
  for (const id of watches) await deleteWatch(db, store, id);
  return { reviews: found.length, ...sum, watches };
}

/** All that the owner's watches have about an author. @throws AppError `invalid_request` */
export async function dataOfAuthor(
  { db, localTime }: { readonly db: Database; readonly localTime: LocalTime },
  owner: string,
  text: string,
  scope: Partial<Scope> = {},
): Promise<AuthorData> {
  const author = await authorIn(db, text);
  const ofOwner = db.selectFrom('forgotten').select('at').where('owner', '=', owner);
  const forgotten = await ofOwner.where('author_key', '=', author.key).executeTakeFirst();
  const turn = createTurns(scope);
  await nextStep(scope);
  const found = await reviewsOf(db, owner, author).orderBy('review.first_seen_at').execute();
  const data: AuthorData = {
    author_id: author.id,
    ...inBothZones('forgotten_at', forgotten?.at ?? null, localTime),
    ...{ reviews: [], events: [], watches: await watchesOf(db, owner, author, found) },
  };
  for (const { watch_id, review_id, label } of found) {
    await turn();
    const ofWatch = db.selectFrom('review').selectAll().where('watch_id', '=', watch_id);
    const review = await ofWatch.where('review_id', '=', review_id).executeTakeFirst();
    if (review === undefined) continue;
    const versions = (await versionsOf(db, watch_id, [review])).get(review_id) ?? [];
    const ofPlace = selectEvents(db).where('event.watch_id', '=', watch_id).orderBy('event.seq');
    const events = await ofPlace.where('event.review_id', '=', review_id).execute();
    data.reviews.push({ watch_id, label, ...ledgerReview(review, versions, localTime) });
    for (const row of events)
      data.events.push(authorEvent.parse({ ...publishEvent(row, localTime), evidence: row.evidence }));
  }
  return data;
}
