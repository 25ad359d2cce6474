import type { ReviewIdentity } from '../../../../src/core/identifiers/review-url.js';
import type { RawReviewPart, RawReviewView } from '../../../../src/core/provider/raw-state.js';
import { dataAnswer } from '../../../../src/core/provider/wire/envelope.js';
import {
  type AbsenceReason,
  contradictsItself,
  judgeAbsence,
  ownCard,
  type RawReviewPage,
  saysGone,
  showsInFull,
  showsReview,
} from '../../../../src/core/reviews/extractors/visibility.js';
import {
  type ReviewPageData,
  readReviewPageData,
} from '../../../../src/core/reviews/wire/review-page-data.js';
import { EMPTY_PART, EMPTY_REVIEW_VIEW } from '../../../support/page-states.js';
import { expect, test } from '../../../support/test.js';

const ID = 'ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAB';
const OTHER = 'ChdDSUhNMG9nS0VJQ0FnSUMtalBmSDVBRRAC';
const AUTHOR = '112233445566778899001';
const IDENTITY: ReviewIdentity = { reviewId: ID, authorId: null, cid: '2' };
const BY_AUTHOR: ReviewIdentity = { reviewId: null, authorId: AUTHOR, cid: '2' };
const card = (id: string, stars: string | null, more: Partial<RawReviewPart> = {}): RawReviewPart => ({
  ...EMPTY_PART,
  id,
  hasSection: true,
  stars,
  starLabels: stars === null ? [] : [stars],
  ...more,
});
const EMPTY: RawReviewView = { ...EMPTY_REVIEW_VIEW, cardHeading: 'Bar' };
const CARD: RawReviewView = { ...EMPTY, hasCard: true };
const data = (record: unknown, more: Partial<ReviewPageData> = {}): ReviewPageData => ({
  answer: [],
  record,
  featureId: '0x1:0x2',
  namesPlace: true,
  holdsPlace: true,
  otherCid: null,
  ...more,
});
const NO_PLACE = data(null, { featureId: null, namesPlace: false, holdsPlace: false });
const record = (stars: unknown, id = ID, cid = '0x0:0x2') => [
  id,
  [cid, null, 1, 1, [null, null, null, null, null, ['Ktoś', null, null, AUTHOR]]],
  [stars === null ? null : [stars]],
];
const raw = (of: ReviewPageData | null, view: RawReviewView | null, identity = IDENTITY): RawReviewPage => ({
  identity,
  data: of,
  view,
});

const ABSENCES: readonly [string, RawReviewPage, AbsenceReason][] = [
  ['no place in the data, no card', raw(NO_PLACE, EMPTY), 'no_business_data'],
  ['data, no card', raw(data(null), EMPTY), 'no_business_card'],
  ['the words are no card', raw(data(null), { ...EMPTY, saysGone: true }), 'no_business_card'],
  ['a card alone', raw(data(null), CARD), 'no_rating_section'],
  ['"no longer available"', raw(data(null), { ...CARD, saysGone: true }), 'no_rating_section'],
  [
    'cards of other reviews below',
    raw(data(null), { ...CARD, cards: [card(OTHER, '5 gwiazdek')] }),
    'no_rating_section',
  ],
  ['a section without stars', raw(data(record(null)), { ...CARD, cards: [card(ID, null)] }), 'no_rating'],
];

for (const [name, page, reason] of ABSENCES)
  test(`gives the reason of an absence by the part of the review that is missing: ${name}`, () => {
    expect(judgeAbsence(page)).toEqual({ reason });
    expect(showsReview(page)).toBe(false);
  });

const SIGHTINGS: readonly [string, RawReviewPage][] = [
  ['the record, nothing drawn', raw(data(record(3)), null)],
  ['its own card with stars', raw(data(null), { ...CARD, cards: [card(ID, '4 gwiazdki')] })],
  ['a hotel score', raw(data(null), { ...CARD, cards: [card(ID, '5/5')] })],
  ['a partner score', raw(data(null), { ...CARD, cards: [card(ID, '8,4/10')] })],
  ['words before the stars', raw(data(null), { ...CARD, cards: [card(ID, 'Ocena: 5 gwiazdek')] })],
  ['no data, its own card', raw(null, { ...CARD, cards: [card(ID, '5 gwiazdek')] })],
  ['the record of the author asked for', raw(data(record(3)), null, BY_AUTHOR)],
];

for (const [name, page] of SIGHTINGS)
  test(`one record or card of the review with stars is a sighting: ${name}`, () => {
    expect(showsReview(page)).toBe(true);
  });

