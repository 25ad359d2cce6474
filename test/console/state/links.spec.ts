import { reasonTitle } from '../../../src/core/texts/outcomes.js';
import { countsOf, placeNamesOf, rowOf, shortName } from '../../../src/kit/ui/list/list-rows.js';
import { expect, test } from '../../support/test.js';
import { link, sampleCheckedReview, sampleFailure, samplePlaceRow, sampleVerdict } from '../samples.js';

// The rows of a list, without a browser.

const row = (line: object) => rowOf(line as Parameters<typeof rowOf>[0]);

test('a row without a result is never shown as hidden, and a link that may be incomplete is counted apart', () => {
  const url = link(1);
  const rows = [
    sampleVerdict(0, url),
    sampleVerdict(1, url, 'no_rating_section'),
    sampleVerdict(2, url, 'no_business_data'),
    sampleFailure(3, url, 'cut'),
    { type: 'open', index: 4, review_url: url },
    samplePlaceRow(6),
  ].map(row);
  expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(countsOf(rows)).toEqual({
    ...{ visible: 1, hidden: 1, unclear: 1, failed: 1, waiting: 1 },
    ...{ place: 1, several: 0, reviews: 0, none: 0 },
  });
});

test('the cell of the link is filled in, and the time of a result is that of the service', () => {
  const found = row({ ...sampleVerdict(0, link(1)), cells: ['Firma', null] });
  expect([found.cells, found.checkedAt]).toEqual([['Firma', link(1)], '2026-11-21 03:12:45']);
});

test('a place that one verdict names is known in the others', () => {
  const named = { ...sampleVerdict(0, link(1)), review: sampleCheckedReview('1') };
  const nameless = {
    ...sampleVerdict(1, link(2)),
    review: sampleCheckedReview('2', { place_name: null }),
  };
  const names = placeNamesOf([nameless, named].map(row));
  expect(names.get('ChIJJz6dChxbFkcRFk6Qq9KBXD8')).toBe('Pierogarnia Pod Zmyśloną Różą');
});

test('a long link is named by its host and the end of its id', () => {
  const long = `https://www.google.com/maps/reviews/data=${'!4m8!14m7'.repeat(9)}CAIQAC2xWU1FXdE%7C?hl=pl`;
  expect(shortName(long)).toBe('www.google.com/…QAC2xWU1FXdE');
  expect(shortName(link(1))).toBe('maps.app.goo.gl/Rev1');
  expect(shortName('Bar Pod Bardzo Długą Zmyśloną Nazwą przy Rynku')).toBe(
    'Bar Pod Bardzo Długą Zmyśloną Nazwą przy Rynku',
  );
});

test('each reason has a text in English', () => {
  const said = (reason: string) => reasonTitle('en', reason);
  expect(['no_business_card', 'no_business_data', 'no_rating'].map(said)).toEqual([
    'The page shows neither the place card nor the review',
    'The page opens without the data of the place: the link may be incomplete',
    'The page opens, but the review has no stars',
  ]);
});
