import { readExpected } from '../../fixtures/provider/cases.js';
import { loadRecording, recordedFolders } from '../../fixtures/provider/recorded.js';
import { readRecorded } from '../../fixtures/recorded-reading.js';
import { expect, test } from '../support/test.js';

// Recordings of `npm run record` through the extractors. In a browser: test/e2e/recorded.spec.ts.

for (const name of recordedFolders()) {
  test(`${name}: what the extractors read`, () => {
    expect(readRecorded(loadRecording(name))).toEqual(readExpected(name));
  });
}

test('a recording without its answers is read as nothing, not as an absence', () => {
  const recording = loadRecording('recorded--place');
  const empty = { ...recording, bodies: {}, state: null };
  expect(readRecorded(empty)).toEqual({ status: 'success', data: null });
});