const CONTRADICTIONS: readonly [string, RawReviewPage][] = [
  [
    'stars that belong to no card',
    raw(data(null), { ...CARD, loose: { ...EMPTY_PART, starLabels: ['5 gwiazdek'] } }),
  ],
  [
    'a section that belongs to no card',
    raw(data(null), { ...CARD, loose: { ...EMPTY_PART, hasSection: true } }),
  ],
  [
    'a contributor outside all cards',
    raw(data(null), { ...CARD, loose: { ...EMPTY_PART, authorIds: ['1'] } }),
  ],
  ['its card without stars, no record', raw(data(null), { ...CARD, cards: [card(ID, null)] })],
  ['its id on the page', raw(data(null), { ...CARD, mentionsReview: true })],
  ['a record that is not shown', raw(data(record(null)), CARD)],
  ['stars of the record nobody can read', raw(data(record('x')), { ...CARD, cards: [card(ID, null)] })],
  ['another record', raw(data(record(5, OTHER)), CARD)],
  ['another record beside its card', raw(data(record(null, OTHER)), { ...CARD, cards: [card(ID, null)] })],
  ["another author's record of the place", raw(data(record(5)), CARD, { ...BY_AUTHOR, authorId: '1' })],
  [
    'stars that the rules do not find on its card',
    raw(data(record(null)), { ...CARD, cards: [card(ID, null, { starLabels: ['5 gwiazdek'] })] }),
  ],
  [
    'its stars outside a rating section',
    raw(data(null), { ...CARD, cards: [card(ID, '5 gwiazdek', { hasSection: false })] }),
  ],
  ['its stars without the card of the place', raw(data(null), { ...EMPTY, cards: [card(ID, '5 gwiazdek')] })],
  ['something else in the record slot', raw(data('x'), CARD)],
  ['a card without any place in the data', raw(NO_PLACE, CARD)],
  ['data about several other places', raw(data(null, { namesPlace: false }), CARD)],
  ['no data', raw(null, CARD)],
  ['no page', raw(data(null), null)],
];

for (const [name, page] of CONTRADICTIONS)
  test(`a page that contradicts itself is neither a sighting nor an absence: ${name}`, () => {
    expect(showsReview(page)).toBe(false);
    expect(judgeAbsence(page)).toEqual({ contradiction: expect.any(String) });
  });

test('the stars of another review are not a sighting', () => {
  const byAuthor = { reviewId: null, authorId: AUTHOR, cid: '2' };
  const others = [card(OTHER, '5 gwiazdek', { authorIds: ['1'] })];
  expect(showsReview(raw(data(null), { ...CARD, cards: others }))).toBe(false);
  expect(showsReview(raw(data(null), { ...CARD, cards: others }, byAuthor))).toBe(false);
});

const PLACE_9 = 'https://www.google.com/maps/place/X/data=!4m2!3m1!1s0x1:0x3f5c81d2ab904e16?hl=pl';
const ELSEWHERE: readonly [string, RawReviewPage][] = [
  ['the card', raw(data(null), { ...CARD, placeHref: PLACE_9 })],
  ['the data', raw(data(null, { namesPlace: false, otherCid: '4565666864068316694' }), CARD)],
  ["the author's record", raw(data(record(5, OTHER, '0x0:0x3f5c81d2ab904e16')), CARD, BY_AUTHOR)],
];

for (const [name, page] of ELSEWHERE)
  test(`names the other place of a page that is about another place: ${name}`, () => {
    expect(showsReview(page)).toBe(false);
    expect(judgeAbsence(page)).toEqual({ elsewhere: '4565666864068316694' });
  });

test('stars on a page about another place are a contradiction', () => {
  const view = { ...CARD, placeHref: PLACE_9, loose: { ...EMPTY_PART, starLabels: ['5 gwiazdek'] } };
  expect(judgeAbsence(raw(data(null), view))).toHaveProperty('contradiction');
});

const authorsCard = (more: Partial<RawReviewPart> = {}) => ({
  ...CARD,
  cards: [card(OTHER, '5 gwiazdek', { authorIds: [AUTHOR], author: 'Ktoś', text: 'Inna opinia', ...more })],
});

test("a card by the author is a sighting only with the author's record of the place", () => {
  for (const of of [null, data(null), data(null, { namesPlace: false }), data(record(5, OTHER, '0x0:0x9'))]) {
    const page = raw(of, authorsCard(), BY_AUTHOR);
    expect(showsReview(page)).toBe(false);
    expect(ownCard(page)).toBeNull();
  }
  expect(judgeAbsence(raw(data(null), authorsCard(), BY_AUTHOR))).toHaveProperty('contradiction');
});

test("the card of an author's record is the card with its id, or a card without an id", () => {
  expect(showsReview(raw(data(record(5)), authorsCard(), BY_AUTHOR))).toBe(true);
  // The card of another review by the same author.
  expect(ownCard(raw(data(record(5)), authorsCard(), BY_AUTHOR))).toBeNull();
  const own = authorsCard({ id: ID, text: 'Własna opinia' });
  expect(ownCard(raw(data(record(5)), own, BY_AUTHOR))).toMatchObject({ text: 'Własna opinia' });
  const unnamed = authorsCard({ id: null, text: 'Bez numeru' });
  expect(ownCard(raw(data(record(5)), unnamed, BY_AUTHOR))).toMatchObject({ text: 'Bez numeru' });
});

