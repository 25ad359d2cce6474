import { namesAuthor } from '../../core/identifiers/review-url.js';
import { createTurns } from '../../core/runtime/turns.js';
import type { JobType } from '../../kit/lists/list-limits.js';
import type { JobResult } from './job.js';
import type { JobDatabase } from './job-tables.js';
import { packResult, storedJson, unpackResult } from './packed-result.js';

type Data = JobResult['data'];

/** Stored links that are read at a time. A list of reviews may have megabytes. */
const READ_AT_ONCE: Readonly<Record<JobType, number>> = {
  'review-visibility': 200,
  'place-details': 200,
  'place-reviews': 1,
};

/**
 * A stored result without the reviews of an author, and how many reviews are left out. `isOwn`: the link of the result
 * names the author. The verdict about a review of the author stays: it names nobody. Null = there is nothing to leave
 * out.
 */
export function withoutAuthor(
  data: Data,
  authorId: string,
  isOwn: boolean,
): { readonly data: Data; readonly reviews: number; readonly isOwn: boolean } | null {
  const { reviews, author_id: author, review, ...rest } = data;
  if (Array.isArray(reviews)) {
    const left = (reviews as readonly Readonly<Record<string, unknown>>[]).filter(
      (one) => one.author_id !== authorId,
    );
    const count = reviews.length - left.length;
    if (count === 0) return null;
    return { data: { ...rest, reviews_count: left.length, reviews: left }, reviews: count, isOwn: false };
  }
  if (author !== authorId && !isOwn) return null;
  const left = { ...rest, ...(review !== undefined && { review: null }) };
  return { data: left, reviews: 'error' in data ? 0 : 1, isOwn: true };
}

/**
 * Deletes what the results of an owner's jobs hold about an author: the reviews, and the links and rows that led to
 * them. Returns the number of reviews. Links that are asked later may bring the author back.
 */
export async function forgetAuthor({ db }: JobDatabase, owner: string, authorId: string): Promise<number> {
  let reviews = 0;
  const turn = createTurns();
  /** Forgets in one link, whatever stores another result of it meanwhile. */
  const forgetInLink = async (job: string, number: number): Promise<void> => {
    for (;;) {
      const link = await db
        .selectFrom('job_link')
        .select(['input', 'data'])
        .where('job_id', '=', job)
        .where('number', '=', number)
        .executeTakeFirst();
      if (link === undefined) return;
      const { input, data } = link;
      const isNamed = namesAuthor(input, authorId);
      const left = data === null ? null : withoutAuthor(await unpackResult(data), authorId, isNamed);
      const isOwn = isNamed || left?.isOwn === true;
      if (!isOwn && left === null) return;
      const changed = await db
        .updateTable('job_link')
        .set({
          ...(left !== null && { data: await packResult(left.data) }),
          ...(isOwn && { input: '', own: null }),
        })
        .where('job_id', '=', job)
        .where('number', '=', number)
        .where('data', data === null ? 'is' : '=', data)
        .executeTakeFirstOrThrow();
      if (changed.numUpdatedRows === 0n) continue;
      reviews += left?.reviews ?? 0;
      return;
    }
  };
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'type', 'total'])
    .where('owner', '=', owner)
    .execute();
  for (const { id, type, total } of jobs) {
    const count = READ_AT_ONCE[type as JobType];
    for (let first = 0; first < total; first += count) {
      const links = await db
        .selectFrom('job_link')
        .select(['number', 'input', 'data'])
        .where('job_id', '=', id)
        .where('number', '>=', first)
        .where('number', '<', first + count)
        .execute();
      for (const { number, input, data } of links) {
        const isTheirs = namesAuthor(input, authorId) || (data !== null && (await names(data, authorId)));
        if (isTheirs) await forgetInLink(id, number);
        await turn();
      }
    }
  }
  return reviews;
}

/** Whether the text of a result has the id anywhere. */
async function names(data: Uint8Array, authorId: string): Promise<boolean> {
  const json = await storedJson(data).catch(() => null);
  return json?.includes(authorId) === true;
}
