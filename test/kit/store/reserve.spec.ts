import { hasReserve } from '../../../src/kit/store/data-folder.js';
import { expect, test } from '../../support/test.js';

test('a disk with 64 MiB left has only its reserve', () => {
  expect(hasReserve('/data', () => 67_108_864)).toBe(false);
  expect(hasReserve('/data', () => 67_108_865)).toBe(true);
});
