import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'undici';
import { freePort } from '../support/free-port.js';

// One look at the console in a real Firefox (`npm run firefox`; needs firefox-esr, FIREFOX_PATH names another one): a
// list of links is checked in the demo. Playwright 1.65 drives only its own build of Firefox: with Firefox ESR
// 153 it ends with "emulation.setMediaFeaturesOverride: unknown command". So this program speaks WebDriver BiDi itself.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WITHIN_MS = 180_000;

/** What the page is asked to do. Resolves with what it shows in the end. */
const IN_THE_PAGE = `(async () => {
  const until = async (find) => {
    for (let found = find(); ; found = find()) {
      if (found) return found;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  const button = (text) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === text);
  (await until(() => button('Lista albo plik'))).click();
  const list = await until(() => document.querySelector('textarea'));
  list.value = 'https://maps.app.goo.gl/RevVisible\\nhttps://maps.app.goo.gl/RevRemoved';
  list.dispatchEvent(new Event('input', { bubbles: true }));
  (await until(() => button('Sprawdź') && !button('Sprawdź').disabled && button('Sprawdź'))).click();
  await until(() => /Niewidoczna/.test(document.body.innerText) && /Widoczna/.test(document.body.innerText));
  return JSON.stringify({
    title: document.title,
    rows: document.querySelectorAll('tbody tr').length,
    wide: document.documentElement.scrollWidth > innerWidth,
  });
})()`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
  readonly params?: unknown;
}

/** The address that a program names on standard error. */
async function addressIn(child: ChildProcess, pattern: RegExp): Promise<string> {
  let said = '';
  for await (const part of child.stderr ?? []) {
    said += part;
    const found = pattern.exec(said)?.[1];
    if (found !== undefined) {
      child.stderr?.resume();
      return found;
    }
  }
  throw new Error(`${child.spawnfile} ended: ${said}`);
}

/** A session of WebDriver BiDi. `errors`: what the console of the page reported. */
async function openSession(address: string) {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  const errors: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded') {
      const { level, text } = message.params as { level: string; text: string };
      if (level === 'error') errors.push(text);
    }
  });
  let last = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  };
  return { send, errors, close: () => socket.close() };
}

const profile = mkdtempSync(join(tmpdir(), 'place-lookup-firefox-'));
// The console speaks the language of the browser; the program above looks for Polish buttons.
writeFileSync(join(profile, 'user.js'), 'user_pref("intl.accept_languages", "pl");\n');
const children: ChildProcess[] = [];
const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  return child;
};
const limit = setTimeout(() => {
  console.error('no answer in time');
  for (const child of children) child.kill();
}, WITHIN_MS);
try {
  const demo = start(process.execPath, ['--import', 'tsx', 'fixtures/demo.ts'], {
    PORT: String(await freePort()),
  });
  const console_ = await addressIn(demo, /^Console +(http:\S+)$/m);
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const firefox = start(process.env.FIREFOX_PATH ?? 'firefox-esr', options);
  const session = await openSession(await addressIn(firefox, /WebDriver BiDi listening on (ws:\S+)/));
  const { capabilities } = await session.send<{
    capabilities: { browserName: string; browserVersion: string };
  }>('session.new', { capabilities: {} });
  await session.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await session.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await session.send('browsingContext.navigate', { context, url: `${console_}#/lists`, wait: 'complete' });
  const shown = await session.send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
    'script.evaluate',
    { expression: IN_THE_PAGE, target: { context }, awaitPromise: true },
  );
  const { browserName, browserVersion } = capabilities;
  console.log(`${browserName} ${browserVersion}: ${shown.result?.value ?? shown.exceptionDetails?.text}`);
  for (const error of session.errors) console.log(`error of the page: ${error}`);
  const { rows, wide } = JSON.parse(shown.result?.value ?? '{}') as { rows?: number; wide?: boolean };
  if (session.errors.length > 0 || wide !== false || (rows ?? 0) === 0) process.exitCode = 1;
  session.close();
} finally {
  clearTimeout(limit);
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    }),
  );
  rmSync(profile, { recursive: true, force: true });
}