test('the requested author on the page does not contradict an absence; another author does', () => {
  const view = { ...CARD, loose: { ...EMPTY_PART, authorIds: [AUTHOR] } };
  expect(judgeAbsence(raw(data(null), view, BY_AUTHOR))).toEqual({ reason: 'no_rating_section' });
  expect(judgeAbsence(raw(data(null), view))).toHaveProperty('contradiction');
  const another = { ...CARD, loose: { ...EMPTY_PART, authorIds: ['1'] } };
  expect(judgeAbsence(raw(data(null), another, BY_AUTHOR))).toHaveProperty('contradiction');
});

test('saysGone reads the words on the page of a link by its author', () => {
  const view = { ...CARD, saysGone: true, loose: { ...EMPTY_PART, authorIds: [AUTHOR] } };
  expect(saysGone(raw(data(null), view, BY_AUTHOR))).toBe(true);
});

test('a record contradicts the words that the review is gone, unless its card is shown', () => {
  const words = { ...CARD, saysGone: true };
  expect(contradictsItself(raw(data(record(5)), words))).toBe(true);
  expect(contradictsItself(raw(data(record(null)), words))).toBe(true);
  expect(contradictsItself(raw(data(null), words))).toBe(false);
  expect(contradictsItself(raw(data(record(5)), CARD))).toBe(false);
  // Words elsewhere on the page, beside the review itself.
  const shown = { ...words, cards: [card(ID, '5 gwiazdek')] };
  expect(contradictsItself(raw(data(record(5)), shown))).toBe(false);
});

test('showsInFull needs the card of the place, the rating section and the record', () => {
  const view = { ...CARD, cards: [card(ID, '5 gwiazdek')] };
  expect(showsInFull(raw(data(record(5)), view))).toBe(true);
  expect(showsInFull(raw(data(null), view))).toBe(false);
  expect(showsInFull(raw(data(record(5)), { ...view, hasCard: false }))).toBe(false);
  expect(showsInFull(raw(data(record(5)), CARD))).toBe(false);
});

test('saysGone is false while any part of a review is shown', () => {
  const words = { ...CARD, saysGone: true };
  expect(saysGone(raw(data(null), words))).toBe(true);
  expect(saysGone(raw(data(null), { ...words, cards: [card(ID, null)] }))).toBe(false);
  expect(saysGone(raw(data(null), { ...words, loose: { ...EMPTY_PART, hasSection: true } }))).toBe(false);
});

const answer = (...slots: unknown[]) =>
  answerWith([...slots, ...Array<null>(Math.max(0, 8 - slots.length)).fill(null)]);
const answerWith = (slots: readonly unknown[]) => dataAnswer(`)]}'\n${JSON.stringify(slots)}`);

test('reads the place with the requested CID from a data answer that names several', () => {
  const body = answer(null, ['0x1:0x2', 'Inny'], [['0x3:0x4', 'Właściwy']]);
  expect(readReviewPageData(body, '4')).toMatchObject({ featureId: '0x3:0x4', namesPlace: true });
  expect(readReviewPageData(body, '9')).toMatchObject({
    featureId: null,
    namesPlace: false,
    holdsPlace: true,
  });
  expect(readReviewPageData(body, null)).toMatchObject({ featureId: null, namesPlace: false });
});

test('names the only other place of a data answer', () => {
  expect(readReviewPageData(answer('0x1:0x2'), '4')).toMatchObject({ otherCid: '2', namesPlace: false });
  expect(readReviewPageData(answer('0x1:0x2', '0x3:0x4'), '9')).toMatchObject({ otherCid: null });
  expect(readReviewPageData(answer('0x1:0x4'), '4')).toMatchObject({ otherCid: null, namesPlace: true });
});

test('accepts an answer without trailing empty slots if it names the requested place', () => {
  expect(readReviewPageData(answerWith([null, '0x0:0x4']), '4')).toMatchObject({
    record: undefined,
    namesPlace: true,
  });
  expect(readReviewPageData(answerWith([null, '0x0:0x5']), '4')).toBeNull();
  expect(readReviewPageData(answerWith([null, '0x0:0x4']), null)).toBeNull();
});

test('a CID alone names the place', () => {
  expect(readReviewPageData(answer('0x0:0x4'), '4')).toMatchObject({ featureId: null, namesPlace: true });
  expect(readReviewPageData(answer(['4']), '4')).toMatchObject({ namesPlace: true });
  expect(readReviewPageData(answer('x'), '4')).toMatchObject({ namesPlace: false, holdsPlace: false });
});

test('a body without data is not an answer', () => {
  const blocked = '[null,null,null,null,null,true]';
  const empty = JSON.stringify(Array(12).fill(null));
  for (const body of ['[]', 'null', blocked, empty, '{"error":{}}', '', '[null,[', '<p>', '5']) {
    expect(readReviewPageData(dataAnswer(body), null), body).toBeNull();
    expect(readReviewPageData(dataAnswer(`)]}'\n${body}`), null), body).toBeNull();
  }
});
