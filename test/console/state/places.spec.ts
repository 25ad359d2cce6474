import {
  newLine,
  type PlaceLine,
  repeatedPlaces,
  rowsOf,
  sortedRows,
} from '../../../src/console/place/place-line.js';
import { expect, test } from '../../support/test.js';
import { samplePlace } from '../samples.js';

function line(query: string, details: Parameters<typeof samplePlace>[0], placeId = query): PlaceLine {
  return { ...newLine(query), outcome: { data: { ...samplePlace(details), place_id: placeId } } };
}

const ROWS = rowsOf([
  newLine('waiting'),
  line('small', { reviewCount: 10, rating: 3 }),
  line('unknown', { reviewCount: null, rating: null }),
  line('large', { reviewCount: 900, rating: 4.5 }),
]);

test('rows without the value to sort by come last', () => {
  const order = (sort: Parameters<typeof sortedRows>[1]) => sortedRows(ROWS, sort).map(({ index }) => index);
  expect(order('list')).toEqual([0, 1, 2, 3]);
  expect(order('highest')).toEqual([3, 1, 0, 2]);
  expect(order('lowest')).toEqual([1, 3, 0, 2]);
  expect(order('most')).toEqual([3, 1, 0, 2]);
  expect(order('fewest')).toEqual([1, 3, 0, 2]);
});

test('one place under several names is found; the same name twice is not', () => {
  const lines = [
    line('a', {}, 'P'),
    line('b', {}, 'Q'),
    line('A', {}, 'P'),
    line('b', {}, 'Q'),
    newLine('c'),
  ];
  expect([...repeatedPlaces(rowsOf(lines))]).toEqual([['P', [0, 2]]]);
});
