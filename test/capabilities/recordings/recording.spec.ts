import { execFileSync } from 'node:child_process';
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
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
  [
    'a state without a list that readers go through',
    'shown.json',
    (file) => changeShown(file, ({ state }) => delete state.panel.histogramLabels),
    /shown\.json: .*histogramLabels/s,
  ],
  [
    'a card that is none',
    'shown.json',
    (file) => changeShown(file, (shown) => shown.cards.push({ id: 7 })),
    /shown\.json: .*cards/s,
  ],
  [
    'a pipe in the place of a body',
    '01-payload.txt',
    async (file) => {
      await rm(file);
      execFileSync('mkfifo', [file]);
    },
    /01-payload\.txt: this is no regular file$/,
  ],
  [
    'a file of more than 64 MB',
    '01-payload.txt',
    (file) => truncate(file, 64 * 1024 * 1024 + 1),
    /01-payload\.txt: this is too large$/,
  ],
];

interface Shown {
  readonly state: { readonly panel: { histogramLabels?: unknown } };
  readonly cards: unknown[];
}

async function changeShown(file: string, change: (shown: Shown) => unknown): Promise<void> {
  const shown: Shown = JSON.parse(await readFile(file, 'utf8'));
  change(shown);
  await writeFile(file, JSON.stringify(shown));
}

for (const [what, name, spoil, message] of WRONG) {
  test(`${what} is refused by the name of the file`, async () => {
    const folder = test.info().outputPath('recorded');
    await cp(join(FIXTURES, 'recorded--place'), folder, { recursive: true });
    await spoil(join(folder, name));
    await expect(readRecording(folder)).rejects.toThrow(message);
  });
}
