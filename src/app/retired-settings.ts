const CONSTANT = 'nothing: its value is fixed';
const LINKS_PER_OWNER = 'one fixed limit of the open links of an owner';

/** Settings that 1.0 does not have, and what replaces each. This table is for 1.0 only. */
export const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
  BULK_PER_CLIENT: CONSTANT,
  CONTEXT_MAX_USES: CONSTANT,
  DOCTOR_INTERVAL_MINUTES: 'a timer outside the service that runs "place-lookup doctor"',
  EGRESS_GROUP: 'nothing: each replica has its own address, rate and breaker',
  EVIDENCE_KEY_URL: 'PUBLIC_URL: packs name its /api/evidence-key',
  EXAMPLE_PLACES: 'nothing',
  EXAMPLE_REVIEWS: 'nothing',
  FAST_PATH_CONCURRENCY: CONSTANT,
  FLEET_SIZE_HINT: 'nothing: each replica has its own address, rate and breaker',
  JOBS_PER_KEY: LINKS_PER_OWNER,
  JOBS_WITHOUT_KEYS: 'API_KEYS',
  JOB_BYTES: 'a reserve of free disk',
  JOB_BYTES_PER_KEY: LINKS_PER_OWNER,
  JOB_LINKS_PER_KEY: LINKS_PER_OWNER,
  JOB_RETENTION_HOURS: CONSTANT,
  JOB_RETRY_HOURS: CONSTANT,
  LIGHT_LANE: 'nothing: the HTTP fast path is always tried first',
  LISTS_PER_CLIENT: CONSTANT,
  MAILS_PER_DAY: 'the limit of your mail server',
  MAILS_PER_OWNER: 'the limit of your mail server',
  MAX_LISTS: CONSTANT,
  MAX_SILENCE_SECONDS: CONSTANT,
  OPERATOR_MAIL: 'deploy/alerts.yaml, or any monitor of /readyz',
  OPERATOR_MAILS_PER_DAY: 'deploy/alerts.yaml, or any monitor of /readyz',
  OPERATOR_MAIL_LANG: 'deploy/alerts.yaml, or any monitor of /readyz',
  PROVIDER_LANGUAGE: CONSTANT,
  PROVIDER_REGION: CONSTANT,
  PROVIDER_RULES: 'the next release of the service',
  QUEUE_LIMIT: CONSTANT,
  REDIS_URL: 'DATABASE_URL with a PostgreSQL',
  RETAIN_CHECKS_DAYS: 'nothing: checks have no personal data and are kept as long as their watch',
  REVIEWS_TIMEOUT_MS: CONSTANT,
  TSA_PASSWORD: 'TSA_URL: https://user:password@host/path',
  TSA_USER: 'TSA_URL: https://user:password@host/path',
  WATCH_CONFIRMATIONS: CONSTANT,
  WATCH_MIN_INTERVAL_HOURS: CONSTANT,
  WATCH_SHARE_PERCENT: 'WATCH_LIMIT',
  WORKER_CONCURRENCY: CONSTANT,
};

/** A warning for each retired setting that is set. `known`: the settings that this version reads. */
export function retiredWarnings(
  known: ReadonlySet<string>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(RETIRED_SETTINGS)
    .filter(([name]) => Boolean(env[name]) && !known.has(name))
    .map(
      ([name, instead]) =>
        `the setting ${name} is ignored, because 1.0 does not have it; instead: ${instead}`,
    );
}
