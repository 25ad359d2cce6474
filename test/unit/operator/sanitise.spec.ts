import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { loadPlaceCase } from '../../../fixtures/provider/cases.js';
import { reviewCard } from '../../../fixtures/provider/client/review-card.js';
import { polishReviews } from '../../../fixtures/provider/client/review-labels.js';
import { reviewModel } from '../../../fixtures/provider/client/review-model.js';
import { frames } from '../../../fixtures/provider/reviews/batch.js';
import { reviewId } from '../../../fixtures/provider/reviews/ids.js';
import type { InventedReview } from '../../../fixtures/provider/reviews/model.js';
import { recordA } from '../../../fixtures/provider/reviews/record.js';
import type { DomNode } from '../../../src/operator/dom-tree.js';
import type { Recording } from '../../../src/operator/recording.js';
import { sanitise } from '../../../src/operator/sanitise.js';
import { extractReview } from '../../../src/reviews/extractors/review.js';
import { readReviewsBatch } from '../../../src/reviews/wire/reviews-batch.js';
import { expect, test } from '../../support/test.js';

// What is written to the disk must hold nothing of a person, in no encoding. The originals are searched for here in
// another way than the sanitiser does it: in the raw files, encoded as the provider and browsers encode.

const { place } = loadPlaceCase('place--hotel');

const word = fc.stringMatching(/^[A-ZŁŚŻĆ][a-ząćęłńóśźż]{3,9}$/);
const name = fc
  .tuple(word, word, fc.constantFrom(' ', '\u00a0', '-', " O'", ' „X” ', ' & '))
  .map(([first, last, between]) => `${first}${between}${last}`);
const sentence = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom('<b>tag</b>', '"cytat"', '5 zł', 'a\\b', 'ул. Мира', 'שלום', '❤️', '100% & więcej'),
    ),
    {
      minLength: 3,
      maxLength: 8,
    },
  )
  .map((words) => words.join(' '));
const text = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const letters = (length: number) =>
  fc
    .nat()
    .map((seed) =>
      createHash('shake256', { outputLength: length })
        .update(String(seed))
        .digest('base64url')
        .slice(0, length),
    );
const review: fc.Arbitrary<InventedReview> = fc
  .record({
    name,
    text,
    reply: text,
    inner: letters(22),
    account: fc.stringMatching(/^1[0-9]{20}$/),
    avatar: letters(55),
    photo: letters(120),
    stars: fc.integer({ min: 1, max: 5 }),
    created: fc.integer({ min: 1_600_000_000_000_000, max: 1_790_000_000_000_000 }),
  })
  .map(
    (one) =>
      ({
        inner: innerOf(one.inner),
        author: {
          name: one.name,
          id: one.account,
          avatar: `https://lh3.googleusercontent.com/a-/ALV-Uj${one.avatar}=s120-c-rp-mo-br100`,
          reviews: 12,
          photos: 3,
          guide: true,
          level: 4,
          badge: null,
        },
        created: one.created,
        edited: one.created,
        stars: one.stars,
        score: null,
        text: one.text,
        translated: null,
        language: 'pl',
        photos: [
          {
            url: `https://lh3.googleusercontent.com/grass-cs/ACvplm${one.photo}=k-no`,
            width: 3024,
            height: 4032,
          },
        ],
        reply: { created: one.created, text: one.reply, translated: null, language: 'pl' },
        likes: 7,
        spaced: false,
        partner: null,
      }) as unknown as InventedReview,
  );

function innerOf(characters: string): string {
  const named = Buffer.concat([Buffer.from([0x0a, 27]), Buffer.from(`rp_h:${characters}`)]);
  return Buffer.concat([Buffer.from([0x08, 2, 0x10, 0, 0x2a, named.length]), named]).toString('base64url');
}

test('nothing of a person is left; structure, lengths and known numbers stay', () => {
  fc.assert(
    fc.property(fc.array(review, { minLength: 1, maxLength: 2 }), fc.nat(), (reviews, seed) => {
      const recording = recordingOf(reviews);
      const clean = sanitise(recording, { seed: `seed ${seed}`, anonymous: false });
      const written = JSON.stringify(clean.about) + Object.values(clean.bodies).join('\n') + shownText(clean);
      for (const original of reviews.flatMap(originalsOf))
        expect(encodingsOf(original).filter((form) => written.includes(form))).toEqual([]);
      expect(shapeOf(recordsIn(clean))).toEqual(shapeOf(recordsIn(recording)));
      expect(shapeOf(clean.list)).toEqual(shapeOf(recording.list));
      expect(recordsIn(clean).map(numbersOf)).toEqual(recordsIn(recording).map(numbersOf));
    }),
    { numRuns: 30 },
  );
});

