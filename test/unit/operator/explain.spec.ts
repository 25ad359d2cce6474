import { expect, test } from '@playwright/test';
import { NEW_REVIEWS_CALL, REVIEWS_CALL, withMovedPaths } from '../../../fixtures/provider/drift.js';
import { loadRecording } from '../../../fixtures/provider/recorded.js';
import { PLACE_FIELDS } from '../../../src/contract/place-fields.js';
import { linkTree, select } from '../../../src/operator/explain/element-tree.js';
import { explain, firstLines } from '../../../src/operator/explain/explain.js';
import { explanationText } from '../../../src/operator/explain/explain-texts.js';
import { isAccepted, rulesOf } from '../../../src/operator/explain/proposal.js';
import { readWhole } from '../../../src/operator/explain/recorded-data.js';
import { parseWant, type Want } from '../../../src/operator/explain/wants.js';
import type { Recording } from '../../../src/operator/recording.js';

/** What stands before JSON. */
const GUARD = ")]}'\n";

// Recordings of the stand-in, changed as a provider changes.

const english = (_: string, text: string) => text;

/** The recording with its files changed; `shown` changes the markup and what was captured of it. */
function changed(
  recording: Recording,
  body: (text: string, kind: string) => string,
  shown: (text: string) => string = (text) => text,
): Recording {
  const kinds = new Map(recording.about.parts.map(({ file, kind }) => [file, kind]));
  const { state, cards, panel, list } = recording;
  return {
    ...recording,
    ...JSON.parse(shown(JSON.stringify({ state, cards, panel, list }))),
    bodies: Object.fromEntries(
      Object.entries(recording.bodies).map(([file, text]) => [file, body(text, kinds.get(file) ?? '')]),
    ),
  };
}

/** Changes the place array of payloads. */
function withPlace(change: (place: unknown[]) => unknown[]) {
  return (text: string, kind: string): string => {
    if (kind !== 'payload') return text;
    const answer = JSON.parse(text.slice(text.indexOf('[')));
    answer[6] = change(answer[6]);
    return GUARD + JSON.stringify(answer);
  };
}

const moved = withPlace((place) => {
  const values = withMovedPaths(Object.fromEntries(place.entries()));
  return place.map((_, index) => values[index] ?? null);
});

function explained(recordings: readonly Recording[], ...wants: readonly string[]) {
  const parsed = wants.map((want) => parseWant(want, recordings.length));
  return explain(
    recordings.map((recording, index) => readWhole(`REC${index + 1}`, recording)),
    parsed.filter((want): want is Want => 'recording' in want),
  );
}

function entriesFor({ proposals }: ReturnType<typeof explain>, list: string): readonly unknown[] {
  const group = proposals.find((one) => one.list === list);
  return (group?.proposals ?? []).slice(0, 3).map(({ lines }) => lines.map(({ entry }) => entry));
}

test('a recording that is read whole: every field has its entry, and nothing is proposed', async () => {
  const explanation = explained([await loadRecording('recorded--place')]);
  const fields = explanation.recordings[0]?.fields ?? [];
  expect(fields.flatMap(({ names }) => names).toSorted()).toEqual(Object.values(PLACE_FIELDS).toSorted());
  for (const { origin, tried } of fields) {
    expect(origin).not.toBeNull();
    expect(tried.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1);
  }
  expect(explanation.proposals).toEqual([]);
  expect(firstLines(explanation)).toEqual([]);
});

for (const want of ['8713', '8 713', '8\u00a0713 opinii'])
  test(`a moved path is proposed for the count written as ${JSON.stringify(want)}`, async () => {
    const recording = changed(await loadRecording('recorded--place'), moved, (text) =>
      text.replaceAll('8\u00a0713', '–'),
    );
    const explanation = explained([recording], `${PLACE_FIELDS.reviewCount}=${want}`);
    expect(entriesFor(explanation, 'paths.placePayload.reviewCount')[0]).toEqual([[4, 9]]);
  });

test('a path that holds the value in one recording by chance comes after one that holds it in all', async () => {
  const first = await loadRecording('recorded--place');
  const hidden = (text: string) => text.replaceAll('8\u00a0713', '–').replaceAll('9\u00a0000', '–');
  const place = (count: number, other: number) =>
    changed(
      first,
      withPlace((values) => {
        const block = [...(values[4] as unknown[])];
        block[8] = null;
        // Nearer to the known path, but right only once.
        block[9] = other;
        block[12] = count;
        return values.map((value, index) => (index === 4 ? block : value));
      }),
      hidden,
    );
  const name = PLACE_FIELDS.reviewCount;
  const one = explained([place(8713, 8713)], `${name}=8713`);
  expect(entriesFor(one, 'paths.placePayload.reviewCount')[0]).toEqual([[4, 9]]);
  const both = explained([place(8713, 8713), place(9000, 77)], `${name}=8713`, `2:${name}=9000`);
  expect(entriesFor(both, 'paths.placePayload.reviewCount')[0]).toEqual([[4, 12]]);
});

