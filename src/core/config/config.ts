import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { SettingsError } from '../errors.js';
import { MAX_INTERVAL_HOURS } from '../published/list-limits.js';
import { LOG_LEVELS } from '../runtime/logger.js';
import {
  answeredHosts,
  apiKeys,
  controlPlaces,
  controlReviews,
  corsOrigins,
  databaseUrl,
  doctorPlaces,
  egressGroup,
  examplePlaces,
  flag,
  headerName,
  language,
  listeningHost,
  loopback,
  mailDomains,
  mailSender,
  mailServer,
  region,
  replacedBy,
  stampAuthority,
  timeZone,
  trustedProxies,
  upstreamProxy,
  webAddress,
  webhookHosts,
  wholeNumber,
} from './parsers.js';

/**
 * A setting and its description. `npm run docs` makes the table of docs/configuration.md and .env.example from it.
 * `shown`: how the documentation names the default, if its value does not explain itself.
 */
const setting = <T extends z.ZodType>(type: T, description: string, shown?: string): T =>
  type.meta({ description, ...(shown !== undefined && { shown }) });

/** The settings by group, as the documentation shows them. Each name is its environment variable. */
export const SETTING_GROUPS = {
  Service: {
    PORT: setting(wholeNumber(3000, 0, 65_535), 'Port to listen on. 0 = any free port.'),
    HOST: setting(listeningHost, 'Address or host name to listen on.'),
    LOG_LEVEL: setting(
      z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
      'The lowest level of the messages that are logged.',
    ),
    API_ENABLED: setting(
      flag(true),
      'false: start with the API switched off: its endpoints and `/mcp` answer 503 `api_disabled` until SIGUSR2. The endpoints that need no key (`/api/openapi.json`, `/api/capabilities`, `/api/evidence-key`), health checks and metrics still answer.',
    ),
    SHUTDOWN_GRACE_MS: setting(
      wholeNumber(8_000, 0, 600_000),
      'How long requests under way may continue after SIGTERM, in milliseconds.',
    ),
    MAX_SILENCE_SECONDS: setting(
      wholeNumber(30, 0, 3_600),
      'When the event loop of the process is silent for this long, the process ends with exit code 1, so that a supervisor starts it again: a silent process answers neither requests nor SIGTERM. 0 = never, for a process in a debugger.',
    ),
  },
  Access: {
    API_KEYS: setting(
      apiKeys.optional(),
      'The API keys: entries `name:sha256-hex[:last-day[:scopes]][:team=team]`, separated by commas, spaces or line breaks. `#` begins a comment. `npm run key -- <name>` makes a key and its entry. Scopes are `api`, `metrics` and `operator`. The keys of one team share watches, jobs and channels.',
    ),
    API_KEYS_FILE: setting(
      z.string().min(1).optional(),
      'A file with entries as in `API_KEYS`. It is read again when it changes and on SIGHUP.',
    ),
    REQUIRE_KEYS: setting(flag(false), 'true: do not start without keys.'),
    TRUST_PROXY: setting(
      trustedProxies,
      'Number of reverse proxies in front that add to `X-Forwarded-For` (0 to 9). true = 1. false = 0: the header is ignored. Or the addresses and networks of one proxy (`127.0.0.1, 10.0.0.0/8`): requests from other addresses then pay as these addresses.',
      'false',
    ),
    AUTH_PROXY_HEADER: setting(
      headerName.optional(),
      'The header in which a reverse proxy names the user it has signed in, such as `Remote-User`. The user has the rights of the API key of that name. Needs keys, and the addresses of the proxy in `TRUST_PROXY`: the header of any other address is ignored.',
    ),
    ALLOWED_HOSTS: setting(
      answeredHosts,
      'Host names and addresses that the service answers besides loopback, or `*`. Not set: only loopback if the service listens on loopback without `TRUST_PROXY`, otherwise all.',
    ),
    JOBS_WITHOUT_KEYS: setting(
      z.enum(['loopback', 'all'], { error: 'must be loopback or all' }).default('loopback'),
      'Who may use jobs and watches where no keys are configured. loopback: clients on this machine; for other clients the endpoints answer 503 `jobs_unavailable` and `watch_unavailable`. all: everybody. Without keys every client sees, changes and removes every job, watch and channel.',
    ),
    CORS_ORIGINS: setting(corsOrigins, 'Origins whose scripts may use the API, or `*`.'),
  },
  Limits: {
    RATE_LIMIT_PER_MINUTE: setting(
      wholeNumber(60, 0, 1_000_000),
      'Points of a client in a minute. A client is a key, or an address where no keys are configured (for IPv6, a /64 network). All addresses of one IPv6 /48 network together have four times as many points. 0 = no limit. The service remembers the points of 10,000 addresses and of every key.',
    ),
    LISTS_PER_CLIENT: setting(
      wholeNumber(2, 0, 100_000),
      'Lists of reviews that one client may have under way at once. A further list is answered 429. The same number limits its requests for evidence packs. 0 = no limit.',
    ),
    BULK_PER_CLIENT: setting(
      wholeNumber(2, 0, 100_000),
      'Bulk checks that one client may have under way at once. A further bulk check is answered 429. 0 = no limit.',
    ),
    MAX_LISTS: setting(
      wholeNumber(3, 0, 100_000),
      'Lists of reviews that all clients together may have under way at once. A further list is answered 503. 0 = no limit. Raise this limit together with the memory: a long list takes about 450 MB.',
    ),
    QUEUE_LIMIT: setting(
      wholeNumber(100, 0, 100_000),
      'Page loads that may wait while every page is in use. A full queue answers 503 to the client with the most waiting loads, so that one client cannot keep the others out. Bulk links and lists do not keep single requests out.',
    ),
  },
  'Deadlines and caches': {
    REQUEST_TIMEOUT_MS: setting(
      wholeNumber(30_000, 100, 600_000),
      'Deadline of a request, in milliseconds. In a bulk check it applies to each link.',
    ),
    REVIEWS_TIMEOUT_MS: setting(
      wholeNumber(300_000, 1_000, 3_600_000),
      'Deadline of `/place-reviews`, in milliseconds. The answer then has the reviews read so far.',
    ),
    REVIEWS_PAGE_DELAY_MS: setting(
      wholeNumber(2_000, 0, 60_000),
      'Pause between two pages of 200 reviews, in milliseconds.',
    ),
    IDENTIFIER_CACHE_SECONDS: setting(
      wholeNumber(86_400, 0, 31_536_000),
      'How long the service remembers a found identifier, in seconds. 0 = not at all.',
    ),
    DETAILS_CACHE_SECONDS: setting(
      wholeNumber(300, 0, 86_400),
      'How long the service remembers complete details of a place, in seconds. 0 = not at all.',
    ),
  },
  Browser: {
    CHROMIUM_PATH: setting(
      z.string().min(1).optional(),
      'The Chromium to use. Not set: the newest Chromium of Playwright, else the Chromium of the system; headless-shell is preferred.',
      'searched',
    ),
    PLAYWRIGHT_BROWSERS_PATH: setting(
      z.string().min(1).optional(),
      'Where Playwright keeps its browsers.',
      "Playwright's cache",
    ),
    CHROMIUM_SANDBOX: setting(
      z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }).default('auto'),
      "Chromium's own sandbox. auto: Chromium runs in the sandbox where the sandbox works, otherwise without the sandbox, with a warning (as root always without it). on: Chromium does not start without the sandbox. off: Chromium runs without the sandbox.",
    ),
    BROWSER_CONTEXTS: setting(
      wholeNumber(defaultContexts(availableParallelism()), 1, 64),
      'Pages of the provider that may be open at once.',
      '2 × cores, 4 to 16',
    ),
    BROWSER_IDLE_MINUTES: setting(
      wholeNumber(5, 0, 10_080),
      'Chromium is closed after this number of minutes without a context, and started again when a page is needed. A context is closed one to two minutes after its last use. 0 = never.',
    ),
    CONTEXT_MAX_USES: setting(
      wholeNumber(100, 1, 100_000),
      'A browser context is replaced after this number of uses.',
    ),
    CONTEXT_MAX_AGE_MINUTES: setting(
      wholeNumber(60, 1, 10_080),
      'A browser context is replaced at this age, in minutes.',
    ),
  },
  'Map provider': {
    PROVIDER_LANGUAGE: setting(language, 'Language the provider is asked for (`pl`, `pt-BR`).'),
    PROVIDER_REGION: setting(region, 'Region the provider is asked for: two small letters.'),
    TIME_ZONE: setting(timeZone, 'IANA time zone of the browser and of the dates in answers.'),
    PROVIDER_LOADS_PER_MINUTE: setting(
      wholeNumber(120, 0, 100_000),
      'Provider rate limiter: page loads and attempts of the HTTP fast path of all requests together in a minute. Single requests go before bulk links, and bulk links before lists. Waiting counts toward the deadline of a request, but not toward the deadline of a link of a bulk check. 0 = no limit.',
    ),
    LIGHT_LANE: setting(
      z.enum(['auto', 'off'], { error: 'must be auto or off' }).default('auto'),
      'HTTP fast path. auto: the service first tries plain requests for the page and the data it names, and renders the page only if they do not give the whole answer; after 5 failures in a row the fast path rests for 5 minutes. off: every page is rendered.',
    ),
    FAST_PATH_CONCURRENCY: setting(
      wholeNumber(8, 1, 64),
      'Lookups that may use the HTTP fast path at once. They need no page of the browser; the provider rate limiter applies to them as to page loads.',
    ),
    BREAKER_COOLDOWN_MS: setting(
      wholeNumber(30_000, 0, 600_000),
      'First pause after a block page, in milliseconds. 0 = no pause.',
    ),
    PROVIDER_RULES: setting(
      z.string().min(1).optional(),
      'A JSON file with rules that are tried before the built-in rules: where values stand in the pages and answers of the provider. It is read at the start; with an invalid file the service does not start. Its schema: `docs/provider-rules.schema.json`. `place-lookup rules check` checks a file, `place-lookup rules print` prints the rules.',
    ),
    CONTROL_REVIEWS: setting(
      controlReviews,
      'Links to reviews that are known to be visible, separated by spaces or line breaks. After a load that does not show a review, one of them is read as a control. The service skips a link to a review that is no longer shown, with a warning.',
    ),
    CONTROL_PLACES: setting(
      controlPlaces,
      'Places with many reviews: Place IDs, feature ids, CIDs or links, separated by spaces or line breaks. If no other review can be read as a control, the first reviews of these places are the controls. The places are also controls for negative answers about places. Empty = no places.',
      'three well-known places',
    ),
    DOCTOR_PLACES: setting(
      doctorPlaces,
      'Places that the doctor reads: Place IDs, feature ids, CIDs or links, separated by spaces or line breaks. Choose places that show every field, with hundreds of reviews. The doctor also searches for the first place and reads its reviews.',
      'the places of `CONTROL_PLACES`',
    ),
    DOCTOR_INTERVAL_MINUTES: setting(
      wholeNumber(0, 0, 10_080),
      'Minutes between two quick runs of the doctor that the service makes by itself. A run makes up to 4 loads within the provider rate limit. 0 = no runs.',
    ),
    EXAMPLE_PLACES: setting(
      examplePlaces,
      'Names, links or ids of places that the console offers as examples, separated by `;` or line breaks. Everybody who opens the console sees them.',
    ),
    EXAMPLE_REVIEWS: setting(
      controlReviews,
      'Links to reviews that the console offers as a sample list, separated by spaces or line breaks. Everybody who opens the console sees them.',
    ),
  },
  Network: {
    UPSTREAM_PROXY: setting(
      upstreamProxy.optional(),
      'An http, https or socks proxy for outgoing connections. The proxy resolves names itself, so the check for private addresses does not apply behind it.',
    ),
    EGRESS_OVERRIDE: setting(
      loopback.optional(),
      'For tests: `127.0.0.1:<port>`. All provider traffic goes there, and certificates are not checked.',
    ),
  },
  'Evidence packs': {
    EVIDENCE_KEY_FILE: setting(
      z.string().min(1).optional(),
      'The file of the Ed25519 key that signs evidence packs (PKCS #8, PEM). If it does not exist, the service makes the file at its first use, readable only by the user of the service. A file that others can read is refused. With PostgreSQL it has no default, because all replicas need the same key: if it is not set, the service makes no evidence packs.',
      '`evidence-key.pem` in `DATA_DIR`',
    ),
    EVIDENCE_KEY_URL: setting(
      webAddress.optional(),
      'The address at which the operator publishes the public key, for readers of a pack: a page of the operator, or `/api/evidence-key` of this service under its public name. The report and the manifest of each pack name it.',
    ),
    OPERATOR_NAME: setting(
      z.string().min(1).max(200).optional(),
      'Who runs this service, such as a company: the report and the manifest of each evidence pack name the operator. Not set: the report says that the operator is not given.',
    ),
    OPERATOR_CONTACT: setting(
      z.string().min(1).max(200).optional(),
      'How readers of a pack reach the operator: an address, an e-mail address or a telephone number. The report and the manifest of each pack name it.',
    ),
    TSA_URL: setting(
      stampAuthority.optional(),
      'The time-stamping authority for evidence packs (RFC 3161): an https address, or http on this machine. Not set: packs have a signature and no time stamp.',
    ),
    TSA_USER: setting(z.string().min(1).optional(), 'User name for `TSA_URL` (Basic authentication).'),
    TSA_PASSWORD: setting(z.string().min(1).optional(), 'Password for `TSA_URL`. It is never logged.'),
  },
  Watch: {
    DATABASE_URL: setting(
      databaseUrl.optional(),
      'The database of jobs and watched subjects, if it is not in `DATA_DIR`: `postgres://user:password@host/database` for several machines, or another SQLite file, `sqlite:///folder/file.db`; the file of jobs, `jobs.db`, is then in the folder of that file.',
      'SQLite in `DATA_DIR`',
    ),
    DATA_DIR: setting(
      z.string().min(1).optional(),
      'The folder on a local disk where the service keeps its data: SQLite files of watched subjects (`place-lookup.db`) and of jobs (`jobs.db`), the signing key, and evidence packs of watched subjects. One process at a time uses the folder. `none`: the service keeps no data. With a file in `DATABASE_URL`, the default is the folder of the file. With PostgreSQL there is no default: the folder has only the packs and must be shared by all replicas; without the folder no packs are kept.',
      '`./data`; in the image `/data`',
    ),
    EVIDENCE_MAX_MB: setting(
      wholeNumber(2_000, 0, 1_000_000),
      'Megabytes that the evidence packs of watched subjects may take together. Above this size no further pack is kept; the log, `/readyz` and the metrics say so. Each owner of watches with packs has an equal part of this size.',
    ),
    RETAIN_CHECKS_DAYS: setting(
      wholeNumber(365, 0, 36_500),
      'Days after which checks are deleted; the check that found an event is kept with it. 0 = never. A watch on legal hold keeps everything.',
    ),
    RETAIN_EVENTS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'Days after which events are deleted with their evidence packs. 0 = never.',
    ),
    RETAIN_REVIEWS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'A review that is not visible any more is deleted with its versions this number of days after its last sighting. 0 = never.',
    ),
    WATCH_LIMIT: setting(
      wholeNumber(10_000, 0, 1_000_000),
      'Maximum number of watches of one client. A further watch is refused. 0 = no limit.',
    ),
    WATCH_SHARE_PERCENT: setting(
      wholeNumber(50, 1, 100),
      'The share of the loads of `PROVIDER_LOADS_PER_MINUTE` that the checks of all watches may need. Each owner of watches may need an equal part of this share, and more while a quarter of the share is left; a further watch is refused. Checks only get the loads that requests leave.',
    ),
    WATCH_MIN_INTERVAL_HOURS: setting(
      wholeNumber(1, 1, MAX_INTERVAL_HOURS),
      'Minimum number of hours between two checks of a subject.',
    ),
    WATCH_CONFIRMATIONS: setting(
      wholeNumber(10, 1, 1_000),
      'Number of reviews missing from the list of a place that one check of the place checks separately. If more reviews become missing at once, a check makes up to 5 times as many separate checks, or half of the missing reviews, up to 30 times as many. The other missing reviews wait for the next check of the place.',
    ),
  },
  'Deliveries of watched subjects': {
    WEBHOOK_HOSTS: setting(
      webhookHosts,
      'Hosts that webhooks of watched subjects may lead to, as `host` or `host:port` (`[fd00::1]:8443`), separated by commas; `*` = every public host. A host with a port is allowed at this port only. A host without a port is allowed at every port if its address is public, and at port 443 if its address is private. A private address is refused unless its host is named, also when a name resolves to it. The port of the service (`PORT`) is always refused on its own machine. Webhooks go out directly, not through `UPSTREAM_PROXY`. Not set: there are no webhooks.',
    ),
    SMTP_URL: setting(
      mailServer.optional(),
      'The mail server that sends e-mails about watched subjects: `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start. With `smtp://` the server must offer STARTTLS; otherwise the e-mail is not sent, and no password either. Only a server on this machine (`localhost` or a loopback address) without a user is used without TLS. `smtp+insecure://` sends password and e-mails in clear text if the server does not offer STARTTLS. Needs `MAIL_FROM`. Not set: there are no e-mails.',
    ),
    MAIL_FROM: setting(
      mailSender.optional(),
      'The sender of e-mails about watched subjects: an address, or `Name <address>`.',
    ),
    MAIL_DOMAINS: setting(
      mailDomains,
      'Domains whose mailboxes may get e-mails, separated by commas, without their subdomains; `*` = every domain. Each mailbox confirms by a code or a link before it gets events.',
      '`*`',
    ),
    MAILS_PER_OWNER: setting(
      wholeNumber(100, 0, 1_000_000),
      'E-mails that one owner (a key, a team, or everybody without keys) sends in a day in UTC, codes and tests included. Further deliveries wait until the next day. 0 = no limit.',
    ),
    MAILS_PER_DAY: setting(
      wholeNumber(500, 0, 1_000_000),
      'E-mails that all owners together send in a day in UTC. Further deliveries wait until the next day. 0 = no limit.',
    ),
    PUBLIC_URL: setting(
      webAddress.optional(),
      'The address under which receivers of e-mails reach this service, such as `https://lookup.example.com`; add its host to `ALLOWED_HOSTS`. E-mails then have links to confirm and to unsubscribe (`/mail/…`), and with https the one-click header `List-Unsubscribe-Post`. Not set: a mailbox confirms by the code of its e-mail only, and e-mails name no address to unsubscribe.',
    ),
  },
  'More than one machine': {
    REDIS_URL: setting(
      replacedBy('set DATABASE_URL=postgres://… instead, which several replicas share; remove REDIS_URL'),
      'No longer used: `DATABASE_URL=postgres://…` is what several replicas share. The service does not start while this variable is set.',
    ),
    EGRESS_GROUP: setting(
      egressGroup,
      'Name of the replicas that the map provider sees under one address: small letters, digits and `-`, at most 40. These replicas share the provider rate limiter and the breaker. Give replicas with another address another name.',
    ),
    FLEET_SIZE_HINT: setting(
      wholeNumber(4, 1, 1_000),
      'Number of replicas in the egress group. While PostgreSQL cannot be used, each replica loads at most `PROVIDER_LOADS_PER_MINUTE` divided by this number.',
    ),
    WORKER_CONCURRENCY: setting(
      wholeNumber(2, 0, 64),
      'Parts of jobs that this process works on at once. A part is ten links, or one list of reviews; its links are looked up as pages and the provider rate limiter allow. 0 = it only answers requests.',
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
} as const;

const schema = z.object({
  ...SETTING_GROUPS.Service,
  ...SETTING_GROUPS.Access,
  ...SETTING_GROUPS.Limits,
  ...SETTING_GROUPS['Deadlines and caches'],
  ...SETTING_GROUPS.Browser,
  ...SETTING_GROUPS['Map provider'],
  ...SETTING_GROUPS.Network,
  ...SETTING_GROUPS['Evidence packs'],
  ...SETTING_GROUPS.Watch,
  ...SETTING_GROUPS['Deliveries of watched subjects'],
  ...SETTING_GROUPS['More than one machine'],
});

/** An empty text unsets a setting, except for lists whose default is not empty. */
const EMPTY_MEANS_NONE: ReadonlySet<string> = new Set(['CONTROL_PLACES']);

/** The typed configuration. Each key is its environment variable. */
export type Config = z.infer<typeof schema>;

/** Reads the environment. @throws SettingsError that lists every wrong variable, one line each */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        name in schema.shape && value !== undefined && (value !== '' || EMPTY_MEANS_NONE.has(name)),
    ),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
  throw new SettingsError([...names], `The configuration is not valid:\n${lines.join('\n')}`);
}

/** Pages at once for a number of cores: throughput saturates at 2 to 4 pages on 2 cores (measured). */
export function defaultContexts(cores: number): number {
  return Math.min(16, Math.max(4, cores * 2));
}
