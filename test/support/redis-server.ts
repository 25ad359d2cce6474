import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.js';
import { test } from './test.js';

/** A real Redis on loopback, with its data in a folder of its own. */
export interface RedisServer {
  readonly port: number;
  /** For REDIS_URL. */
  readonly url: string;
  /** Stops it without a word, as a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the same folder. */
  start(): Promise<void>;
  /** Sends one command as it would be typed; the answer as it came. */
  command(...words: readonly string[]): Promise<string>;
  /** Every command it runs from now on, those of scripts included, as Redis writes them. */
  monitor(): Promise<Monitor>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** What a Redis runs. */
export interface Monitor {
  /** Ends it; everything that was run until now. */
  end(): Promise<readonly string[]>;
}

const END = 'end of the monitor';

interface RedisOptions {
  /** By default a free one. */
  readonly port?: number;
  readonly password?: string;
  /** Further options, such as `--maxmemory 2mb`. */
  readonly options?: readonly string[];
}

const isInstalled = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Skips the tests of a file, or of a group, where there is no redis-server. Call it where they are declared. */
export function needsRedis(): void {
  test.skip(!isInstalled, 'redis-server is not installed: npm run setup -- --with-redis');
}

export async function startRedis({
  port: wanted,
  password,
  options = [],
}: RedisOptions = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = wanted ?? (await freePort());
  const protection = password === undefined ? [] : ['--requirepass', password];
  const login = password === undefined ? [] : [['AUTH', password]];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  let child: ChildProcess | null = null;

  const start = async () => {
    child = spawn('redis-server', [...args, '--appendonly', 'no', ...protection, ...options], {
      stdio: 'ignore',
    });
    const giveUpAt = Date.now() + 60_000;
    while (!/^(\+PONG|-NOAUTH)/.test(await ask(port, [['PING']]).catch(() => ''))) {
      if (Date.now() > giveUpAt) throw new Error('redis-server does not answer');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill,
    start,
    command: (...words) => ask(port, [...login, words]),
    monitor: () => monitor(port, login),
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends commands in the protocol of Redis and returns the answer to the last one, which is read until it is complete. */
function ask(port: number, commands: readonly (readonly string[])[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('redis-server did not answer in time')));
    socket.once('error', reject);
    // Without the answers to a login before it and to QUIT.
    socket.once('close', () =>
      resolve(text.replace(commands.length > 1 ? /^\+OK\r\n/ : '', '').replace(/\r\n(?:\+OK\r\n)?$/, '')),
    );
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    // Redis answers in order and then closes.
    socket.write([...commands, ['QUIT']].map(written).join(''));
  });
}

function written(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

function monitor(port: number, login: readonly (readonly string[])[]) {
  const socket = connect(port, '127.0.0.1');
  const lines: string[] = [];
  createInterface({ input: socket }).on('line', (line) => lines.push(line));
  socket.write([...login, ['MONITOR']].map(written).join(''));
  return new Promise<Monitor>((resolve, reject) => {
    socket.once('error', reject);
    const end = async () => {
      await ask(port, [...login, ['ECHO', END]]);
      while (!lines.some((line) => line.includes(END))) await once(socket, 'data');
      socket.destroy();
      return lines;
    };
    socket.once('data', () => resolve({ end }));
  });
}
