import { loadPlaceCase } from '../../../fixtures/provider/cases.js';
import { placePayload } from '../../../fixtures/provider/place-payload.js';
import { loadRecording, recordedFolders } from '../../../fixtures/provider/recorded.js';
import { frames } from '../../../fixtures/provider/reviews/batch.js';
import { reviewId } from '../../../fixtures/provider/reviews/ids.js';
import type { InventedReview } from '../../../fixtures/provider/reviews/model.js';
import { recordA } from '../../../fixtures/provider/reviews/record.js';
import type { DomElement, DomNode } from '../../../src/operator/dom-tree.js';
import { readRecorded } from '../../../src/operator/recorded-reading.js';
import type { Recording } from '../../../src/operator/recording.js';
import { sanitise } from '../../../src/operator/sanitise.js';
import { readNotices } from '../../../src/places/extractors/notices.js';
import { placeArray, readPlacePayload } from '../../../src/places/wire/place-payload.js';
import { expect, test } from '../../support/test.js';

// Where people hide when the provider has changed its pages, which is when they are recorded: answers that cannot be
// parsed, records in another form, markup without its marks.

const { place } = loadPlaceCase('place--hotel');
const NAME = 'Zdzisława Brzęczyszczykiewicz';
const SHORT = 'Fatalne śniadanie';
const LONG = 'Pokój był brudny i głośny, nie polecam nikomu tego hotelu w Krakowie.';
const ACCOUNT = '112345678901234567890';
const INNER = 'CAESABoWc3l0ZXN0aW5uZXJyZXZpZXdp';
const PROFILE = `https://www.google.com/maps/contrib/${ACCOUNT}`;

const NAMED_ID = Buffer.from('\n\x09Jan Nowak\x10\x05\x1a\x0aabcdefghij', 'latin1').toString('base64url');

interface Written {
  readonly name?: string;
  readonly text?: string;
}

function recordOf({ name = NAME, text = LONG }: Written = {}): unknown[] {
  const avatar = 'https://lh3.googleusercontent.com/a-/ALV-UjAbCdEfGhIjKlMnOpQrStUv12345=s120-c-rp-mo-br100';
  const author = { name, id: ACCOUNT, avatar, reviews: 12, photos: 3, guide: true, level: 4, badge: null };
  const moment = 1_700_000_000_000_000;
  const review = {
    ...{ inner: INNER, author, created: moment, edited: moment, stars: 2, score: null, text },
    ...{ translated: null, language: 'pl', photos: [], reply: null, likes: 1, spaced: false, partner: null },
  };
  return JSON.parse(JSON.stringify(recordA(place, review as unknown as InventedReview)));
}

const batchOf = (record: unknown) => frames([null, null, [[record]], null, null, true], 'x');
const inRecord = (from: string, to: string) => JSON.parse(JSON.stringify(recordOf()).replaceAll(from, to));
const inScript = (text: string) => `<html><script>${text}</script></html>`;
const known = { '01-batch.txt': batchOf(recordOf()) };
const knownAs = (name: string) => ({ '01-batch.txt': batchOf(recordOf({ name })) });
const json = JSON.stringify([1, [recordOf({ text: SHORT })]]);
const element = (attributes: Record<string, string>, ...children: DomNode[]): DomElement => ({
  tag: 'div',
  attributes,
  children,
});

interface Hidden {
  readonly where: string;
  readonly bodies?: Readonly<Record<string, string>>;
  readonly over?: Partial<Recording>;
  readonly link?: string;
  readonly originals: readonly string[];
}

