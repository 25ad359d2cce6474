import { createHmac, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../core/config/config.js';
import { PACKS_FOLDER } from '../../core/config/storage.js';
import { AppError, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import type { WatchCheck } from '../../core/published/health.js';
import type { VerdictState } from '../../core/reviews/proof/controls.js';
import type { Logger } from '../../core/runtime/logger.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { message } from '../../core/texts/messages.js';
import { repeatWork } from '../../kit/store/worker.js';
import type { Evidence } from '../evidence/packs.js';
import { createChannels } from '../notify/channels.js';
import { createDelivery } from '../notify/deliver.js';
import { createMail, mailCounter } from '../notify/email.js';
import { createFeed } from '../notify/feed.js';
import { createMailLimits } from '../notify/mail-limits.js';
import { createWebhooks } from '../notify/webhook.js';
import { createEvidenceStore, EvidenceFolderError } from '../reports/evidence-store.js';
import { createEvidenceRecorder } from '../reports/record-evidence.js';
import { createRecords } from '../reports/records.js';
import { hashKeyOf } from './authors.js';
import { createSubjectChecker } from './check-subject.js';
import { createWatches } from './client-watches.js';
import { WATCH_UNAVAILABLE } from './errors.js';
import { createSubjectFinder } from './find-subject.js';
import { heldOwners } from './held.js';
import { createOwners, ownerHash } from './owners.js';
import type { LocalTime } from './publish-watch.js';
import type { WatchData } from './published.js';
import { createRetention } from './retention.js';
import { createScheduler, proveWritable } from './scheduler.js';
import type { Database, WatchDatabase } from './schema.js';

/**
 * The watch, as the HTTP layer sees it. Methods throw AppError `watch_unavailable` while the database fails, or while
 * the folder of evidence packs fails and they need it.
 */
export type Watch = Awaited<ReturnType<typeof openWatch>>['watch'];

type SubjectServices = Parameters<typeof createSubjectFinder>[0];

type CheckServices = Pick<
  Parameters<typeof createSubjectChecker>[0],
  'finder' | 'reviews' | 'inspector' | 'bulk'
>;

interface WatchOptions extends Omit<SubjectServices, 'finder'>, Omit<CheckServices, 'finder'> {
  readonly finder: SubjectServices['finder'] & CheckServices['finder'];
  readonly evidence: Pick<Evidence, 'key' | 'make' | 'print'>;
  readonly isProviderBlocked: () => boolean;
  readonly verdicts: () => VerdictState;
  readonly metrics: Pick<Metrics, 'countedBy'>;
  readonly database: WatchDatabase;
  /** The folder below which packs are kept; null = none are kept. */
  readonly folder: string | null;
  /** The keys as they are now; null = no keys are configured. */
  readonly keys: Parameters<typeof createOwners>[0]['keys'];
  /** Null = the service has no jobs. */
  readonly jobs: Parameters<typeof createOwners>[0]['jobs'];
  readonly config: Config;
  readonly localTime: LocalTime;
  readonly log: Logger;
  readonly now?: () => number;
}

/** Interval of the look at the database that health and metrics show. */
const LOOK_MS = 15_000;
const OVERDUE_MS = 3_600_000;
/** How long the end waits for a comparison of owners under way, in milliseconds. */
const CLOSE_MS = 5_000;
const RETRY_AFTER_SECONDS = 10;
/** Keys also expire, without a change of their file. */
const OWNERS_MS = 60_000;

/** The watch on its open database, which the caller closes after `stop`. */
export async function openWatch(options: WatchOptions) {
  const { database, folder, config, localTime, log, metrics, now = Date.now } = options;
  const { db } = database;
  const key = await hashKeyOf(db);
  let health: WatchCheck = 'ok';
  const none: Readonly<Record<string, number>> = {};
  let figures = { states: none, overdue: 0, lateness: 0, failing: 0 };
  const reached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isAppError(error) || error instanceof TypeError) throw error;
      if (isRefusedValue(error)) throw new AppError(INVALID_REQUEST, message('valueRefused'));
      const isFolder = error instanceof EvidenceFolderError;
      if (!isFolder) health = 'unavailable';
      log.warn({ err: error }, isFolder ? error.message : 'the database of the watch cannot be used');
      throw new AppError(
        WATCH_UNAVAILABLE,
        isFolder ? message('evidenceFolderFails') : message('watchDatabaseFails'),
        { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  };
  const look = async () => {
    const hasFailed = health !== 'ok';
    try {
      // Reading also works on a full disk: only a write proves that the database can be used again.
      if (hasFailed) await reached(proveWritable(db, now()));
      const counting = [countStates(db), countOverdue(db, now()), deliveries.figures()] as const;
      const [states, overdue, ofDeliveries] = await reached(Promise.all(counting));
      figures = { states, overdue, ...ofDeliveries };
      if (hasFailed) health = 'ok';
    } catch {
      // `reached` has noted the failure.
    }
  };
  const replica = `${hostname()}-${randomBytes(6).toString('base64url')}`;
  const store =
    folder === null
      ? null
      : createEvidenceStore({
          folder: join(folder, PACKS_FOLDER),
          maxBytes: config.EVIDENCE_MAX_MB * 1_000_000,
          log,
          now,
        });
  const recorder =
    store === null
      ? null
      : createEvidenceRecorder({ db, store, evidence: options.evidence, replica, log, now });
  const mails = createMailLimits({
    db,
    hashKey: key,
    perOwner: config.MAILS_PER_OWNER,
    perDay: config.MAILS_PER_DAY,
    now,
  });
  const retention = createRetention({
    db,
    store,
    mails,
    log,
    now,
    days: {
      checks: config.RETAIN_CHECKS_DAYS,
      events: config.RETAIN_EVENTS_DAYS,
      reviews: config.RETAIN_REVIEWS_DAYS,
    },
  });
  const countCheck = metrics.countedBy('outcome', 'watch_checks_total', 'Checks by this replica');
  const countEvent = metrics.countedBy('type', 'watch_events_total', 'Events that these checks found');
  const scheduler = createScheduler({
    database,
    replica,
    log,
    now,
    check: createSubjectChecker({
      ...options,
      database,
      confirmations: config.WATCH_CONFIRMATIONS,
      timeoutMs: config.REQUEST_TIMEOUT_MS,
      listTimeoutMs: config.REVIEWS_TIMEOUT_MS,
      now,
    }),
    pauseReason: () => {
      if (options.isProviderBlocked()) return 'provider_blocked';
      return options.verdicts() === 'suspended' ? 'verdicts_suspended' : null;
    },
    recorded: async (_watch, events, { trouble }) => {
      countCheck(trouble ?? 'proven');
      for (const { type } of events) countEvent(type);
      if (events.length > 0) deliveries.wake();
    },
  });
  const owners = createOwners({
    db,
    hashKey: key,
    keys: options.keys,
    jobs: options.jobs,
    store,
    localTime,
    log,
    now,
  });
  await owners.sync();
  const { list, pause, handOver, remove } = owners;
  const notCompared = (error: unknown) =>
    log.warn({ err: error }, 'the owners of watches were not compared with the keys');
  const lookingAtOwners = repeatWork('owners of the watch', owners.tick, OWNERS_MS, log);
  const carriers = {
    webhook: createWebhooks({ hosts: config.WEBHOOK_HOSTS, ownPort: config.PORT, now }),
    email: createMail({
      url: config.SMTP_URL,
      from: config.MAIL_FROM,
      domains: config.MAIL_DOMAINS,
      limits: mails,
      counted: mailCounter(metrics),
      publicUrl: config.PUBLIC_URL,
      operator: [config.OPERATOR_NAME, config.OPERATOR_CONTACT],
    }),
  };
  const deliveries = createDelivery({
    database,
    replica,
    carriers,
    isOver: mails.isOver,
    localTime,
    log,
    now,
  });
  const looking = repeatWork('health of the watch', look, LOOK_MS, log);
  looking.start();
  await looking.sweep();
  const watches = createWatches({
    database,
    findSubject: createSubjectFinder(options),
    limit: config.WATCH_LIMIT,
    minIntervalHours: config.WATCH_MIN_INTERVAL_HOURS,
    loadsPerMinute: config.PROVIDER_LOADS_PER_MINUTE,
    sharePercent: config.WATCH_SHARE_PERCENT,
    wake: scheduler.wake,
    store,
    hashKey: key,
    localTime,
    now,
  });
  return {
    watch: {
      ...eachThrough(reached, watches),
      channels: eachThrough(
        reached,
        createChannels({ db, hashKey: key, mails, carriers, deliveries, localTime, now }),
      ),
      ...eachThrough(reached, {
        /** The events as an Atom feed; of all watches if `watchId` is null. @throws AppError `watch_not_found` */
        feed: createFeed({ db, localTime }),
        ...createRecords({
          db,
          store,
          evidence: options.evidence,
          localTime,
          now,
          timeZone: config.TIME_ZONE,
        }),
      }),
      owners: eachThrough(reached, { list, pause, handOver, remove }),
      /** The keyed hash under which everything of an owner is stored. */
      ownerOf: (name: string) => ownerHash(key, name),
      /** The token that reads the feed of one watch for a key: HMAC-SHA-256, base64url. `digest`: of the key. */
      feedToken: (digest: string, watchId: string): string =>
        createHmac('sha256', key).update(`feed ${digest} ${watchId}`).digest('base64url'),
      health: (): WatchCheck => (scheduler.state().paused === 'database' ? 'unavailable' : health),
      /** The evidence packs of watches, as of the last look; null = this service keeps none. */
      evidenceState: recorder?.state ?? null,
      /** Watches of all clients by state, overdue checks, and what `Deliveries.figures` returns, as of the last look. */
      figures: () => figures,
    },
    start: () => {
      scheduler.start();
      deliveries.start();
      recorder?.start();
      retention.start();
      lookingAtOwners.start();
    },
    /** Call it when the keys have changed. Never rejects. */
    keysChanged: () => owners.sync().catch(notCompared),
    /** Ends checks, deliveries and packs, in bounded time. Requests still have the database. */
    stop: async () => {
      // The count of states under way may wait for a database that does not answer, and nothing needs it any more.
      looking.stop();
      await Promise.all([
        lookingAtOwners.close(CLOSE_MS),
        scheduler.close(),
        deliveries.close(),
        recorder?.close(),
        retention.close(),
      ]);
      await Promise.all(Object.values(carriers).map((carrier) => carrier.close()));
    },
    /** Compares owners with keys and ends owners whose time is over; for tests. */
    syncOwners: lookingAtOwners.sweep,
    /** Looks for due checks and deliveries and at the database once, and waits for them; for tests. */
    tick: async () => {
      await scheduler.tick();
      await scheduler.idle();
      await deliveries.tick();
      await looking.sweep();
    },
  };
}

/** PostgreSQL cannot hold a value of the request, such as a text with U+0000 (class 22, "data exception"). */
function isRefusedValue(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

type Method = (...given: never[]) => Promise<unknown>;

/** The same methods, each of which passes its work through `reached`. */
function eachThrough<T extends Readonly<Record<string, Method>>>(
  reached: (work: Promise<unknown>) => Promise<unknown>,
  methods: T,
): T {
  const wrapped = Object.entries(methods).map(([name, run]) => [
    name,
    (...given: never[]) => reached(run(...given)),
  ]);
  return Object.fromEntries(wrapped) as T;
}

/** The number of watches that have waited for their check for longer than an hour. */
async function countOverdue(db: Database, at: number): Promise<number> {
  const { count } = await db
    .selectFrom('watch')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('due_at', '<', at - OVERDUE_MS)
    .where('paused_at', 'is', null)
    .where('owner', 'not in', heldOwners(db))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countStates(db: Database) {
  const state = sql<WatchData['state']>`case when paused_at is not null then 'paused'
    when trouble_since is not null then 'trouble' when proven_at is null then 'new' else 'watching' end`;
  const rows = await db
    .selectFrom('watch')
    .select([state.as('state'), ({ fn }) => fn.countAll().as('count')])
    .groupBy(state)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
}
