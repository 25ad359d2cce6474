import type { Database, NewRow } from '../../src/capabilities/watch/schema.js';
import { addWatch } from './watched.js';

/** Writes invented records. Every value that a test does not name has a default. */
export function inventedRecord(db: Database) {
  let number = 0;
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
    review: async (
      watch: string,
      row: Partial<NewRow<'review'>> = {},
      versions: readonly Partial<NewRow<'review_version'>>[] = [{}],
    ) => {
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
          ...row,
        })
        .execute();
      for (const [index, version] of versions.entries())
        await db
          .insertInto('review_version')
          .values({
            watch_id: watch,
            review_id: id,
            number: index + 1,
            hash: `hash ${index}`,
            first_seen_at: 0,
            last_seen_at: 0,
            ...version,
          })
          .execute();
      return id;
    },
    event: async (watch: string, row: Partial<NewRow<'event'>> = {}) => {
      const id = row.id ?? next('e');
      number += 1;
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
          ...row,
        })
        .execute();
      return id;
    },
    check: async (watch: string, row: Partial<NewRow<'watch_check'>> = {}) => {
      const id = row.id ?? next('c');
      await db
        .insertInto('watch_check')
        .values({ id, watch_id: watch, at: 0, took_ms: 1, loads: 1, left_over: 0, ...row })
        .execute();
      return id;
    },
  };
}