const HIDDEN: readonly Hidden[] = [
  {
    where: 'a batch that is cut off',
    bodies: { '0-batch.txt': known['01-batch.txt'].slice(0, -30) },
    originals: [NAME, 'brudny'],
  },
  {
    where: 'place data that are cut off',
    bodies: { '0-payload.txt': `)]}'\n${json.slice(0, -4)}` },
    originals: [NAME, SHORT],
  },
  {
    where: 'place data cut off inside a text',
    bodies: { '0-payload.txt': `)]}'\n${json.slice(0, json.indexOf(SHORT) + 12)}` },
    originals: [NAME, SHORT.slice(0, 12)],
  },
  {
    where: 'a state of another name',
    bodies: { '0-document.html': inScript(`window.NEW_STATE=${json};`) },
    originals: [NAME, SHORT],
  },
  {
    where: 'a state that is cut off',
    bodies: { '0-document.html': `<html><script>window.APP_INITIALIZATION_STATE=${json.slice(0, -5)}` },
    originals: [NAME, SHORT],
  },
  {
    where: 'JSON in an attribute',
    bodies: { '0-document.html': `<html><div data-p="${json.replace(/"/g, '&quot;')}"></div></html>` },
    originals: [NAME, SHORT],
  },
  {
    where: 'data for search engines',
    bodies: {
      '0-document.html': inScript(JSON.stringify({ review: { author: { name: NAME }, reviewBody: SHORT } })),
    },
    originals: [NAME, SHORT],
  },
  {
    where: 'a batch with another prefix',
    bodies: { '0-batch.txt': `while(1);{"a":${JSON.stringify(SHORT)},"n":${JSON.stringify(NAME)}}` },
    originals: [NAME, SHORT],
  },
  {
    where: 'a record whose id has another form',
    bodies: {
      '0-batch.txt': batchOf(
        JSON.parse(JSON.stringify(recordOf({ text: SHORT })).replaceAll(reviewId(INNER), 'new.123')),
      ),
    },
    originals: [NAME, SHORT],
  },
  {
    where: 'a record with its id one level deeper',
    bodies: {
      '0-batch.txt': batchOf(recordOf({ text: SHORT }).map((part, at) => (at === 0 ? [part] : part))),
    },
    originals: [NAME, SHORT],
  },
  {
    where: 'a record that is an object',
    bodies: { '0-batch.txt': batchOf({ ...recordOf({ text: SHORT }) }) },
    originals: [NAME, SHORT],
  },
  {
    where: 'a contributor among many texts',
    bodies: {
      '0-payload.txt': JSON.stringify([
        [PROFILE, NAME, ...Array.from({ length: 45 }, (_, at) => `picture ${at}`)],
      ]),
    },
    originals: [NAME],
  },
  {
    where: 'a profile on another site',
    bodies: { '0-batch.txt': batchOf(inRecord(PROFILE, 'https://www.tripadvisor.com/Profile/Zdzicha1954')) },
    originals: ['Zdzicha1954'],
  },
  {
    where: 'a picture on another host',
    bodies: {
      '0-batch.txt': batchOf(inRecord('lh3.googleusercontent.com/a-/', 'graph.facebook.com/zdzicha.b/')),
    },
    originals: ['zdzicha.b'],
  },
  {
    where: 'a review quoted up to somewhere',
    bodies: {
      ...known,
      '0-document.html': `<html><meta content="${LONG.slice(0, 41)}…" property="og:description"></html>`,
    },
    originals: [LONG.slice(0, 30)],
  },
  {
    where: 'a first name in a title',
    bodies: {
      ...knownAs('Zenobia'),
      '0-document.html': '<html><title>Opinia Zenobia o hotelu</title></html>',
    },
    originals: ['Zenobia'],
  },
  {
    where: 'a name with marks apart',
    bodies: { ...known, '0-document.html': `<html><title>Opinia: ${NAME.normalize('NFD')}</title></html>` },
    originals: [NAME.normalize('NFD')],
  },
  {
    where: 'an address that is cut off within a letter',
    bodies: {
      ...knownAs('Иван Петров'),
      '0-document.html': `<html><a href="/x?q=${encodeURIComponent('Иван Петров')}%D0">x</a></html>`,
    },
    originals: [encodeURIComponent('Петров')],
  },
  {
    where: 'letters by number',
    bodies: {
      ...known,
      '0-document.html': `<html><p>${[...NAME].map((one) => `&#${one.codePointAt(0)};`).join('')}</p></html>`,
    },
    originals: [
      [...NAME]
        .slice(0, 5)
        .map((one) => `&#${one.codePointAt(0)};`)
        .join(''),
    ],
  },
  { where: 'a name in squared letters', bodies: knownAs('🅺🅰🆂🅸🅰 🦄🌈'), originals: ['🅺🅰🆂🅸🅰', '🦄🌈'] },
  { where: 'a query that is the name of an author', bodies: known, link: NAME, originals: [NAME] },
  {
    where: 'attributes of a card',
    over: {
      panel: element(
        {},
        element(
          { 'data-review-id': reviewId(INNER), 'data-author': NAME, placeholder: `Odpowiedz: ${NAME}` },
          element({}, SHORT),
        ),
      ),
    },
    originals: [NAME, SHORT],
  },
  {
    where: 'a card without its mark',
    over: {
      list: element(
        {},
        element(
          {},
          element({}, element({}, element({ 'data-href': PROFILE }, NAME))),
          element({}, element({}, SHORT)),
        ),
      ),
    },
    originals: [NAME, SHORT],
  },
  {
    where: 'an id that holds a name',
    bodies: { '0-payload.txt': JSON.stringify([NAMED_ID]) },
    originals: [NAMED_ID.slice(3, 14)],
  },
  {
    where: 'a quotation in the panel',
    over: { panel: element({}, element({}, '„Fatalne śniadanie, brud”')) },
    originals: ['śniadanie'],
  },
];

