import type { Database, NewRow, Version } from '../../src/capabilities/watch/schema.js';
import { addWatch } from './watched.js';

/** Writes invented records. Every value that a test does not name has a default. `last`: the number in the last id that is in use. */
export function inventedRecord(db: Database, last = 0) {
  let number = last;
  const next = (prefix: string) => {
    number += 1;
    return `${prefix}_${number}`;
  };
  return {
    watch: async (row: Partial<NewRow<'watch'>> = {}) => {
      const id = row.id ?? next('w');
      await addWatch({ db }, { id, subject: `ChIJ${id}`, created_at: 0, due_at: 0, ...row });
      return id;
    },
    review: async (watch: string, row: Partial<NewRow<'review'>> = {}) => {
      const id = row.review_id ?? next('review');
      await db
        .insertInto('review')
        .values({
          watch_id: watch,
          review_id: id,
          url: `https://www.google.com/maps/reviews/data=!${id}`,
          status: 'visible',
          status_at: 0,
          first_seen_at: 0,
          last_seen_at: 0,
          ...{ version: 1, version_at: 0, read_at: 0 },
          ...row,
        })
        .execute();
      return id;
    },
    event: async (watch: string, row: Partial<NewRow<'event'>> = {}) => {
      const id = row.id ?? next('e');
      number += 1;
      const review = await db
        .selectFrom('review')
        .select(['author', 'text', 'published_at', 'edited_at'])
        .where('watch_id', '=', watch)
        .where('review_id', '=', row.review_id ?? '')
        .executeTakeFirst();
      await db
        .insertInto('event')
        .values({
          seq: number,
          id,
          watch_id: watch,
          owner: 'o',
          at: 0,
          type: 'review.not_visible',
          check_id: 'c',
          ...review,
          ...row,
        })
        .execute();
      return id;
    },
    check: async (watch: string, row: Partial<NewRow<'watch_check'>> = {}) => {
      const id = row.id ?? next('c');
      await db
        .insertInto('watch_check')
        .values({ id, watch_id: watch, at: 0, complete: 1, rating: 4.5, review_count: 3, ...row })
        .execute();
      return id;
    },
  };
}

/** What a review said before an event, as the event keeps it. */
export function versionBefore(version: Partial<Version>): string {
  const unknown = { stars: null, photos: null, author: null, date_text: null, published_at: null };
  const first = { version: 1, version_at: 0, read_at: 0, edited_at: null, text: null, reply: null };
  return JSON.stringify({ ...unknown, ...first, ...version } satisfies Version);
}
