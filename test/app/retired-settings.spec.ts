import { RETIRED_SETTINGS, retiredWarnings } from '../../src/app/retired-settings.js';
import { SETTINGS } from '../../src/installed.js';
import { expect, test } from '../support/test.js';

const KNOWN = new Set(SETTINGS.flatMap(({ shape }) => Object.keys(shape)));

test('a retired setting that is set has a warning that names the setting and its replacement', () => {
  const env = { PORT: '3000', PROVIDER_RULES: 'rules.json', OPERATOR_MAIL: '', UNKNOWN: 'x' };
  expect(retiredWarnings(KNOWN, env)).toEqual([
    'the setting PROVIDER_RULES is ignored, because 1.0 does not have it; instead: the next release of the service',
  ]);
});

test('a setting that the service reads has no warning', () => {
  const env = Object.fromEntries([...KNOWN, ...Object.keys(RETIRED_SETTINGS)].map((name) => [name, '1']));
  const warned = retiredWarnings(KNOWN, env).map((line) => /^the setting (\w+) /.exec(line)?.[1] ?? '');
  expect(warned).toContain('DOCTOR_INTERVAL_MINUTES');
  expect(warned.filter((name) => KNOWN.has(name))).toEqual([]);
});
