import { maxConnections } from '../../../src/core/runtime/open-files.js';
import { expect, test } from '../../support/test.js';

test('clients get the files that the service and its contexts do not need, at least a quarter', () => {
  expect(maxConnections(1_048_576, 4)).toBe(1_048_064);
  expect(maxConnections(1_024, 4)).toBe(512);
  expect(maxConnections(512, 4)).toBe(128);
});
