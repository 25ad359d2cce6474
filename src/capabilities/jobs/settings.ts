import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';

/** The settings of jobs. */
export const JOB_SETTINGS = {
  title: 'Jobs',
  shape: {
    WORKER_CONCURRENCY: setting(
      wholeNumber(2, 0, 64),
      'Parts of jobs that this process works on at once. A part is ten links, or one list of reviews; its links are looked up as pages and the provider rate limiter allow. 0 = it only answers requests.',
    ),
    JOBS_WITHOUT_KEYS: setting(
      z.enum(['loopback', 'all'], { error: 'must be loopback or all' }).default('loopback'),
      'Who may use jobs and watches where no keys are configured. loopback: clients on this machine; for other clients the endpoints answer 503 `jobs_unavailable` and `watch_unavailable`. all: everybody. Without keys every client sees, changes and removes every job, watch and channel.',
    ),
    JOBS_PER_KEY: setting(
      wholeNumber(10, 0, 100_000),
      'Jobs that one client may have at once, ended jobs not included. A further job is answered 429. 0 = no limit.',
    ),
    JOB_LINKS_PER_KEY: setting(
      wholeNumber(3_000_000, 0, 1_000_000_000),
      'Links of all jobs of one client, including ended jobs that are still kept. A list that exceeds the limit is answered 429. A link takes about 1 KB of the database with its result. 0 = no limit.',
    ),
    JOB_BYTES_PER_KEY: setting(
      wholeNumber(1_200_000_000, 0, 1_000_000_000_000),
      'Bytes of the database that all jobs of one client may take, including ended jobs that are still kept. A list also reserves space for its results. A list that exceeds the limit is answered 429; jobs whose results exceed it pause until others are deleted or expire. 0 = no limit.',
    ),
    JOB_BYTES: setting(
      wholeNumber(1_500_000_000, 0, 1_000_000_000_000),
      'Bytes of the database that the jobs of all clients together may take, counted as in `JOB_BYTES_PER_KEY`. A list that exceeds the limit is answered 503. With SQLite, new jobs are also refused while the disk has less than 64 MB left. 0 = no limit.',
    ),
    JOB_RETENTION_HOURS: setting(
      wholeNumber(72, 1, 8_760),
      'How many hours a job and its results are kept after the end of the job. Then everything about the job is deleted.',
    ),
    JOB_RETRY_HOURS: setting(
      wholeNumber(24, 0, 720),
      'For how many hours the service repeats a link of a job that fails for a temporary reason. Then the failure is the result of the link. 0 = each link is tried once.',
    ),
  },
} as const satisfies SettingGroup;
