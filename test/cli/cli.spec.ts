import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { RUNNING_JOB } from '../../src/capabilities/jobs/examples.js';
import { createProgress } from '../../src/cli/progress.js';
import { roughTime } from '../../src/core/texts/outcomes.js';
import { indented, plainLine } from '../../src/kit/terminal/plain-text.js';
import { jobWith, startFakeApi, success, visible } from '../support/fake-api.js';
import { expect, test } from '../support/test.js';
import { run } from './command.js';

test('control characters in foreign texts do not reach the terminal', () => {
  expect(indented('\u001b[2Jznika\u009b1A\u202eabc\r\ndwa\u0007 🙂')).toBe('  [2Jznika 1A abc\n  dwa  🙂');
  expect(plainLine('jeden\n  dwa')).toBe('jeden dwa');
});

test('the language follows the locale, and is Polish without one', async () => {
  for (const [env, words] of [
    [{ LANG: '' }, 'Użycie'],
    [{ LANG: 'C.UTF-8' }, 'Użycie'],
    [{ LANG: 'pl_PL.UTF-8' }, 'Użycie'],
    [{ LANG: 'en_GB.UTF-8' }, 'Usage'],
    [{ LANG: 'pl_PL.UTF-8', LC_ALL: 'de_DE.UTF-8' }, 'Usage'],
  ] as const)
    expect((await run(['--help'], { env })).stdout, JSON.stringify(env)).toContain(words);
});

test('address and key stand in config.env of the user, and the environment goes first', async ({}, info) => {
  const asked: (string | undefined)[] = [];
  await using service = await startFakeApi((request, response) => {
    asked.push(String(request.headers['x-api-key']));
    response.end('{}');
  });
  const folder = info.outputPath('place-lookup');
  mkdirSync(folder, { recursive: true });
  const settings = `# mine\nPLACE_LOOKUP_API=${service.url}\nPLACE_LOOKUP_API_KEY="from-file"\n`;
  writeFileSync(join(folder, 'config.env'), settings);
  const XDG_CONFIG_HOME = dirname(folder);
  for (const env of [{ XDG_CONFIG_HOME }, { XDG_CONFIG_HOME, PLACE_LOOKUP_API_KEY: 'from-environment' }])
    await run(['all', 'x', '--json', '--retries', '0'], { env });
  expect(asked).toEqual(['from-file', 'from-environment']);
  rmSync(join(folder, 'config.env'));
  mkdirSync(join(folder, 'config.env'));
  const { stderr } = await run(['--version'], { env: { XDG_CONFIG_HOME } });
  expect(stderr).toBe(`${join(folder, 'config.env')}: EISDIR\n`);
});

for (const isTTY of [true, false]) {
  test(`the progress bar ${isTTY ? 'is drawn on a terminal' : 'is silent in a pipe'}`, async () => {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
    const progress = await createProgress(stream as unknown as NodeJS.WriteStream);
    progress.show('Sprawdzanie', 3, 10);
    progress.aside();
    progress.stop();
    stream.end();
    const drawn = await text(stream);
    if (isTTY) expect(drawn).toContain('3/10');
    else expect(drawn).toBe('');
  });
}

test('a check on a terminal shows how many links remain, and about how long they take', async () => {
  const link = 'https://maps.app.goo.gl/Rev1';
  const lines = [visible(0, link), visible(1, link), visible(2, link)];
  await using service = await startFakeApi((asked, response) => {
    if (asked.path.includes('/results')) return jobWith(...lines)(asked, response);
    success({ ...RUNNING_JOB, total: 3, links_per_minute: 1, retrying: 0 })(asked, response);
  });
  for (const [LANG, words] of [
    ['pl_PL.UTF-8', /Sprawdzanie \(pozostało 2, ok\. 2 min\)/],
    ['en_GB.UTF-8', /Checking \(2 remain, about 2 min\)/],
  ] as const) {
    const env = { PLACE_LOOKUP_API: service.url, LANG };
    const { code, stderr } = await run(['check', '-'], { env, stdin: link, isTTY: true });
    expect([code, stderr]).toEqual([0, expect.stringMatching(words)]);
  }
});

test('a rough time has the unit that a person would use', () => {
  const times = [0, 1.2, 89, 90, 130, 5_300, 5_400, 86_400];
  expect(times.map((seconds) => roughTime('pl', seconds))).toEqual([
    ...['0 s', '2 s', '89 s', '2 min', '2 min', '88 min', '2 godz.', '24 godz.'],
  ]);
  expect(roughTime('en', 5_400)).toBe('2 h');
});
