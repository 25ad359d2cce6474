import type { JobStatus } from '../../../src/capabilities/jobs/job.js';
import { createJobRunner } from '../../../src/capabilities/jobs/job-runner.js';
import { jobTable } from '../../../src/capabilities/jobs/job-table.js';
import { presentJob, presentJobResult } from '../../../src/capabilities/jobs/present-job.js';
import { type JobLine, jobData, jobLine } from '../../../src/capabilities/jobs/published.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import type { FoundDetails } from '../../../src/core/places/find-place.js';
import type { Scope } from '../../../src/core/runtime/scope.js';
import type { JobType } from '../../../src/kit/lists/list-limits.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { readingOf } from '../../support/place-reading.js';
import { expect, test } from '../../support/test.js';

// Times of jobs and their results. Making a format takes a hundred times as long as using it.

const LOCAL_TIME = createLocalTime('Europe/Warsaw');
const JOB: JobStatus = {
  id: 'a',
  type: 'review-visibility',
  parameters: {},
  state: 'running',
  read_at: 1_789_000_061_000,
  created_at: 1_789_000_000_000,
  begun_at: 1_789_000_001_000,
  ended_at: null,
  expires_at: null,
  total: 1_000_000,
  done: 1,
  outcomes: { visible: 1 },
  retrying: 0,
  next_attempt_at: null,
  rows: 1,
};

/** How often `work` makes a format for dates. */
function formatsMade(work: () => void): number {
  const original = Intl.DateTimeFormat;
  let made = 0;
  Intl.DateTimeFormat = new Proxy(original, {
    construct: (target, args) => {
      made += 1;
      return Reflect.construct(target, args);
    },
  });
  try {
    work();
  } finally {
    Intl.DateTimeFormat = original;
  }
  return made;
}

test('a table and a list of jobs make no format of their own for their dates', () => {
  const { columns, rows } = jobTable({ type: 'place-reviews' }, 'en', LOCAL_TIME);
  const published = columns.find(({ header }) => header === 'Published');
  const reviews = Array.from({ length: 1_000 }, () => ({ date_unix: 1_789_000_000 }));
  const cells = new Set<unknown>();
  const made = formatsMade(() => {
    for (const row of rows({ type: 'result', reviews } as never)) cells.add(published?.value(row));
    for (const job of Array.from({ length: 100 }, () => JOB)) presentJob(job, LOCAL_TIME);
  });
  expect([...cells]).toEqual(['2026-09-10 02:26:40']);
  expect(made).toBe(0);
});

test('a job that is held up has no estimated end beyond the year 9999', () => {
  const job = presentJob({ ...JOB, read_at: JOB.created_at + 100 * 3_600_000 }, LOCAL_TIME);
  expect(job).toMatchObject({ links_per_minute: 0.00017, estimated_end_at: null });
  expect(jobData.safeParse(job).success).toBe(true);
  const later = presentJob({ ...JOB, read_at: JOB.created_at + 60_000 }, LOCAL_TIME);
  expect(later.estimated_end_at).toBe('2028-07-23 23:20:01');
});

/** Runs `work` at a time, in milliseconds since 1970. */
async function atTime(at: number, work: () => void | Promise<void>): Promise<void> {
  const { now } = Date;
  Date.now = () => at;
  try {
    await work();
  } finally {
    Date.now = now;
  }
}

test('the rate of a job does not depend on the clock of the replica', () =>
  atTime(JOB.created_at - 300_000, () => {
    expect(presentJob({ ...JOB, done: 120 }, LOCAL_TIME).links_per_minute).toBe(120);
  }));

const KEPT = { index: 0, line: null, input: 'https://maps.app.goo.gl/A', position: 1 };
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const READING = readingOf({});

/** The cells of the two columns of times. */
function timesIn(type: JobType, line: JobLine): unknown[] {
  const { columns, rows } = jobTable({ type }, 'pl', LOCAL_TIME);
  return ['Sprawdzono', 'Sprawdzono (UTC)'].flatMap((name) =>
    rows(line).map((row) => columns.find(({ header }) => header === name)?.value(row)),
  );
}

test('a result says when it was read, as a line and in the table', () =>
  atTime(1_789_000_000_000, async () => {
    for (const [type, ageSeconds, ...times] of [
      ['place-details', 0, '2026-09-10 02:26:40', '2026-09-10T00:26:40Z'],
      // Remembered from an earlier lookup.
      ['place-details', 290, '2026-09-10 02:21:50', '2026-09-10T00:21:50Z'],
      ['place-reviews', 0, '2026-09-10 02:26:40', '2026-09-10T00:26:40Z'],
    ] as const) {
      const { finder, reviews, inspector } = READY_SERVICES;
      const found: FoundDetails = {
        ...{ placeId: PLACE_ID, featureId: READING.place.featureId, source: 'place_id', candidates: [] },
        ...{ cache: { outcome: 'hit', ageSeconds }, reading: READING },
      };
      const run = createJobRunner({
        finder: { ...finder, findDetails: async () => found },
        ...{ reviews, inspector, localTime: LOCAL_TIME },
      });
      const { data } = await run({ type, parameters: {}, input: PLACE_ID }, {} as Scope);
      const kept = { ...KEPT, input: PLACE_ID, data: data as Record<string, unknown> };
      const line = presentJobResult({ ...JOB, type }, kept, LOCAL_TIME);
      expect(jobLine.parse(line)).toMatchObject({
        ...{ type: 'result', checked_at: times[0], checked_at_utc: times[1] },
      });
      // A list without reviews has no row of its own.
      const shown = type === 'place-reviews' ? ({ ...line, reviews: [{}] } as never) : line;
      expect(timesIn(type, shown)).toEqual(times);
    }
  }));

test('a failure says when its last attempt ended, as a line and in the table', () => {
  const error = {
    code: 'provider_unavailable',
    message: 'Google Maps could not be reached. Try again later.',
    ...{ reason: 'other', values: {} },
  };
  const line = presentJobResult(JOB, { ...KEPT, data: { error, at: JOB.created_at } }, LOCAL_TIME);
  const time = { checked_at: '2026-09-10 02:26:40', checked_at_utc: '2026-09-10T00:26:40Z' };
  expect(jobLine.parse(line)).toMatchObject({ type: 'error', error, ...time });
  expect(timesIn('review-visibility', line)).toEqual(Object.values(time));
  // A line that could not be read was never asked.
  expect(presentJobResult(JOB, { ...KEPT, data: { error } }, LOCAL_TIME)).not.toHaveProperty('checked_at');
});
