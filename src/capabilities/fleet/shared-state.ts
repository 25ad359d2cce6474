import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { StartupError } from '../../core/errors.js';
import type { Logger } from '../../core/runtime/logger.js';
import { within } from '../../core/runtime/timeout.js';
import { type SharedHealth, SharedStateUnavailable } from '../../core/traffic/shared.js';
import { failureName, isOfOneStatement, loginProblem, NO_TABLE } from './unavailable.js';

interface SharedStateOptions {
  /** `postgres://…`, the value of `DATABASE_URL`. */
  readonly url: string;
  readonly egressGroup: string;
  readonly log: Logger;
}

/** Connections of its own, so that jobs and watches never keep a lookup waiting. */
const CONNECTIONS = 3;
/** Maximum wait for a statement, in milliseconds. */
const STATEMENT_MS = 300;
/**
 * Statements that take longer are slow. If all statements are slow for `SLOW_TIME_MS`, the database is not used, because
 * it would slow lookups down.
 */
const SLOW_MS = 100;
const SLOW_TIME_MS = 1_000;
/** How long the start waits for the database. */
const START_MS = 1_000;
const PROBE_EVERY_MS = 1_000;
/** A connection with a statement that takes longer is closed: its other end may be gone without notice. */
const LOST_MS = 2_000;

/** Writes, so that it fails when the disk is full or the server takes no writes. */
const PROBE =
  'insert into shared_health values (1, now()) on conflict (id) do update set written_at = excluded.written_at';

/**
 * The tables that the replicas share. They are unlogged: a change waits for no disk, and a crash of the server empties
 * them, which every reader expects. Rows change often, so pages keep room for their new versions.
 *
 * A lock makes replicas that start together take turns: `if not exists` alone fails when two replicas run it at once.
 */
const SHARED_TABLES = `begin;
set local statement_timeout = '10s';
select pg_advisory_xact_lock(704268193);
create unlogged table if not exists shared_health (
  id integer primary key, written_at timestamptz not null);
create unlogged table if not exists shared_points (
  name text primary key, points integer not null, ends_at timestamptz not null, granted boolean not null
) with (fillfactor = 50);
create unlogged table if not exists shared_turn (
  egress_group text primary key, last_at timestamptz not null, single_until timestamptz not null, given boolean not null
) with (fillfactor = 50);
create unlogged table if not exists shared_breaker (
  egress_group text primary key, era bigint, until timestamptz, pause_ms bigint not null default 0,
  probe bigint not null default 0, probe_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
commit`;

/**
 * Connects to PostgreSQL. If it does not answer within a second, the service starts without it and uses it later.
 * @throws StartupError when PostgreSQL refuses the login
 */
export async function connectSharedState(options: SharedStateOptions): Promise<SharedState> {
  // Imported here, so that a service without PostgreSQL does not load its client.
  const { createPool } = await import('../../kit/store/postgres-pool.js');
  const pool = createPool(options.url, options.log, {
    max: CONNECTIONS,
    connectionTimeoutMillis: LOST_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: LOST_MS,
  });
  const state = new SharedState(pool, options);
  const problem = await within(START_MS, state.probe());
  if (problem === null) return state;
  state.close();
  throw new StartupError(problem);
}

/** The connection to the database whose tables the replicas share. */
export class SharedState {
  readonly egressGroup: string;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #secret: string;
  readonly #listeners: ((health: SharedHealth) => void)[] = [];
  readonly #repeated = new Set<NodeJS.Timeout>();
  readonly #prober = setInterval(() => void this.probe(), PROBE_EVERY_MS);
  #health: SharedHealth = 'degraded';
  #isClosed = false;
  #isProbing = false;
  #hasTables = false;
  #slowSince: number | null = null;

  constructor(pool: pg.Pool, { url, egressGroup, log }: SharedStateOptions) {
    this.egressGroup = egressGroup;
    this.#pool = pool;
    this.#log = log;
    this.#secret = passwordOf(url);
    this.#prober.unref();
  }

