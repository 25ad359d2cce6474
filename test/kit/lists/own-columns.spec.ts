import { serviceText } from '../../../src/core/texts/service-text.js';
import { resultColumns, slotsOf } from '../../../src/kit/lists/own-columns.js';
import { readText } from '../../../src/kit/lists/read-list.js';
import { expect, test } from '../../support/test.js';

const [A, B] = ['https://maps.app.goo.gl/Zmyslony1', 'https://maps.app.goo.gl/Zmyslony2'];

/** The headings and the first cells of the table that belongs to a list without results. */
function tableOf(text: string, width: number) {
  const { list, table } = readText(text, 'reviews');
  const columns = resultColumns(list, table, 'pl', serviceText).slice(0, width);
  const rows = slotsOf(list, table).map(({ own }) =>
    columns.map(({ value }) => value({ own, verdict: null })),
  );
  return [columns.map(({ header }) => header), ...rows];
}

test('own columns and rows stay beside the results, and a link that they hold is not repeated', () => {
  const text = `Klient;Link;Uwagi\nHotel;${A};pilne\nBar;;brak\nKino;${B};\n`;
  const [headings = [], ...rows] = tableOf(text, 4);
  expect(headings.slice(0, 3)).toEqual(['Klient', 'Link', 'Uwagi']);
  expect(headings[3]).not.toContain('Link');
  expect(rows.map(([client, link]) => [client, link])).toEqual([
    ['Hotel', A],
    ['Bar', ''],
    ['Kino', B],
  ]);
});