test('the same person is the same in data, cards, markup and links', () => {
  const [one] = fc.sample(review, { numRuns: 1, seed: 7 });
  if (one === undefined) throw new Error('no sample');
  const clean = sanitise(recordingOf([one]), { seed: 'x', anonymous: false });
  const read = extractReview(recordsIn(clean)[0]);
  if (read === null) throw new Error('the record is none any more');
  expect(read.author.name).toHaveLength(one.author.name.length);
  expect(read.author.profileUrl).toContain(`/contrib/${read.author.id}`);
  expect(read.url).toContain(`!1s${read.id}!`);
  expect(shownText(clean)).toContain(JSON.stringify(read.id).slice(1, -1));
  expect(clean.about.link).toContain(read.id);
  expect(clean.cards[0]).toMatchObject({ id: read.id, author: read.author.name, text: read.text });
  expect(read).toMatchObject({
    stars: one.stars,
    likes: 7,
    language: 'pl',
    publishedAt: Math.floor(one.created / 1e6),
  });
});

test('an anonymous recording names the place no more, and its identifiers fit each other', () => {
  const [one] = fc.sample(review, { numRuns: 1, seed: 9 });
  if (one === undefined) throw new Error('no sample');
  const clean = sanitise(recordingOf([one]), { seed: 'x', anonymous: true });
  const written = JSON.stringify(clean);
  const half = place.featureId.split(':0x')[1] ?? '';
  for (const original of [place.featureId, half, BigInt(`0x${half}`).toString()])
    expect(written).not.toContain(original);
  expect(clean.about.anonymous).toBe(true);
  const shown = /0x0:0x([0-9a-f]+)/.exec(clean.bodies['01-batch.txt'] ?? '')?.[1] ?? '';
  expect(clean.about.link).toContain(shown);
});

/** A batch, a document with the same records inside, the rendered cards, and the link. */
function recordingOf(reviews: readonly InventedReview[]): Recording {
  const records = reviews.map((one) => recordA(place, one));
  const guarded = `)]}'\n${JSON.stringify([null, null, null, null, null, null, sparsePlace(records)])}`;
  const state = JSON.stringify([null, null, null, [null, null, null, null, null, null, guarded]])
    .replace(/</g, '\\u003c')
    .replace(/&/g, '\\u0026')
    .replace(/=/g, '\\u003d');
  const first = reviews[0];
  const html = `<!DOCTYPE html><html><head><title>Mapy</title><meta content="${attribute(first?.author.name ?? '')}" property="og:title"></head><body class="div"><script nonce="Zk3TjLr0aQ">window.APP_INITIALIZATION_STATE=${state};window.APP_FLAGS=[1];</script><a href="/maps/contrib/${first?.author.id}?q=${encodeURIComponent(first?.author.name ?? '')}">x</a></body></html>`;
  const link = String(extractReview(records[0])?.url);
  const part = { method: 'GET', status: 200, headers: {}, ms: 10 };
  return {
    about: {
      format: 1,
      kind: 'reviews',
      title: 'Recorded reviews',
      link,
      asked: link,
      url: link,
      provider: 'stand-in',
      anonymous: false,
      reviewed: false,
      recordedAt: '2026-11-22T12:00:00.000Z',
      versions: { node: '20', chromium: '156', placeLookup: '1' },
      locale: { language: 'pl', region: 'pl', timeZone: 'Europe/Warsaw' },
      review: null,
      consent: false,
      loadMs: 1,
      listEnd: 'end',
      omitted: {},
      parts: [
        { ...part, file: '00-document.html', kind: 'document', url: link },
        {
          ...part,
          file: '01-batch.txt',
          kind: 'batch',
          url: 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd',
        },
      ],
    },
    bodies: {
      '00-document.html': html,
      '01-batch.txt': frames([null, null, records.map((record) => [record]), null, null, true], 'x'),
    },
    state: null,
    cards: reviews.map((one, index) => ({
      id: reviewId(one.inner),
      author: one.author.name,
      profileUrl: `https://www.google.com/maps/contrib/${one.author.id}/reviews?hl=pl`,
      avatarUrl: one.author.avatar,
      authorLine: 'Lokalny\u00a0przewodnik · 12 opinii · 3 zdjęcia',
      starsLabel: `${one.stars} gwiazdki`,
      score: null,
      dateText: '2 lata temu',
      text: one.text,
      cutOff: false,
      photos: [`url("${one.photos[0]?.url}")`],
      reply: { text: one.reply?.text ?? null, dateText: 'rok temu' },
      likes: String(index),
      matched: {},
    })),
    panel: null,
    list: { tag: 'body', attributes: {}, children: records.map(treeOfCard) },
  };
}

