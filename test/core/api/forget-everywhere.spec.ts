import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { JobAnswer, JobTask } from '../../../src/capabilities/jobs/job.js';
import { authorKey, hashKeyOf, reviewOfAuthor } from '../../../src/capabilities/watch/authors.js';
import { shuttingDown } from '../../../src/core/errors.js';
import { createCandidateMemory, forgetCandidates } from '../../../src/core/reviews/control-candidates.js';
import type { JobType } from '../../../src/kit/lists/list-limits.js';
import { startHttp } from '../../support/http-only.js';
import { openJobs, startJobs } from '../../support/job-databases.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { startWatching } from '../../support/watching.js';

// One author in every store of the service: database, folder of packs, results of jobs, memory of controls.

const CLIENT = 'everybody';
const AUTHOR = '110483770106878901976';
const OTHER = '104111222333444555666';
/** Every text by which the author could be found. */
const TRACES = [AUTHOR, 'Zmyślimir Nikt', 'Zupa była zimna', 'ReviewOfNikt'];
const BY_AUTHOR = `https://www.google.com/maps/contrib/${AUTHOR}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8`;
const BY_REVIEW =
  'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sReviewOfNikt!2m1!1s0x0:0x3f5c';
const OF_OTHER = `https://www.google.com/maps/contrib/${OTHER}/place/ChIJJz6dChxbFkcRFk6Qq9KBXD8`;
const NAME_ROW = 'klientka Zmyślimir Nikt';

const record = (id: string, name: string, text: string) => ({
  review_id: `ReviewOf${name.split(' ').at(-1)}`,
  stars: 1,
  review_text: text,
  date_text: 'rok temu',
  date_unix: 1_700_000_000,
  review_language: 'pl',
  review_url: `https://www.google.com/maps/contrib/${id}/place/x`,
  report_url: null,
  author_name: name,
  author_id: id,
  author_profile_url: `https://www.google.com/maps/contrib/${id}`,
  author_avatar_url: null,
  author_total_reviews: 3,
  author_total_photos: 1,
  author_is_local_guide: false,
  author_local_guide_level: null,
  author_badge_text: null,
  photos_count: 0,
  photos: [],
  likes_count: 0,
  has_owner_response: false,
});

const UTC = '2026-09-14T06:00:00Z';
const checkedReview = (author: string, text: string) => ({
  ...{ author_name: author, stars: 1, date: '2026-01-01', is_edited: false, edited_date: null },
  ...{ place_name: 'Kawiarnia', place_id: null, text_excerpt: text },
});

/** Answers as the service stores them: `author_id` only where the provider gives it. */
async function answer({ type, input }: JobTask): Promise<JobAnswer> {
  if (type === 'place-reviews') {
    const reviews = [
      record(AUTHOR, 'Zmyślimir Nikt', 'Zupa była zimna. '.repeat(200)),
      record(OTHER, 'Ewa Inna', 'Smaczna zupa'),
    ];
    const counts = { reviews_count: 2, reviews_read: 2, total_reviews: 2, pages_fetched: 1 };
    const list = { place_id: input, ...counts, complete: true, stop_reason: 'end', checked_at_utc: UTC };
    return { outcome: 'answered', data: { ...list, reviews }, rows: 2 };
  }
  const isTheirs = input !== OF_OTHER;
  const [name, text] = isTheirs ? ['Zmyślimir Nikt', 'Zupa była zimna'] : ['Ewa Inna', 'Smaczna zupa'];
  const id = { [BY_REVIEW]: AUTHOR, [OF_OTHER]: OTHER }[input];
  const data = { is_visible: true, visibility_reason: 'visible', checked_at_utc: UTC, author_id: id };
  return { outcome: 'visible', data: { ...data, review: checkedReview(name, text) }, rows: 1 };
}

async function databaseText<Tables>(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const rows = tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
  const found = (await Promise.all(rows)).flatMap((one) => one.rows as Record<string, unknown>[]);
  return JSON.stringify(
    found.map((row) =>
      Object.values(row).map((value) => (value instanceof Uint8Array ? String(Buffer.from(value)) : value)),
    ),
  );
}

const filesText = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zip'))
    .map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');

const WAIT = { intervals: [50], timeout: 60_000 };

