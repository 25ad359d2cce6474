import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readEnvironment } from '../../../src/cli/environment.js';
import { createProgress } from '../../../src/cli/progress.js';
import { plain, plainLine } from '../../../src/cli/text.js';
import { expect, test } from '../../support/test.js';

test('control characters in foreign texts do not reach the terminal', () => {
  expect(plain('\u001b[2Jznika\u009b1A\u202eabc\r\ndwa\u0007 🙂')).toBe('[2Jznika 1A abc\ndwa  🙂');
  expect(plainLine('jeden\n  dwa')).toBe('jeden dwa');
});

for (const [locale, language] of [
  [{}, 'pl'],
  [{ LANG: 'C.UTF-8' }, 'pl'],
  [{ LANG: 'pl_PL.UTF-8' }, 'pl'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'pl_PL.UTF-8', LC_ALL: 'de_DE.UTF-8' }, 'en'],
] as const) {
  test(`the language of ${JSON.stringify(locale)} is ${language}`, () => {
    expect(readEnvironment(locale)).toEqual({
      api: 'http://127.0.0.1:3000',
      key: null,
      language,
      providerRules: null,
    });
  });
}

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
