import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
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
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' },
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
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('800 idle connections leave files for the browser and another client', async () => {
  await using service = startWith(512);
  const sockets: Socket[] = [];
  const port = await service.ready;
  if (port === null) throw new Error(service.stderr());
  let closed = 0;
  const opened = Array.from({ length: 800 }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.on('error', () => undefined).once('close', () => (closed += 1));
    return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  });
  await Promise.all(opened);
  // Clients may have 128 connections: a quarter of the files.
  await expect.poll(() => closed).toBe(800 - 128);
  sockets.find((socket) => !socket.destroyed)?.destroy();
  const ask = () =>
    new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      sockets.push(socket);
      socket.once('error', () => resolve('')).once('close', () => resolve(''));
      socket.once('data', (data) => resolve(data.toString()));
      socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    });
  await expect.poll(ask).toMatch(/^HTTP\/1\.1 200 /);
  expect(service.log.filter(({ code }) => code === 'EMFILE')).toEqual([]);
  for (const socket of sockets) socket.destroy();
});
