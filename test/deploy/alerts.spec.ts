import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const names = (path: string, pattern: RegExp) =>
  [...readFileSync(file(path), 'utf8').matchAll(pattern)].map(([, name]) => name).toSorted();

test('promtool test rules: each alert fires when it should, and is silent while all is well', () => {
  const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
  test.skip(isMissing, 'needs promtool: npm run setup -- --for-tests');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file('alerts.test.yaml')], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
});

test('the tests of alerts let every alert of deploy/alerts.yaml fire', () => {
  const alerts = names('../../deploy/alerts.yaml', /- alert: (\w+)/g);
  expect(names('alerts.test.yaml', /'\{alertname="(\w+)"\}'/g)).toEqual(alerts);
});
