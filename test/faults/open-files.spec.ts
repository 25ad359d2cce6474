import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtFile } from '../support/built.js';
import { makeDataFolder } from '../support/data-folder.js';
import { chromiumForTests } from '../support/stand-in-browser.js';
import { expect, test } from '../support/test.js';

// The built service where few files may be open at once, as a process of its own. Linux only: elsewhere the service does
// not know the limit.

test.skip(process.platform !== 'linux');

/** Starts the service with a limit of open files; `ready` is its port, or null when it has ended. */
function startWith(maxOpenFiles: number, env: Record<string, string> = {}) {
  const command = `ulimit -n ${maxOpenFiles} && exec "$0" "$1"`;
  const child = spawn('sh', ['-c', command, process.execPath, builtFile('main.js')], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', MAX_SILENCE_SECONDS: '0' },
      ...{ CHROMIUM_PATH: chromiumForTests(), CHROMIUM_SANDBOX: 'off', EGRESS_OVERRIDE: '127.0.0.1:9' },
      ...{ RATE_LIMIT_PER_MINUTE: '0', BROWSER_CONTEXTS: '2', DATA_DIR: makeDataFolder(), ...env },
    },
  });
  const log: { readonly msg?: string; readonly [field: string]: unknown }[] = [];
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<number | null>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line);
      log.push(entry);
      const port = /serves on http:\/\/127\.0\.0\.1:(\d+)/.exec(entry.msg)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    void ended.then(() => resolve(null));
  });
  return {
    ...{ ready, ended, log, stderr: () => complaints },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('a start with too few open files says so, whatever module is missing first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-files-'));
  try {
    for (const maxOpenFiles of [64, 160, 255]) {
      const service = startWith(maxOpenFiles, { DATABASE_URL: `sqlite:${join(folder, 'x.db')}` });
      expect(await service.ended).toBe(1);
      expect(service.stderr()).toBe(
        `The limit of open files is ${maxOpenFiles}, and the service needs at least 256: raise it (ulimit -n in a shell, LimitNOFILE= of systemd, --ulimit nofile= of Docker).\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('800 idle connections leave files for others, and the log says so', async () => {
  const service = startWith(512);
  const sockets: Socket[] = [];
  try {
    const port = await service.ready;
    if (port === null) throw new Error(service.stderr());
    const lines = () => service.log.map(({ msg = '' }) => msg);
    expect(lines()).toContainEqual(expect.stringMatching(/^The limit of open files is 512, and the service/));
    const closed: boolean[] = [];
    /** Opens connections that send nothing. */
    const idle = (count: number, from: string) =>
      Promise.all(
        Array.from({ length: count }, () => {
          const socket = connect({ port, host: '127.0.0.1', localAddress: from });
          sockets.push(socket);
          socket.on('error', () => undefined).once('close', () => closed.push(true));
          return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
        }),
      );
    await idle(800, '127.0.0.1');
    await expect.poll(() => closed.length).toBeGreaterThan(700);
    await expect.poll(lines).toContainEqual(expect.stringMatching(/their address has as many open/));
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      sockets.push(socket);
      socket.once('error', reject).once('data', (data) => resolve(data.toString()));
      socket.write(
        'GET /api/convert?place_id=ChIJJz6dChxbFkcRFk6Qq9KBXD8 HTTP/1.1\r\nHost: localhost\r\n\r\n',
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) /);
    for (const from of ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6']) await idle(80, from);
    await expect.poll(lines).toContainEqual(expect.stringMatching(/as the limit of open files allows/));
    expect(lines().filter((line) => /connections were closed/.test(line))).toHaveLength(2);
  } finally {
    for (const socket of sockets) socket.destroy();
    await service.kill();
  }
});
