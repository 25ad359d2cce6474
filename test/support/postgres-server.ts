import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withHelpers } from './chromium-processes.js';
import { test } from './test.js';

/** A real PostgreSQL on a socket in a folder of its own; it listens on no port. */
export interface PostgresServer {
  /** Its socket. */
  readonly path: string;
  /** Makes an empty database; its address is for DATABASE_URL. */
  create(): Promise<string>;
  /** Runs statements in the database of this address. */
  run(url: string, statements: string): Promise<void>;
  /** The rows that one statement returns. */
  rows<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<readonly Row[]>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with the same data. */
  start(): Promise<void>;
  /** Stops all its processes where they are: connections stay open, and nothing answers. */
  freeze(): void;
  /** Lets a frozen server go on. */
  thaw(): void;
  /** Ends it and removes its data. */
  close(): Promise<void>;
  /** The same, without waiting for promises: for the end of this process. */
  endNow(): void;
}

const VERSIONS = '/usr/lib/postgresql';
/** The folder of the newest installed version; null = none is installed. */
const PROGRAMS = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .sort((left, right) => Number(right) - Number(left))
      .map((version) => join(VERSIONS, version, 'bin'))[0]
  : undefined;
/** Whether PostgreSQL is installed. */
export const hasPostgres = PROGRAMS !== undefined;
const READY_MS = 30_000;

/** Skips the tests of a file, or of a group, where there is no PostgreSQL. Call it where they are declared. */
export function needsPostgres(): void {
  test.skip(!hasPostgres, 'postgresql is not installed: npm run setup -- --for-tests');
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
function account(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function startPostgres(): Promise<PostgresServer> {
  if (PROGRAMS === undefined) throw new Error('postgresql is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const owner = account();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const runProgram = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(join(PROGRAMS, program), args, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  runProgram('initdb', ['--pgdata', data, '--auth=trust', '--username=test', '--encoding=UTF8', '--no-sync']);
  const addressOf = (name: string) => `postgres://test@/${name}?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | null = null;
  let databases = 0;

  const rows = async <Row extends pg.QueryResultRow>(url: string, statements: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(statements)).rows;
    } finally {
      await client.end();
    }
  };
  const run = async (url: string, statements: string) => void (await rows(url, statements));
  const ask = (sql: string) => run(addressOf('postgres'), sql);
  const start = async () => {
    // Tests do not need what was written to outlast the machine.
    const options = ['-c', 'listen_addresses=', '-k', folder, '-c', 'fsync=off'];
    server = spawn(join(PROGRAMS, 'postgres'), ['-D', data, ...options], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    const giveUpAt = Date.now() + READY_MS;
    while (
      !(await ask('select 1')
        .then(() => true)
        .catch(() => false))
    ) {
      if (Date.now() > giveUpAt) throw new Error('PostgreSQL does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** SIGQUIT ends all its processes without a checkpoint, as a crash does. */
  const kill = async () => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGQUIT');
    await ended;
  };
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of withHelpers(server?.pid === undefined ? [] : [server.pid])) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // A helper may have ended since its id was read.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  await start();
  return {
    path: join(folder, '.s.PGSQL.5432'),
    run,
    rows,
    endNow: () => {
      runProgram('pg_ctl', ['stop', '--pgdata', data, '--mode=immediate']);
      rmSync(folder, { recursive: true, force: true });
    },
    create: async () => {
      databases += 1;
      const name = `test_${databases}`;
      await ask(`create database ${name}`);
      return addressOf(name);
    },
    kill,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    close: async () => {
      signal('SIGCONT');
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<PostgresServer> | null = null;

/** One server for all tests of this test worker. It ends with the worker. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres().then((server) => {
    process.once('exit', server.endNow);
    return server;
  });
  return shared;
}
