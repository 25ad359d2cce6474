import { NEW_REVIEWS_CALL, REVIEWS_CALL, withMovedPaths } from '../../../fixtures/provider/drift.js';
import { loadRecording } from '../../../fixtures/provider/recorded.js';
import { explain, explanationText } from '../../../src/capabilities/recordings/explain/explain.js';
import { parseWant } from '../../../src/capabilities/recordings/explain/explained-fields.js';
import type { Recording } from '../../../src/capabilities/recordings/recording.js';
import { PLACE_FIELDS } from '../../../src/core/published/place-fields.js';
import { expect, test } from '../../support/test.js';

/** What stands before JSON. */
const GUARD = ")]}'\n";

// Recordings of the stand-in, changed as a provider changes.

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

function explained(recording: Recording, ...wants: readonly string[]) {
  const parsed = wants.map(parseWant);
  return explain(
    recording,
    parsed.filter((want) => want !== null),
  );
}

/** The rules for a list, of the first wanted value that has any. */
function rulesFor({ wanted }: ReturnType<typeof explained>, list: string): readonly unknown[] {
  return wanted
    .flatMap(({ lists }) => lists.filter((one) => one.list === list))
    .flatMap(({ rules }) => rules);
}

const place = (name: string, ...paths: readonly number[][]) => ({
  paths: { placePayload: { [name]: paths } },
});

test('every field of a recording that is read whole names the rule that read it', async () => {
  const { fields, wanted } = explained(await loadRecording('recorded--place'));
  expect(fields.flatMap(({ names }) => names).toSorted()).toEqual(Object.values(PLACE_FIELDS).toSorted());
  for (const { origin } of fields) expect(origin).not.toBeNull();
  expect(wanted).toEqual([]);
});

test('fields of reviews are read from records and, where these lack them, from cards', async () => {
  const recording = await loadRecording('recorded--reviews');
  const author = ({ fields }: ReturnType<typeof explained>) =>
    fields.find(({ internal }) => internal === 'author.name')?.origin;
  expect(author(explained(recording))).toMatchObject({
    source: 'record',
    list: 'paths.authorSince2024.name',
  });
  const unread = changed(recording, (text, kind) => (kind === 'batch' ? '' : text));
  expect(author(explained(unread))).toMatchObject({ source: 'card', list: 'selectors.cardAuthor' });
});

for (const want of ['8713', '8 713', '8\u00a0713 opinii'])
  test(`finds the moved path of the count written as ${JSON.stringify(want)}`, async () => {
    const recording = changed(await loadRecording('recorded--place'), moved, (text) =>
      text.replaceAll('8\u00a0713', '–'),
    );
    const explanation = explained(recording, `${PLACE_FIELDS.reviewCount}=${want}`);
    expect(rulesFor(explanation, 'paths.placePayload.reviewCount')[0]).toEqual(place('reviewCount', [4, 9]));
    expect(explanation.wanted[0]?.lists).toMatchObject([
      { list: 'paths.placePayload.reviewCount', readBy: null },
    ]);
  });

test('finds the moved histogram by the count of one star', async () => {
  const recording = await loadRecording('recorded--place');
  const stars = explained(recording).fields.find(({ internal }) => internal === 'stars')?.value;
  const count = Array.isArray(stars) ? stars[4] : null;
  const want = `${PLACE_FIELDS.fiveStars}=${count}`;
  expect(rulesFor(explained(changed(recording, moved), want), 'paths.placePayload.stars')[0]).toEqual(
    place('stars', [175, 5]),
  );
});

test('a value that the rules in use find names the entry', async () => {
  const recording = await loadRecording('recorded--place');
  expect(explained(recording, `${PLACE_FIELDS.reviewCount}=8713`).wanted).toMatchObject([
    { lists: [{ list: 'paths.placePayload.reviewCount', readBy: '[4,8]', rules: [] }] },
  ]);
});

test('does not offer a path to a value of the wrong type', async () => {
  const recording = changed(
    await loadRecording('recorded--place'),
    withPlace((values) =>
      values.map((value, index) =>
        index === 4 ? [null, '8\u00a0713 opinii'] : index === 175 ? null : value,
      ),
    ),
    (text) => text.replaceAll('8\u00a0713', '–'),
  );
  const explanation = explained(recording, `${PLACE_FIELDS.reviewCount}=8713`);
  expect(rulesFor(explanation, 'paths.placePayload.reviewCount')).toEqual([]);
});

test('finds the slot of a place that stands elsewhere in its answer', async () => {
  const recording = changed(await loadRecording('recorded--place'), (text, kind) => {
    if (kind !== 'payload') return text;
    const answer = JSON.parse(text.slice(text.indexOf('[')));
    return GUARD + JSON.stringify([...answer.slice(0, 6), null, answer[6]]);
  });
  const explanation = explained(recording, `${PLACE_FIELDS.reviewCount}=8713`);
  expect(rulesFor(explanation, 'paths.placePayload.reviewCount')).toContainEqual({
    paths: { placeAnswer: { place: [[7]] } },
  });
});

test('offers the frame id of a batch that cannot be read', async () => {
  const recording = changed(await loadRecording('recorded--reviews'), (text, kind) =>
    kind === 'batch' ? text.replaceAll(REVIEWS_CALL, NEW_REVIEWS_CALL) : text,
  );
  const explanation = explained(recording);
  expect(rulesFor(explanation, 'frameIds.reviews')[0]).toEqual({ frameIds: { reviews: [NEW_REVIEWS_CALL] } });
  expect(explanationText('REC', explanation, 'en')).toContain(
    `{"frameIds":{"reviews":["${NEW_REVIEWS_CALL}"]}}`,
  );
});

test('--want takes a published or internal name and a value, and nothing else', () => {
  expect(parseWant(`${PLACE_FIELDS.rating}=4,7`)).toMatchObject({ text: '4,7' });
  expect(parseWant('author.name=Jan K.')).toMatchObject({ field: { of: 'review' } });
  for (const given of ['nope=1', `${PLACE_FIELDS.rating}=`, PLACE_FIELDS.rating, '='])
    expect(parseWant(given), given).toBeNull();
});

test('the text names the rule of each field and the lines to paste', async () => {
  const recording = changed(await loadRecording('recorded--place'), moved);
  const text = explanationText('REC', explained(recording, `${PLACE_FIELDS.reviewCount}=8713`), 'en');
  expect(text).toContain(`${PLACE_FIELDS.rating}: 4.6 ← payload paths.placePayload.rating [4,7]`);
  expect(text).toContain('{"paths":{"placePayload":{"reviewCount":[[4,9]]}}}');
});