  /**
   * The hash that stands for an address or a name. It is keyed by the password of DATABASE_URL: without the password,
   * a reader of the tables cannot guess the text.
   */
  hash(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
  health(): SharedHealth {
    return this.#health;
  }
  /**
   * Runs one statement, which takes at most `STATEMENT_MS`, and returns its rows.
   * @throws SharedStateUnavailable when the statement fails or takes longer, and at once while degraded
   */
  async query<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]) {
    if (this.#health === 'degraded') throw new SharedStateUnavailable();
    try {
      const answer = this.#pool.query<Row>(statement, [...values]);
      return (await inTime(answer, STATEMENT_MS, (isSlow) => this.#noteSpeed(isSlow))).rows;
    } catch (error) {
      const reason = error instanceof Late ? 'timeout' : failureName(error);
      if (isOfOneStatement(error)) this.#log.warn({ reason }, 'PostgreSQL refused a statement');
      else {
        if (reason === NO_TABLE) this.#hasTables = false;
        this.#change('degraded', reason);
      }
      throw new SharedStateUnavailable();
    }
  }
  /** Calls `listener` after each change. */
  onChange(listener: (health: SharedHealth) => void): void {
    this.#listeners.push(listener);
  }
  /**
   * Repeats `work` every `ms` milliseconds while the database can be used, and at once when it can be used again.
   * Failures of `work` are ignored.
   */
  repeat(ms: number, work: () => Promise<void>) {
    let timer: NodeJS.Timeout | undefined;
    const again = async () => {
      clearTimeout(timer);
      if (timer !== undefined) this.#repeated.delete(timer);
      timer = undefined;
      if (this.health() === 'ok') await work().catch(() => undefined);
      // A recovery may have started another round meanwhile.
      if (this.#isClosed || timer !== undefined || this.health() === 'degraded') return;
      timer = setTimeout(() => void again(), ms);
      timer.unref();
      this.#repeated.add(timer);
    };
    this.onChange((next) => {
      if (next === 'ok') void again();
    });
    void again();
  }
  /** Finds out whether the database can be used. Returns why PostgreSQL refuses the login; null = it does not. */
  async probe(): Promise<string | null> {
    if (this.#isProbing || this.#isClosed || this.#health === 'ok') return null;
    this.#isProbing = true;
    try {
      if (!this.#hasTables) await this.#pool.query(SHARED_TABLES);
      this.#hasTables = true;
      // A slow database stays degraded.
      await inTime(this.#pool.query(PROBE), SLOW_MS);
      this.#change('ok', '');
      return null;
    } catch (error) {
      if (failureName(error) === NO_TABLE) this.#hasTables = false;
      return loginProblem(error);
    } finally {
      this.#isProbing = false;
    }
  }
  close() {
    this.#isClosed = true;
    clearInterval(this.#prober);
    for (const timer of this.#repeated) clearTimeout(timer);
    this.#pool.end().catch(() => undefined);
  }

  #change(next: SharedHealth, reason: string) {
    if (this.#health === next || this.#isClosed) return;
    this.#health = next;
    this.#slowSince = null;
    if (next === 'ok') this.#log.info({ sharedState: next }, 'the shared state in PostgreSQL is used');
    else
      this.#log.warn({ sharedState: next, reason }, 'PostgreSQL cannot be used: continuing with local state');
    for (const listener of this.#listeners) listener(next);
  }
  #noteSpeed(isSlow: boolean) {
    const now = performance.now();
    this.#slowSince = isSlow ? (this.#slowSince ?? now) : null;
    if (this.#slowSince !== null && now - this.#slowSince >= SLOW_TIME_MS) this.#change('degraded', 'slow');
  }
}

/** "place-lookup" stands for the password of a database without a password, which is unprotected anyway. */
function passwordOf(url: string): string {
  // An address of a socket has no host, and is no URL.
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? 'place-lookup' : password;
}

class Late extends Error {}

/**
 * Waits at most `ms` milliseconds for an answer; `note` is told whether the answer was slow. Time in which this process
 * was busy does not count: answers that arrived meanwhile are read first.
 */
function inTime<T>(work: Promise<T>, ms: number, note: (isSlow: boolean) => void = () => undefined) {
  return new Promise<T>((resolve, reject) => {
    let isSlow = ms <= SLOW_MS;
    let timer: NodeJS.Timeout;
    const wait = (part: number) => {
      timer = setTimeout(() => setImmediate(late), part);
    };
    let isOver = false;
    const late = () => {
      if (isOver) return;
      if (isSlow) return reject(new Late());
      isSlow = true;
      wait(ms - SLOW_MS);
    };
    wait(Math.min(ms, SLOW_MS));
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      note(isSlow);
    };
    work.finally(end).then(resolve, reject);
  });
}
