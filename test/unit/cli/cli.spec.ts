import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createProgress } from '../../../src/cli/progress.js';
import { plain, plainLine } from '../../../src/cli/text.js';
import { run } from '../../cli/command.js';
import { expect, test } from '../../support/test.js';

test('control characters in foreign texts do not reach the terminal', () => {
  expect(plain('\u001b[2Jznika\u009b1A\u202eabc\r\ndwa\u0007 🙂')).toBe('[2Jznika 1A abc\ndwa  🙂');
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
