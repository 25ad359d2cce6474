import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { loadRecording, recordedFolders } from '../../fixtures/provider/recorded.js';
import { frames } from '../../fixtures/provider/reviews/batch.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import type { Recording } from '../../fixtures/record/recording.js';
import { sanitise } from '../../fixtures/record/sanitise.js';
import { readRecorded } from '../../fixtures/recorded-reading.js';
import { readNotices } from '../../src/core/places/extractors/extract-notices.js';
import { readPlacePayload } from '../../src/core/places/wire/place-payload.js';
import { dataAnswer } from '../../src/core/provider/wire/envelope.js';
import type { ReviewRow } from '../../src/kit/lists/review-columns.js';
import { expect, test } from '../support/test.js';
import { attribute, element, INNER, recordingOf, recordOf, writtenTexts } from './recordings.js';

// Pages are recorded when the provider has changed them. Personal data must be replaced there as well: in answers that
// cannot be parsed, in records of another shape, in markup without its attributes.

const NAME = 'Zdzisława Brzęczyszczykiewicz';
const SHORT = 'Fatalne śniadanie';
const LONG = 'Pokój był brudny i głośny, nie polecam nikomu tego hotelu w Krakowie.';

const NAMED_ID = Buffer.from('\n\x09Jan Nowak\x10\x05\x1a\x0aabcdefghij', 'latin1').toString('base64url');

const batchOf = (record: unknown) => frames([null, null, [[record]], null, null, true], 'x');
const inRecord = (from: string, to: string) =>
  JSON.parse(JSON.stringify(recordOf(NAME, LONG)).replaceAll(from, to));
const known = { '01-batch.txt': batchOf(recordOf(NAME, LONG)) };
const knownAs = (name: string) => ({ '01-batch.txt': batchOf(recordOf(name, LONG)) });
/** Where it is hidden, what must not stay, and the recording. */
const HIDDEN: readonly (readonly [
  where: string,
  originals: readonly string[],
  bodies: Readonly<Record<string, string>>,
  over?: Partial<Recording>,
])[] = [
  ['a batch that is cut off', [NAME, 'brudny'], { '0-batch.txt': known['01-batch.txt'].slice(0, -30) }],
  [
    'a record whose id has another form',
    [NAME, SHORT],
    {
      '0-batch.txt': batchOf(
        JSON.parse(JSON.stringify(recordOf(NAME, SHORT)).replaceAll(reviewId(INNER), 'new.123')),
      ),
    },
  ],
  [
    'a picture on another host',
    ['zdzicha.b'],
    { '0-batch.txt': batchOf(inRecord('lh3.googleusercontent.com/a-/', 'graph.facebook.com/zdzicha.b/')) },
  ],
  [
    'a review quoted up to somewhere',
    [LONG.slice(0, 30)],
    {
      ...known,
      '0-document.html': `<html><meta content="${LONG.slice(0, 41)}…" property="og:description"></html>`,
    },
  ],
  [
    'a first name in a title',
    ['Zenobia'],
    { ...knownAs('Zenobia'), '0-document.html': '<html><title>Opinia Zenobia o hotelu</title></html>' },
  ],
  [
    'an address that is cut off within a letter',
    [encodeURIComponent('Петров')],
    {
      ...knownAs('Иван Петров'),
      '0-document.html': `<html><a href="/x?q=${encodeURIComponent('Иван Петров')}%D0">x</a></html>`,
    },
  ],
  [
    'attributes of a card',
    [NAME, SHORT],
    {},
    {
      panel: element(
        'div',
        {},
        element(
          'div',
          { 'data-review-id': reviewId(INNER), 'data-author': NAME, placeholder: `Odpowiedz: ${NAME}` },
          element('div', {}, SHORT),
        ),
      ),
    },
  ],
  [
    'a name among the classes',
    ['zdzislawa'],
    known,
    { panel: element('div', { class: 'm6QErb zdzislawa' }, 'Opinie') },
  ],
  ['an id that holds a name', [NAMED_ID.slice(3, 14)], { '0-payload.txt': JSON.stringify([NAMED_ID]) }],
];

for (const [where, originals, bodies, over = {}] of HIDDEN)
  test(`nothing of a person is left in pages that the provider has changed: ${where}`, () => {
    const recording = { ...recordingOf(bodies), ...over };
    const written = writtenTexts(sanitise(recording, 'seed')).join('\n');
    expect(originals.filter((original) => written.includes(original))).toEqual([]);
  });

