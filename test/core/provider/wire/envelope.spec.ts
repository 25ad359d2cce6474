import { jsonArraysIn } from '../../../../src/core/provider/wire/envelope.js';
import { expect, test } from '../../../support/test.js';

test('finds the arrays of a text, whatever stands between them and in their texts', () => {
  const arrays = [['one " mark', ']'], [1, [2]], ['\\']];
  const text = `105\n${arrays.map((array) => JSON.stringify(array)).join('\n25\n')}\n["cut off`;
  expect(jsonArraysIn(text)).toEqual(arrays);
  expect(jsonArraysIn('[no JSON] [1]')).toEqual([[1]]);
});
