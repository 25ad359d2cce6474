import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { bundled } from '../support/bundled.js';
import { onBothJobDatabases, openJobs, REQUEST, startJobs } from '../support/job-databases.js';
import { expect, test } from '../support/test.js';

// Processes that work on a job and are killed: each link has exactly one result, and another process goes on. At random
// moments: test/kills.

/** A claim and its result take some 15 statements. The points are before and between all of them. */
const POINTS = 4;
const FIRST_STATEMENT = 12;
const STATEMENTS_BETWEEN = 25;
const LINKS = 200;
/** Links that are asked at once, and so when a process is killed. */
const AT_WORK = 2;

onBothJobDatabases((create) => {
  test(`a job whose processes are killed at ${POINTS} points has exactly one result for each link`, async () => {
    test.setTimeout(120_000 + POINTS * 30_000);
    const url = await create();
    const database = await openJobs(url);
    const { db } = database;
    const idle = await startJobs(database, { concurrency: 0 });
    const entries = Array.from({ length: LINKS }, (_, index) => ({
      ...{ text: `link ${index}`, line: index + 1, problem: null },
    }));
    const { id } = await idle.jobs.submit({ ...REQUEST, client: 'north', entries: [entries] });

    const program = await bundled('job-crash');
    const asked = new Map<string, number>();
    for (let point = 0; point < POINTS; point += 1) {
      const killAt = String(FIRST_STATEMENT + point * STATEMENTS_BETWEEN);
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, DATABASE_URL: url, KILL_AT: killAt },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout }))
        asked.set(line, (asked.get(line) ?? 0) + 1);
      expect(await ended).toEqual([null, 'SIGKILL']);
      // As if the claims of the killed process had ended, which takes 20 s.
      await sql`update job_link set due_at = ${database.now} where due_at is not null and position is null`.execute(
        db,
      );
    }

    const next = await startJobs(database);
    await expect
      .poll(async () => (await next.jobs.get('north', id)).state, { timeout: 60_000 })
      .toBe('finished');
    await next.worker.close();
    expect(await next.jobs.get('north', id)).toMatchObject({
      total: LINKS,
      done: LINKS,
      outcomes: { visible: LINKS },
    });
    const rows = await db
      .selectFrom('job_link')
      .select(['number', 'position', 'input', 'due_at', 'claimed_by'])
      .where('job_id', '=', id)
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(rows.map(({ number }) => number)).size).toBe(LINKS);
    expect(rows.filter(({ due_at }) => due_at !== null)).toEqual([]);
    const repeated = [...asked.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(repeated).toBeLessThanOrEqual(POINTS * AT_WORK);
    expect(asked.size + next.asked()).toBeGreaterThanOrEqual(LINKS);
    await idle.worker.close();
    await database.close();
  });
});