/** What people wrote in a review, and what identifies them. */
function marksOf(review: ReviewRow): string[] {
  const { author_name, author_id, review_id, review_text, owner_response_text, author_avatar_url } = review;
  const texts = [review_text, owner_response_text].flatMap((text) => text?.split('\n') ?? []);
  const avatar = author_avatar_url?.split('/').at(-1)?.split('=')[0];
  return [author_name, author_id, review_id, avatar, ...texts].flatMap((mark) =>
    mark != null && mark.length >= 6 ? [mark] : [],
  );
}

const listed = (recording: Recording) =>
  (readRecorded(recording) as { data: { reviews: ReviewRow[] } }).data.reviews;

test('recorded--reviews: nothing of a person is left, and the same person is the same everywhere', () => {
  const recording = loadRecording('recorded--reviews');
  const clean = sanitise(recording, 'seed');
  const written = writtenTexts(clean).join('\n');
  const originals = listed(recording).flatMap(marksOf);
  expect(originals.length).toBeGreaterThan(30);
  for (const original of originals)
    expect(
      encodingsOf(original).filter((form) => written.includes(form)),
      original,
    ).toEqual([]);
  const reviews = listed(clean);
  expect(reviews).toHaveLength(listed(recording).length);
  for (const { review_id, review_url, author_id, author_name, author_profile_url } of reviews) {
    expect(author_profile_url).toContain(`/contrib/${author_id}`);
    expect(review_url).toContain(`!1s${review_id}!`);
    for (const shown of [review_id, author_name ?? '']) expect(clean.list).toContain(attribute(shown));
  }
  expect(shapeOf(clean.list)).toEqual(shapeOf(recording.list));
});

test('facts of the place and numbers of a recording stay as they are', () => {
  for (const name of recordedFolders()) {
    const recording = loadRecording(name);
    const clean = sanitise(recording, 'seed');
    expect(factsIn(readRecorded(clean)), name).toEqual(factsIn(readRecorded(recording)));
    expect(clean.state?.panel).toEqual(recording.state?.panel);
    expect(clean.about.asked).toHaveLength(recording.about.asked.length);
  }
});

test('keeps the notices of the provider about a place', () => {
  const body = placePayload(loadPlaceCase('place--notice-defamation'), { hl: 'en' });
  const clean = sanitise(recordingOf({ '0-payload.txt': body }), 'seed');
  const notices = (text: string) => {
    const { payload, place } = readPlacePayload(dataAnswer(text));
    return readNotices(payload, place, []);
  };
  expect(notices(body)).toHaveLength(2);
  expect(notices(clean.bodies['0-payload.txt'] ?? '')).toEqual(notices(body));
});

/** As JSON, as JSON in a JSON string, with escapes for scripts, in addresses, in HTML, as base64. */
function encodingsOf(original: string): string[] {
  const json = JSON.stringify(original).slice(1, -1);
  const nested = JSON.stringify(json).slice(1, -1);
  const inScript = (part: string) =>
    part.replace(/</g, '\\u003c').replace(/&/g, '\\u0026').replace(/=/g, '\\u003d');
  const inMarkup = original.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return [
    ...[original, json, inScript(json), nested, inScript(nested)],
    ...[encodeURIComponent(original), inMarkup, Buffer.from(original).toString('base64url')],
  ];
}

/** Left out of a recording, as unknown parameters of links are. */
const LEFT_OUT = new Set(['style', 'data-tooltip', 'data-photo-index']);

/** Elements, and strings by their length. */
function shapeOf(markup: string | null): string {
  const shape = (text: string) => (/^(?:https:\/)?\/\S*$/.test(text) ? 'link' : `${text.length} characters`);
  return (markup ?? '')
    .replace(/ ([\w-]+)="([^"]*)"/g, (_, name, value) =>
      LEFT_OUT.has(name) ? '' : ` ${name}='${shape(value)}'`,
    )
    .replace(/>([^<]+)/g, (_, text) => `>${shape(text)}`);
}

/** Everything but what people wrote: that has the same length. */
function factsIn(read: unknown): unknown {
  const isOfPeople = /author|text|url|review_id|reviewer|badge|link|^(?:id|query|name|profile_name)$/;
  const shape = (value: unknown): unknown => {
    if (typeof value === 'string') return value.length;
    return Array.isArray(value) ? value.map(shape) : value;
  };
  const facts = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(facts);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, isOfPeople.test(key) ? shape(part) : facts(part)]),
    );
  };
  return facts(read);
}