test('forgetting an author reaches every store of the client, and nothing else', async () => {
  const watching = await startWatching();
  const jobs = await openJobs('sqlite::memory:');
  const made = await startJobs(jobs, { concurrency: 1, runner: answer });
  const memory = createCandidateMemory();
  const skipped = new LRUCache<string, true>({ max: 10 });
  const http = await startHttp({
    watch: watching.watch,
    jobs: made.jobs,
    forgetControls: (author) => forgetCandidates(memory, skipped, author),
  });
  try {
    const { db, watch, folder } = watching;
    const owner = watch.ownerOf(CLIENT);
    const key = authorKey(await hashKeyOf(db), AUTHOR);
    const stored = inventedRecord(db);
    const place = await stored.watch({ owner });
    await stored.review(place, { review_id: 'ReviewOfNikt', author_key: key, evidence: 'r_1.zip' }, [
      { author: 'Zmyślimir Nikt', text: 'Zupa była zimna', stars: 1 },
    ]);
    await stored.event(place, { owner, id: 'e_1', review_id: 'ReviewOfNikt', evidence: 'e_1.zip' });
    await stored.review(place, { review_id: 'other', author_key: 'other' }, [{ author: 'Ewa Inna' }]);
    const single = await stored.watch({ owner, kind: 'review', subject: BY_AUTHOR });
    await stored.review(single, { review_id: reviewOfAuthor(key), author_key: key, url: BY_AUTHOR });
    mkdirSync(join(folder, 'evidence'));
    for (const name of ['r_1.zip', 'e_1.zip'])
      writeFileSync(join(folder, 'evidence', name), 'Zmyślimir Nikt');

    const control = {
      reviewId: 'ReviewOfNikt',
      authorId: AUTHOR,
      cid: '1',
      featureId: null,
      link: BY_REVIEW,
    };
    memory.remembered.set('ReviewOfNikt', control);
    memory.remembered.set('other', { ...control, reviewId: 'other', authorId: OTHER, link: OF_OTHER });
    for (const link of [BY_AUTHOR, BY_REVIEW, OF_OTHER]) skipped.set(link, true);

    const submit = async (type: JobType, links: readonly string[]) => {
      const cells = type === 'place-reviews' || links.includes(OF_OTHER) ? [null] : [null, NAME_ROW];
      const entries = links.map((text) => ({ text, line: null, problem: null, own: cells }));
      const columns = () => ({ headings: null, width: 2, isLinkInCell: true });
      const job = await made.jobs.submit({
        ...{ client: CLIENT, type, parameters: {}, requestKey: null, hash: () => type },
        ...{ entries: [entries], columns },
      });
      await expect.poll(async () => (await made.jobs.get(CLIENT, job.id)).state, WAIT).toBe('finished');
      return job.id;
    };
    const verdicts = await submit('review-visibility', [BY_AUTHOR, BY_REVIEW]);
    const others = await submit('review-visibility', [OF_OTHER]);
    const list = await submit('place-reviews', ['ChIJJz6dChxbFkcRFk6Qq9KBXD8']);
    const lines = async (id: string) => {
      const { text } = await http.ask(`/api/jobs/${id}/results`);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    expect(JSON.stringify(await lines(verdicts))).toContain('Zmyślimir Nikt');
    expect(JSON.stringify(await lines(list))).toContain('Zupa była zimna');
    expect(JSON.stringify(await lines(others))).not.toContain('author_id');

    const forgotten = await http.ask('/api/forget-author', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ author: `https://www.google.com/maps/contrib/${AUTHOR}` }),
    });
    expect(JSON.parse(forgotten.text).data).toEqual({
      ...{ reviews: 2, events: 1, packs: 2, job_reviews: 3, watches: [single] },
    });

    const stores = {
      'database of jobs': await databaseText(jobs.db),
      'lists of jobs': JSON.stringify(await lines(list)),
      'verdicts of jobs': JSON.stringify(await lines(verdicts)),
      database: await databaseText(db),
      packs: filesText(folder),
      controls: JSON.stringify([[...memory.remembered.values()], [...skipped.keys()]]),
    };
    for (const [store, text] of Object.entries(stores))
      for (const trace of TRACES) expect(text, store).not.toContain(trace);

    expect(await lines(verdicts)).toMatchObject([
      { type: 'result', review_url: '', is_visible: true, review: null },
      { type: 'result', review_url: '', is_visible: true, review: null },
      { type: 'summary', visible: 2 },
    ]);
    expect(await lines(others)).toMatchObject([
      { review_url: OF_OTHER, review: { author_name: 'Ewa Inna' } },
      { type: 'summary' },
    ]);
    const [result] = await lines(list);
    expect(result).toMatchObject({
      type: 'result',
      reviews_count: 1,
      reviews: [{ author_name: 'Ewa Inna' }],
    });
    expect([...skipped.keys()]).toEqual([OF_OTHER]);
    expect([...memory.remembered.keys()]).toEqual(['other']);
    expect(await db.selectFrom('review').select('review_id').execute()).toEqual([{ review_id: 'other' }]);
    for (const format of ['csv', 'xlsx'])
      expect((await http.ask(`/api/jobs/${verdicts}/results?format=${format}`)).status).toBe(200);
  } finally {
    await http.close();
    await made.worker.close(shuttingDown());
    await jobs.close();
    await watching.close();
  }
});
