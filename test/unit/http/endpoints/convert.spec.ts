import { refusalMessage } from '../../../../src/contract/errors.js';
import { convertBody } from '../../../../src/http/endpoints/places.js';
import { validate } from '../../../../src/http/validate.js';
import { expect, test } from '../../../support/test.js';

const ONE_OF_TWO = 'Send exactly one of "cid" and "place_id".';

for (const [body, expected] of [
  [{ url: 'x' }, `Unknown field: "url". ${ONE_OF_TWO}`],
  [{ cid: '1', place_id: '2', url: 'x' }, `Unknown field: "url". ${ONE_OF_TWO}`],
  [{ cid: '1', place_id: '2' }, ONE_OF_TWO],
  [{}, ONE_OF_TWO],
] as const) {
  test(`a refused conversion says once what to send: ${JSON.stringify(body)}`, () => {
    expect(refusalMessage(() => validate(convertBody, body))).toBe(expected);
  });
}