/** A place array with its inline records at their place. places.md §6 */
function sparsePlace(records: readonly unknown[]): unknown[] {
  const array: unknown[] = Array(200).fill(null);
  array[10] = place.featureId;
  array[11] = place.name;
  const inline: unknown[] = Array(10).fill(null);
  inline[9] = [[records.map((record) => [record])]];
  array[175] = inline;
  return array;
}

/** The markup of a card as the browser has it, by a parser for this markup alone. */
function treeOfCard(record: unknown): DomNode {
  const html = reviewCard(
    { ...reviewModel(record as unknown[]), whole: true },
    { hotel: false },
    polishReviews,
  );
  const root = { tag: 'div', attributes: {} as Record<string, string>, children: [] as DomNode[] };
  const open = [root];
  const decoded = (part: string) =>
    part
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  for (const [, close, tag = '', attributes = '', inner = ''] of html.matchAll(
    /<(\/?)([a-z]+)((?:\s[^\s=]+="[^"]*")*)\s*>|([^<]+)/g,
  )) {
    if (inner !== '') open.at(-1)?.children.push(decoded(inner));
    else if (close === '/') open.pop();
    else {
      const pairs = [...attributes.matchAll(/([^\s=]+)="([^"]*)"/g)];
      const element = {
        tag,
        attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, decoded(value)])),
        children: [],
      };
      open.at(-1)?.children.push(element);
      if (tag !== 'img') open.push(element);
    }
  }
  return root;
}

function attribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

function originalsOf({ author, text: own, reply, inner, photos }: InventedReview): string[] {
  const lines = [own ?? '', reply?.text ?? ''].flatMap((whole) => whole.split('\n'));
  const tokens = [author.avatar, ...photos.map(({ url }) => url)].map(
    (url) => url?.split('/').at(-1)?.split('=')[0] ?? '',
  );
  return [author.name, author.id ?? '', inner, reviewId(inner), ...tokens, ...lines].filter(
    (one) => one.length >= 6,
  );
}

/** As JSON, as JSON in a JSON string, with escapes for scripts, in addresses, in HTML, as base64. */
function encodingsOf(original: string): string[] {
  const json = JSON.stringify(original).slice(1, -1);
  const inScript = (part: string) =>
    part.replace(/</g, '\\u003c').replace(/&/g, '\\u0026').replace(/=/g, '\\u003d');
  return [
    ...[
      original,
      json,
      inScript(json),
      JSON.stringify(json).slice(1, -1),
      inScript(JSON.stringify(json).slice(1, -1)),
    ],
    ...[encodeURIComponent(original), attribute(original), Buffer.from(original).toString('base64url')],
  ];
}

function recordsIn({ bodies }: Recording): unknown[] {
  const reading = readReviewsBatch(bodies['01-batch.txt'] ?? '');
  return reading.kind === 'batch' ? [...reading.batch.records] : [];
}

function shownText({ cards, list }: Recording): string {
  return JSON.stringify({ cards, list });
}

/** Left out of a recording, as unknown parameters of links are. */
const LEFT_OUT = new Set(['style', 'data-tooltip', 'data-photo-index']);

/** Arrays, flags, kinds, and strings by their length. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string' && /^(?:https:\/)?\/\S*$/.test(value)) return 'link';
  if (typeof value === 'string') return `${value.length} characters`;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? 'number' : value;
  const kept = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Everything a review says in numbers. */
function numbersOf(record: unknown): unknown {
  const read = extractReview(record);
  if (read === null) return null;
  const { stars, publishedAt, editedAt, likes, photoCount, placeCid, author } = read;
  const { totalReviews, totalPhotos, isLocalGuide, localGuideLevel } = author;
  return {
    stars,
    publishedAt,
    editedAt,
    likes,
    photoCount,
    placeCid,
    totalReviews,
    totalPhotos,
    isLocalGuide,
    localGuideLevel,
  };
}