for (const { where, bodies = {}, over = {}, link, originals } of HIDDEN) {
  test(`nothing of a person is left in ${where}`, () => {
    const recording = recordingOf(bodies, over, link);
    const clean = sanitise(recording, { seed: 'seed', anonymous: false });
    const written = [JSON.stringify({ ...clean, bodies: {} }), ...Object.values(clean.bodies)].join('\n');
    expect(originals.filter((original) => written.includes(original))).toEqual([]);
  });
}

for (const name of recordedFolders()) {
  test(`${name}: facts of the place and numbers stay as they are`, async () => {
    const recording = await loadRecording(name);
    const clean = sanitise(recording, { seed: 'seed', anonymous: false });
    expect(factsIn(readRecorded(clean))).toEqual(factsIn(readRecorded(recording)));
    expect(clean.state?.panel).toEqual(recording.state?.panel);
    expect(clean.about.asked).toHaveLength(recording.about.asked.length);
  });
}

for (const name of recordedFolders()) {
  test(`${name}: an anonymous recording has the same fields and names no place`, async () => {
    const recording = await loadRecording(name);
    const clean = sanitise(recording, { seed: 'seed', anonymous: true });
    const kinds = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(kinds);
      if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, kinds(part)]));
    };
    expect(kinds(readRecorded(clean))).toEqual(kinds(readRecorded(recording)));
    const written = [JSON.stringify({ ...clean, bodies: {} }), ...Object.values(clean.bodies)].join('\n');
    const { state } = recording;
    const own = [state?.panel?.name, state?.panel?.addressLabel?.slice(7), state?.review?.cardHeading];
    for (const text of own.filter((one) => one != null)) expect(written).not.toContain(text);
    for (const [id] of JSON.stringify(readRecorded(recording)).matchAll(/ChIJ[\w-]{23}/g))
      expect(written).not.toContain(id);
  });
}

test('what the provider says about a place stays', () => {
  const body = placePayload(loadPlaceCase('place--notice-defamation'), { hl: 'en' });
  const clean = sanitise(recordingOf({ '0-payload.txt': body }, {}), { seed: 'seed', anonymous: false });
  const notices = (text: string) => {
    const payload = readPlacePayload(text);
    return readNotices(payload, placeArray(text), []);
  };
  expect(notices(body)).toHaveLength(2);
  expect(notices(clean.bodies['0-payload.txt'] ?? '')).toEqual(notices(body));
});

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

function recordingOf(
  bodies: Readonly<Record<string, string>>,
  over: Partial<Recording>,
  link = 'https://www.google.com/maps/place/X',
): Recording {
  const asked = 'https://www.google.com/maps/place/X';
  const kindOf = (file: string) =>
    file.includes('batch') ? 'batch' : file.includes('payload') ? 'payload' : 'document';
  return {
    about: {
      ...{
        format: 1,
        kind: link === asked ? 'reviews' : 'search',
        title: 'Recorded',
        link,
        asked,
        url: asked,
      },
      ...{ provider: 'stand-in', anonymous: false, reviewed: false, recordedAt: '2026-11-22T12:00:00.000Z' },
      versions: { node: '20', chromium: '156', placeLookup: '1' },
      locale: { language: 'pl', region: 'pl', timeZone: 'Europe/Warsaw' },
      ...{ review: null, consent: false, loadMs: 1, listEnd: 'end', omitted: {} },
      parts: Object.keys(bodies).map((file) => ({
        ...{ file, kind: kindOf(file), url: asked, method: 'GET', status: 200, headers: {}, ms: 1 },
      })),
    },
    ...{ bodies, state: null, cards: [], panel: null, list: null },
    ...over,
  };
}
