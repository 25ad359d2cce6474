import { spawn } from 'node:child_process';

// What the programs of this folder share. Each of them runs the service beside a program of others, and ends by itself.

const running: { readonly end: () => void; readonly ended: Promise<number | null> }[] = [];

/** Starts a program; resolves with its exit code. `endPrograms` ends it. */
export function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const all = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: all });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  running.push({ end: () => void child.kill(), ended });
  return ended;
}

/** Ends every program that was started, and waits for it. */
export async function endPrograms(): Promise<void> {
  for (const { end } of running) end();
  await Promise.all(running.map(({ ended }) => ended));
}

/** Looks for a value again and again, for at most `seconds`. */
export async function until<T>(
  what: string,
  seconds: number,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const found = await Promise.resolve()
      .then(find)
      .catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`not seen: ${what}`);
}

/** The body of an answer of the service at a port of loopback. */
export async function post(port: number, path: string, body: object) {
  const url = `http://127.0.0.1:${port}/api/${path}`;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as {
    readonly data?: Readonly<Record<string, string>>;
    readonly error?: { readonly message: string };
  };
}

/** Says that a fact was seen. */
export const seen = (fact: string) => console.log(`✓ ${fact}`);
