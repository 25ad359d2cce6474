import {
  chooseMarked,
  compareMarks,
  type PlaceMarks,
  severalFrom,
} from '../../../src/core/identifiers/place-marks.js';
import { expect, test } from '../../support/test.js';

const HERE = { lat: 52.2297, lng: 21.0122 };
/** A degree of latitude is 111.2 km. */
const north = (metres: number) => ({ lat: HERE.lat + metres / 111_195, lng: HERE.lng });
const east = (metres: number) => ({
  lat: HERE.lat,
  lng: HERE.lng + metres / (111_195 * Math.cos((HERE.lat * Math.PI) / 180)),
});
const equator = (lng: number) => ({ lat: 0, lng });
const marks = (mid: string | null, at: PlaceMarks['at'] = null): PlaceMarks => ({ mid, at });

const CASES: readonly [string, PlaceMarks, PlaceMarks, string][] = [
  ['the same MID', marks('/g/11a'), marks('/g/11a'), 'same'],
  ['another MID', marks('/g/11a'), marks('/g/11b'), 'other'],
  ['the same MID, moved', marks('/g/11a', HERE), marks('/g/11a', north(5000)), 'same'],
  ['another MID at the same point', marks('/g/11a', HERE), marks('/g/11b', HERE), 'other'],
  ['149 m north', marks(null, HERE), marks(null, north(149)), 'same'],
  ['151 m north', marks(null, HERE), marks(null, north(151)), 'other'],
  ['149 m east', marks(null, HERE), marks(null, east(149)), 'same'],
  ['151 m east', marks(null, HERE), marks(null, east(151)), 'other'],
  ['both sides of the date line', marks(null, equator(180)), marks(null, equator(-180)), 'same'],
  ['the other side of the globe', marks(null, equator(0)), marks(null, equator(180)), 'other'],
  ['a MID against a point', marks('/g/11a'), marks(null, HERE), 'unknown'],
  ['nothing against something', marks(null), marks('/g/11a', HERE), 'unknown'],
  ['a MID on one side, points on both', marks('/g/11a', HERE), marks(null, HERE), 'same'],
];

test('compares MIDs first, then the distance with 150 m', () => {
  for (const [what, wanted, found, agreement] of CASES) {
    expect(compareMarks(wanted, found), what).toBe(agreement);
    expect(compareMarks(found, wanted), what).toBe(agreement);
  }
});

const place = (featureId: string, name: string, its: PlaceMarks) => ({ featureId, name, marks: its });
const choose = (results: readonly ReturnType<typeof place>[], wanted: PlaceMarks | null) =>
  chooseMarked(results, wanted === null ? null : { name: 'Kawa', marks: wanted })?.featureId;

test('chooses the first result when no place is wanted', () => {
  const results = [place('0x1:0x1', 'A', marks(null)), place('0x2:0x2', 'Kawa', marks(null))];
  expect(choose(results, null)).toBe('0x1:0x1');
  expect(choose([], null)).toBeUndefined();
});

test('chooses the result with the MID before a nearer result', () => {
  const near = place('0x1:0x1', 'Kawa', marks(null, HERE));
  const same = place('0x2:0x2', 'Inna', marks('/g/11a', north(9000)));
  expect(choose([near, same], marks('/g/11a', HERE))).toBe('0x2:0x2');
});

test('chooses among nearby results by name, then by distance', () => {
  const other = place('0x1:0x1', 'Inna', marks(null, HERE));
  const far = place('0x2:0x2', 'Kawa', marks(null, north(140)));
  const near = place('0x3:0x3', 'KAWA', marks(null, north(70)));
  expect(choose([other, far, near], marks(null, HERE))).toBe('0x3:0x3');
  expect(choose([other, far], marks(null, HERE))).toBe('0x2:0x2');
  const unnamed = [far, other].map((result) => ({ ...result, name: 'X' }));
  expect(choose(unnamed, marks(null, HERE))).toBe('0x1:0x1');
});

test('chooses the first result when no result agrees', () => {
  const results = [place('0x1:0x1', 'A', marks('/g/11b')), place('0x2:0x2', 'B', marks(null, north(500)))];
  expect(choose(results, marks('/g/11a', HERE))).toBe('0x1:0x1');
});

test('candidates are named only where the place is the first of several results', () => {
  const results = ['0x1:0x2', '0x1:0x3'].map((featureId) => ({
    ...{ featureId, name: 'Bar', address: null, rating: null },
  }));
  expect(severalFrom('0x1:0x2', results)).toEqual(results);
  expect(severalFrom('0x1:0x3', results)).toEqual([]);
  expect(severalFrom('0x1:0x2', results.slice(0, 1))).toEqual([]);
});
