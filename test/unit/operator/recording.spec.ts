import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIXTURES } from '../../../fixtures/provider/cases.js';
import { readRecording } from '../../../src/capabilities/recordings/recording.js';
import { expect, test } from '../../support/test.js';

// A recording may come from another machine or be changed by hand: one line names the wrong file and the reason.

const WRONG: readonly (readonly [string, string, (file: string) => Promise<void>, RegExp])[] = [
  ['text that is not JSON', 'case.json', (file) => writeFile(file, '{bad'), /case\.json: this is not JSON$/],
  [
    'a tree in the place of markup',
    'shown.json',
    (file) => writeFile(file, '{"state":null,"cards":[],"list":null,"panel":{"tag":"div"}}'),
    /shown\.json: .*panel/s,
  ],
];

for (const [what, name, spoil, message] of WRONG) {
  test(`${what} is refused by the name of the file`, async () => {
    const folder = test.info().outputPath('recorded');
    await cp(join(FIXTURES, 'recorded--place'), folder, { recursive: true });
    await spoil(join(folder, name));
    await expect(readRecording(folder)).rejects.toThrow(message);
  });
}
