import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Reply, refusal } from '../support/fake-api.js';
import { message } from '../support/messages.js';
import { test } from './cli-test.js';
import { type Outcome, run, runAt, withSettings } from './command.js';

// What fails is said wholly in the chosen language: usage, files, network, settings, and what the service says.

/** Words that no name of an option, a file or a setting is. `\b` knows no Polish letters. */
const ENGLISH =
  /(?<!\p{L})(?:the|not|is|are|of|no|cannot|must|an|error|invalid|unknown|missing|such|closed|failed)(?!\p{L})/iu;
const POLISH =
  /[ąćęłńóśźż„”]|(?<!\p{L})(?:nie|jest|brak|plik|opcja|wymaga|tylko|podaj|nieznana|niedozwolone|nierozpoznane)(?!\p{L})/iu;

/** Names that are no words of a language. */
function withoutNames(text: string): string {
  return text.replace(/\/\S+|https?:\S+|\b(?:no_results|internal_error)\b/g, '');
}

function expectOneLanguage(polish: Outcome, english: Outcome): void {
  expect(polish.code, polish.stderr).toBe(english.code);
  expect(polish.code).not.toBe(0);
  expect(polish.stderr).toMatch(POLISH);
  expect(withoutNames(polish.stderr)).not.toMatch(ENGLISH);
  expect(english.stderr).not.toBe('');
  expect(english.stderr).not.toMatch(POLISH);
  // A stack is for developers.
  expect(polish.stderr + english.stderr).not.toMatch(/^ {4}at /m);
}

/** A command that ends with an error, in both languages. */
async function failsInBoth(args: readonly string[]) {
  const [polish, english] = [await run(['--lang', 'pl', ...args]), await run(['--lang', 'en', ...args])];
  expectOneLanguage(polish, english);
  return { polish: polish.stderr, english: english.stderr };
}

/** A lookup that the service at this address makes fail, in both languages. */
async function lookupFailsInBoth(api: string) {
  const args = ['all', 'x', '--retries', '0'];
  const [polish, english] = [await runAt(api, args, 'pl'), await runAt(api, args, 'en')];
  expectOneLanguage(polish, english);
  return { polish: polish.stderr, english: english.stderr };
}

test('names why a file cannot be read or written, in both languages', async ({ serve: _ }, info) => {
  const folder = info.outputPath('folder');
  await mkdir(folder, { recursive: true });
  const at = async (name: string, content: string | Uint8Array) => {
    await writeFile(info.outputPath(name), content);
    return info.outputPath(name);
  };
  const links = await at('links.txt', 'https://maps.app.goo.gl/x\n');
  const nowhere = info.outputPath('nowhere', 'x');
  for (const args of [
    ['check', nowhere],
    ['check', folder],
    ['check', `${links}/x`],
    ['check', await at('empty.txt', '')],
    ['check', await at('binary', Uint8Array.of(0, 1, 2, 255, 0))],
    ['check', links, '--xlsx', links],
    ['check', links, '--job', 'x'],
    ['check', links, '--xlsx', nowhere],
  ]) {
    await failsInBoth(args);
  }
});

test('names settings that do not allow a command to begin, in both languages', async () => {
  for (const [args, name, value] of [
    [['doctor', '--quick'], 'PORT', 'abc'],
    [['doctor', '--quick'], 'CHROMIUM_PATH', '/nowhere'],
  ] as const) {
    const { polish, english } = await withSettings({ [name]: value }, () => failsInBoth(args));
    expect(polish).toContain(name);
    expect(english).toContain(name);
  }
});

const answer =
  (status: number, body: string, type = 'application/json'): Reply =>
  (_asked, response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

test('reports an unreachable or foreign service in both languages', async ({ serve }) => {
  const urls: string[] = [];
  for (const reply of [
    ((_asked, response) => response.destroy()) satisfies Reply,
    answer(200, '<html>', 'text/html'),
    answer(200, '{"status":'),
    answer(403, '<html>Forbidden', 'text/html'),
    answer(502, '<html>Bad Gateway', 'text/html'),
    ((_asked, response) => response.writeHead(302, { Location: 'http://x.invalid/' }).end()) satisfies Reply,
  ]) {
    urls.push((await serve(reply)).url);
  }
  const [url = ''] = urls;
  // Nobody speaks TLS there.
  const others = [url.replace('http:', 'https:'), 'http://127.0.0.1:1', 'http://no-such-host.invalid'];
  for (const api of [...urls, ...others]) await lookupFailsInBoth(api);
});

test('the message of the service replaces the general text', async ({ serve }) => {
  for (const [status, code, said, inPolish] of [
    [
      401,
      'unauthorized',
      message('keyExpired'),
      'Usługa wymaga ważnego klucza API. Klucz podaje się w zmiennej PLACE_LOOKUP_API_KEY albo w opcji --key. Szczegóły: Ten klucz API wygasł. Kod: unauthorized, r-1\n',
    ],
    [
      429,
      'rate_limited',
      message('pointsUsedUp', { cost: 10, most: 60, left: 3, seconds: 25 }),
      'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za 25 s. Kod: rate_limited, r-1\n',
    ],
  ] as const) {
    const { url } = await serve(refusal(status, code, {}, said));
    const { polish, english } = await lookupFailsInBoth(url);
    expect(polish).toBe(inPolish);
    if (code !== 'unauthorized') expect(english).toBe(`${said.text} Code: ${code}, r-1\n`);
  }
});