test('a value of the wrong type is named, and not proposed', async () => {
  const recording = changed(
    await loadRecording('recorded--place'),
    withPlace((values) =>
      values.map((value, index) =>
        index === 4 ? [null, '8\u00a0713 opinii'] : index === 175 ? null : value,
      ),
    ),
    (text) => text.replaceAll('8\u00a0713', '–'),
  );
  const explanation = explained([recording], `${PLACE_FIELDS.reviewCount}=8713`);
  const group = explanation.proposals.find(({ list }) => list === 'paths.placePayload.reviewCount');
  expect(group).toMatchObject({ proposals: [], elsewhere: [expect.stringContaining('[6,4,1]')] });
});

test('the whole place in another slot of its answer: the slot is proposed', async () => {
  const recording = changed(await loadRecording('recorded--place'), (text, kind) => {
    if (kind !== 'payload') return text;
    const answer = JSON.parse(text.slice(text.indexOf('[')));
    return GUARD + JSON.stringify([...answer.slice(0, 6), null, answer[6]]);
  });
  const explanation = explained([recording]);
  expect(entriesFor(explanation, 'paths.placePayload.reviewCount')).toContainEqual([[7]]);
});

test('renamed classes: selectors that find exactly the element, without any text', async () => {
  const recording = changed(
    await loadRecording('recorded--reviews'),
    (text) => text,
    (text) => text.replaceAll('F7nice', 'Hn4Lge').replaceAll('d4r55', 'Xp9Tvc').replaceAll('DkEaL', 'JkWqEb'),
  );
  const explanation = explained([recording]);
  expect(entriesFor(explanation, 'selectors.category')[0]).toEqual(['button[jsaction$=".category"]']);
  expect(entriesFor(explanation, 'selectors.rating')[0]).toEqual(['div.Hn4Lge span[aria-hidden="true"]']);
  expect(entriesFor(explanation, 'selectors.reviewCount')).toContainEqual([
    'div.Hn4Lge span[role="img"][aria-label]:not(.ceNzKf)',
  ]);
  expect(entriesFor(explanation, 'selectors.cardAuthor')[0]).toEqual(['div.Xp9Tvc']);
  for (const { proposals } of explanation.proposals)
    for (const { lines } of proposals) {
      expect(isAccepted(lines)).toBe(true);
      expect(JSON.stringify(lines)).not.toMatch(/aria-label=|title=|alt=|[^ -~]/);
    }
});

test('a batch with an unknown frame id: the id is proposed', async () => {
  const recording = changed(await loadRecording('recorded--reviews'), (text, kind) =>
    kind === 'batch' ? text.replaceAll(REVIEWS_CALL, NEW_REVIEWS_CALL) : text,
  );
  expect(rulesOf(firstLines(explained([recording])))).toMatchObject({
    frameIds: { reviews: [NEW_REVIEWS_CALL] },
  });
  const text = explanationText(explained([recording]), english);
  expect(text).toContain(`{"frameIds":{"reviews":["${NEW_REVIEWS_CALL}"]}}`);
});

test('search results of an unknown form are named', async () => {
  const recording = changed(await loadRecording('recorded--search'), (text, kind) => {
    if (kind !== 'search') return text;
    const answer = JSON.parse(text.slice(text.indexOf('[')));
    answer[66] = answer[64];
    answer[64] = null;
    return GUARD + JSON.stringify(answer);
  });
  const explanation = explained([recording]);
  expect(explanation.recordings[0]?.forms).toMatchObject([
    { form: 'results', reading: 'unknown_form', isRead: false, lines: [] },
  ]);
  expect(explanationText(explanation, english)).toContain('cannot be read');
});

test('wants: names, numbers of recordings, and what is wrong with a text', () => {
  expect(parseWant(`2:${PLACE_FIELDS.rating}=4,7`, 2)).toMatchObject({
    recording: 1,
    text: '4,7',
  });
  expect(parseWant('author.name=Jan K.', 1)).toMatchObject({ field: { of: 'review' } });
  expect(parseWant('reviews=7', 1)).toMatchObject({ kind: 'unknown_field' });
  expect(parseWant(`2:${PLACE_FIELDS.rating}=4,7`, 1)).toMatchObject({ kind: 'no_recording' });
  expect(parseWant('nope=1', 1)).toMatchObject({ kind: 'unknown_field' });
  expect(parseWant(`${PLACE_FIELDS.rating}=`, 1)).toMatchObject({ kind: 'value' });
  expect(parseWant('=', 1)).toMatchObject({ kind: 'form' });
});

test('the text names the entry that matched and those that were refused', async () => {
  const recording = changed(await loadRecording('recorded--place'), moved);
  const text = explanationText(explained([recording]), english);
  expect(text).toContain('- payload paths.placePayload.reviewCount [4,8]: nothing there');
  expect(text).toContain('{"paths":{"placePayload":{"reviewCount":[[4,9]]}}}');
});

test('selectors find in a recorded tree what a browser finds', async () => {
  const { panel } = await loadRecording('recorded--place');
  const tree = linkTree(panel);
  if (tree === null) throw new Error('no tree');
  expect(select('tr.BHOKXe[role="img"]', tree)).toHaveLength(5);
  expect(select('div.F7nice span[role="img"][aria-label]:not(.ceNzKf)', tree)).toHaveLength(1);
  expect(select('div:has(> h1.DUwDvf)', tree)).toHaveLength(1);
  expect(select('div[', tree)).toHaveLength(0);
});
