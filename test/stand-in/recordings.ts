import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import type { InventedReview } from '../../fixtures/provider/reviews/model.js';
import { inventedRecord } from '../../fixtures/provider/reviews/record.js';
import type { Recording } from '../../fixtures/record/recording.js';

// Small recordings with chosen contents, for the tests of the sanitiser.

const { place } = loadPlaceCase('place--hotel');
export const ACCOUNT = '112345678901234567890';
export const INNER = 'CAESABoWc3l0ZXN0aW5uZXJyZXZpZXdp';
const LINK = 'https://www.google.com/maps/place/X';

/** The record of one review, as the provider sends it. */
export function recordOf(name: string, text: string): unknown[] {
  const avatar = 'https://lh3.googleusercontent.com/a-/ALV-UjAbCdEfGhIjKlMnOpQrStUv12345=s120-c-rp-mo-br100';
  const author = { name, id: ACCOUNT, avatar, reviews: 12, photos: 3, guide: true, level: 4, badge: null };
  const moment = 1_700_000_000_000_000;
  const review = {
    ...{ inner: INNER, author, created: moment, edited: moment, stars: 2, score: null, text },
    ...{ translated: null, language: 'pl', photos: [], reply: null, likes: 1, spaced: false, partner: null },
  };
  return JSON.parse(JSON.stringify(inventedRecord(place, review as unknown as InventedReview)));
}

export const attribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Markup as a browser writes it. */
export const element = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly string[]
): string => {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
};

/** A recording with these bodies, whose names contain their kind: `0-payload.txt`. */
export function recordingOf(
  bodies: Readonly<Record<string, string>>,
  about: Partial<Recording['about']> = {},
  part: Partial<Recording['about']['parts'][number]> = {},
): Recording {
  const kindOf = (file: string) => /[a-z]+/.exec(file)?.[0] as 'payload';
  return {
    about: {
      ...{ kind: 'reviews', link: LINK, asked: LINK, url: LINK },
      ...{ provider: 'stand-in', recordedAt: '2026-11-22T12:00:00.000Z' },
      review: null,
      parts: Object.keys(bodies).map((file) => ({
        ...{ file, kind: kindOf(file), url: LINK, method: 'GET', status: 200, headers: {}, ...part },
      })),
      ...about,
    },
    ...{ bodies, state: null, cards: [], panel: null, list: null },
  };
}

/** All texts of a recording, as they are written to files. */
export const writtenTexts = (recording: Recording): string[] => [
  JSON.stringify({ ...recording, bodies: {} }),
  ...Object.values(recording.bodies),
];
