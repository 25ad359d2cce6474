import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { JobType } from '../contract/jobs.js';
import { namesAuthor } from '../identifiers/review-url.js';
import { createScript } from '../shared-state/script.js';
import { JOB_KINDS, type JobResult } from './job.js';
import { packResult, unpackResult, unpackText } from './packed-result.js';
import { linksOf, type StoreOptions, textOf } from './stored-job.js';

type Data = JobResult['data'];

/** Stored values that are read at a time. A list of reviews may have megabytes. */
const READ_AT_ONCE: Readonly<Record<JobType, number>> = {
  'review-visibility': 200,
  'place-details': 200,
  'place-reviews': 1,
};

/**
 * Replaces a field of a hash if it still has the value with this SHA-1: an expired job is not stored again. Redis runs
 * the script also when it is full, because the new value is shorter. Values: field, SHA-1, new value.
 */
const REPLACE = createScript(`#!lua flags=allow-oom
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored or redis.sha1hex(stored) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`);

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
export async function forgetAuthor(
  { run, keys }: Pick<StoreOptions, 'run' | 'keys'>,
  owner: string,
  authorId: string,
): Promise<number> {
  const redis = <T>(commands: (connection: Redis) => Promise<T>) => run(commands, true);

  /** All fields of a hash, some at a time. Redis may give a field twice. */
  async function* fieldsOf(key: string, count: number): AsyncGenerator<readonly [string, string]> {
    let cursor = '0';
    do {
      const [next, found] = await redis((connection) =>
        connection.hscan(key, cursor, 'COUNT', String(count)),
      );
      cursor = next;
      for (let at = 0; at + 1 < found.length; at += 2) yield [found[at] ?? '', found[at + 1] ?? ''];
    } while (cursor !== '0');
  }
  /** Changes a stored value until no other request changes it meanwhile. `change` returns null if nothing is left to do. */
  const replace = async (
    key: string,
    field: string,
    stored: string,
    change: (value: string) => Promise<string | null>,
  ): Promise<void> => {
    for (let value: string | null = stored; value !== null; ) {
      const next = await change(value);
      if (next === null) return;
      const values = [field, hash('sha1', value), next];
      if ((await redis((connection) => REPLACE(connection, [key], values))) === 1) return;
      value = await redis((connection) => connection.hget(key, field));
    }
  };

  let reviews = 0;
  const forgetInJob = async (job: string, type: JobType) => {
    const size = JOB_KINDS[type].chunk;
    const inputs = keys.ofJob('inputs', job);
    /** Indexes of the links to a review of the author. */
    const own = new Set<number>();
    for await (const [chunk, json] of fieldsOf(inputs, READ_AT_ONCE[type])) {
      if (!json.includes(authorId)) continue;
      for (const [at, link] of linksOf(json).entries())
        if (link !== undefined && namesAuthor(textOf(link), authorId)) own.add(Number(chunk) * size + at);
    }
    const results = keys.ofJob('results', job);
    for await (const [field, packed] of fieldsOf(results, READ_AT_ONCE[type])) {
      const index = Number(field);
      let found = 0;
      await replace(results, field, packed, async (stored) => {
        const text = await unpackText(stored);
        if (!own.has(index) && !text?.includes(authorId)) return null;
        const left = withoutAuthor(await unpackResult(stored), authorId, own.has(index));
        if (left?.isOwn === true) own.add(index);
        const next = left === null ? null : await packResult(left.data);
        if (left === null || next === stored) return null;
        found = left.reviews;
        return next;
      });
      reviews += found;
    }
    const chunks = new Set([...own].map((index) => Math.floor(index / size)));
    for (const chunk of chunks) {
      const stored = await redis((connection) => connection.hget(inputs, String(chunk)));
      await replace(inputs, String(chunk), stored ?? '[]', async (json) => {
        const links = linksOf(json).map((link, at) => (own.has(chunk * size + at) ? null : (link ?? null)));
        const next = JSON.stringify(links);
        return next === json ? null : next;
      });
    }
  };
  for (const job of await redis((connection) => connection.zrange(keys.ofJobOwner('all', owner), 0, '-1'))) {
    const type = (await redis((connection) =>
      connection.hget(keys.ofJob('meta', job), 'type'),
    )) as JobType | null;
    if (type !== null) await forgetInJob(job, type);
  }
  return reviews;
}
