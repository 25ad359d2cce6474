import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { BUILT_IN } from '../../src/core/provider/rules/built-in.js';
import { test } from './cli-test.js';
import { run } from './command.js';

// `rules print` and `rules check` need no service.

test('rules print: the built-in rules are a valid rules file', async () => {
  const info = test.info();
  const printed = await run(['rules', 'print']);
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(printed.stdout)).toEqual(BUILT_IN);
  const file = info.outputPath('rules.json');
  await writeFile(file, printed.stdout);
  expect(await run(['rules', 'check', file])).toMatchObject({ code: 0, stderr: '' });
});

test('rules print: the entries of a file, or of PROVIDER_RULES, stand first', async () => {
  const file = test.info().outputPath('rules.json');
  await writeFile(file, '{"selectors": {"rating": ["span.nowa"]}}');
  for (const [args, env] of [
    [['rules', 'print', file], {}],
    [['rules', 'print'], { PROVIDER_RULES: file }],
  ] as const) {
    const printed = await run(args, { env });
    expect(printed.code).toBe(0);
    expect(JSON.parse(printed.stdout)).toEqual({
      ...BUILT_IN,
      selectors: { ...BUILT_IN.selectors, rating: ['span.nowa', ...BUILT_IN.selectors.rating] },
    });
  }
});

test('rules check: each fault in a line of its own, exit code 2', async () => {
  const file = test.info().outputPath('rules.json');
  await writeFile(file, '{"selectors": {"ratng": ["a.b"],\n"rating": ["a >"]}}');
  const checked = await run(['--lang', 'en', 'rules', 'check', file]);
  expect(checked).toMatchObject({ code: 2, stdout: '' });
  expect(checked.stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`${file}: selectors.rating.0: `),
    expect.stringContaining(`${file}: selectors: Unrecognized key: "ratng"`),
  ]);
  for (const [path, fault] of [
    [`${file}.nie-ma`, 'nie ma takiego pliku'],
    ['/dev/zero', 'to nie jest zwykły plik'],
  ] as const)
    expect(await run(['rules', 'check', path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${path}: ${fault}\n`,
    });
});
