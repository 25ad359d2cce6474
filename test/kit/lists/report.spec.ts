import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import type { Language } from '../../../src/core/published/language.js';
import { serviceText } from '../../../src/core/texts/service-text.js';
import type { CheckedReview, Verdict } from '../../../src/kit/lists/checked-links.js';
import { type ReportRow, reportBlob } from '../../../src/kit/page/list-report.js';
import { expect, test } from '../../support/test.js';
import { withUtc } from '../../support/with-utc.js';

// The workbook that a user hands to a client or a lawyer.

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const REVIEW: CheckedReview = {
  author_name: 'Zdzisława Nibylska',
  stars: 2,
  date: '2026-08-17',
  is_edited: false,
  edited_date: null,
  place_name: 'Żurkownia „Zażółć”',
  place_id: 'ChIJ0Ne3fj76vEcRw0roWQNFjN0',
  text_excerpt: 'Zimny żurek.',
  review_text: 'Zimny żurek.',
};
const row = (url: string, verdict: Partial<Verdict>, earlier: ReportRow['earlier'] = null): ReportRow => ({
  url,
  earlier,
  result: {
    type: 'result',
    index: 0,
    review_url: url,
    is_visible: true,
    visibility_reason: 'visible',
    checked_at: '2026-11-22 22:55:10',
    checked_at_utc: '2026-11-22T21:55:10Z',
    review: REVIEW,
    ...verdict,
  },
});
const hidden = { is_visible: false, visibility_reason: 'no_rating_section', review: null } as const;

async function sheetsOf(rows: readonly ReportRow[], language: Language = 'pl') {
  const bytes = Buffer.from(await (await reportBlob(rows, language, serviceText)).arrayBuffer());
  const [reviews, notes] = await readXlsxFile(bytes);
  const cellsOf = (sheet: typeof reviews) => sheet?.data ?? [];
  return { bytes, names: [reviews?.sheet, notes?.sheet], rows: cellsOf(reviews), notes: cellsOf(notes) };
}
/** The cells of the only row. */
const onlyRow = async (only: ReportRow) => (await sheetsOf([only])).rows[1] ?? [];

test('each client of a list has a sheet of its own', async () => {
  const own = [
    ['Ola', 'Bar [A/B] z bardzo długą nazwą klienta'],
    ['Jan', ''],
    ['Ewa', 'bar c'],
    ['Iza', 'Bar [A/B] z bardzo długą nazwą klienta'],
    ['Jan', 'Bar C'],
  ];
  const rows = own.map((cells, index) => ({ ...row(`${A}${index}`, {}), own: cells }));
  const sheets = async (headings: readonly string[], some: readonly ReportRow[]) =>
    readXlsxFile(Buffer.from(await (await reportBlob(some, 'pl', serviceText, headings)).arrayBuffer()));
  const clients = rows.map(({ own: [name = '', client = ''], ...one }) => ({ ...one, own: [client, name] }));
  const [all, , ...ofClients] = await sheets(['Klient', 'Kto'], clients);
  expect(all?.data).toHaveLength(6);
  expect(ofClients.map(({ sheet }) => sheet)).toEqual([
    '1 Bar  A B  z bardzo długą nazw',
    '2 bar c',
    '3 Bar C',
  ]);
  expect(ofClients.map(({ data }) => data.slice(1).map((cells) => cells.slice(0, 3)))).toEqual([
    [
      [1, own[0]?.[1], 'Ola'],
      [2, own[3]?.[1], 'Iza'],
    ],
    [[1, 'bar c', 'Ewa']],
    [[1, 'Bar C', 'Jan']],
  ]);
  // One client, or a column in which each row differs, needs no sheets.
  expect(
    await sheets(
      ['Klient', 'Lp.'],
      [
        { ...row(A, {}), own: ['A', 1] },
        { ...row(`${A}1`, {}), own: ['A', 2] },
      ],
    ),
  ).toHaveLength(2);
});

test('a report has ten columns in words, and no codes', async () => {
  const { names, rows } = await sheetsOf([row(A, {})]);
  expect(names).toEqual(['Opinie', 'Jak sprawdzono']);
  expect(rows).toEqual([
    [
      ...['Lp.', 'Miejsce', 'Autor', 'Gwiazdki', 'Data opinii', 'Treść opinii', 'Wynik'],
      ...['Co pokazała strona', 'Sprawdzono', 'Link do opinii'],
    ],
    [
      ...[1, 'Żurkownia „Zażółć”', 'Zdzisława Nibylska', 2, new Date(Date.UTC(2026, 7, 17)), 'Zimny żurek.'],
      ...['Widoczna', 'Opinia jest widoczna.', '22.11.2026, 22:55:10 (UTC+01:00)', A],
    ],
  ]);
});

test('a review that is not shown has the data of the earlier check, and says so', async () => {
  const earlier = { review: REVIEW, checkedAt: '2026-11-15 10:00:00' };
  const cells = await onlyRow(row(A, hidden, earlier));
  expect(cells.slice(1, 4)).toEqual(['Żurkownia „Zażółć”', 'Zdzisława Nibylska', 2]);
  expect(cells.slice(6, 8)).toEqual([
    'Niewidoczna',
    'Wizytówka jest, opinii nie ma. Miejsce, autor, gwiazdki, data i treść pochodzą ze sprawdzenia z 15.11.2026, 10:00:00, kiedy opinia była widoczna.',
  ]);
  // A check that saw the review needs no earlier data.
  expect((await onlyRow(row(A, {}, earlier)))[7]).toBe('Opinia jest widoczna.');
});

test('unknown values are named as unknown', async () => {
  expect((await onlyRow(row(A, hidden))).slice(1, 6)).toEqual(Array(5).fill('brak danych'));
  expect((await onlyRow(row(A, {})))[8]).toBe('22.11.2026, 22:55:10 (UTC+01:00)');
});

test('a report says when only the beginning of a text was read', async () => {
  const textOf = async (review: Partial<CheckedReview>) =>
    (await onlyRow(row(A, { review: { ...REVIEW, ...review } })))[5];
  const long = 'Długa opinia. '.repeat(20).trim();
  const start = long.slice(0, 200);
  expect(await textOf({ review_text: long, text_excerpt: start })).toBe(long);
  expect(await textOf({ review_text: null, text_excerpt: start })).toBe(
    `${start}… [dalszej części nie odczytano]`,
  );
  // Jobs have the beginning alone.
  expect(await textOf({ review_text: undefined, text_excerpt: 'Krótka.' })).toBe('Krótka.');
  expect(await textOf({ review_text: '', text_excerpt: '' })).toBe('(opinia bez treści)');
  expect(await textOf({ review_text: null, text_excerpt: null })).toBe('brak danych');
});

test('links without a result have their reason, and a repeated link has one row', async () => {
  const error = {
    ...{ code: 'overloaded', message: 'Something new.' },
    reason: 'too_many_waiting',
    values: {},
  };
  const failed: ReportRow = {
    url: `${A}B`,
    earlier: null,
    result: { type: 'error', index: 1, review_url: `${A}B`, error },
  };
  const { rows, notes } = await sheetsOf([
    row(A, {}),
    failed,
    row(A, {}),
    { url: `${A}C`, earlier: null, result: null },
  ]);
  expect(rows.slice(1).map((cells) => [cells[0], cells[6], cells[7], cells[8]])).toEqual([
    [1, 'Widoczna', 'Opinia jest widoczna.', '22.11.2026, 22:55:10 (UTC+01:00)'],
    [2, 'Bez wyniku', 'Zbyt wiele zapytań już czeka. Spróbuj ponownie za chwilę.', null],
    [3, 'Niesprawdzona', null, null],
  ]);
  expect(notes).toContainEqual([
    'Ile opinii?',
    'Opinie: 3. Widoczne: 1, niewidoczne: 0, link do sprawdzenia: 0, bez wyniku: 1, niesprawdzone: 1.',
  ]);
});

for (const language of ['pl', 'en'] as const) {
  test(`the second sheet says how and when it was checked, and what it does not prove: ${language}`, async () => {
    const first = row(A, withUtc({ checked_at: '2026-11-22 09:00:00' }));
    const { notes } = await sheetsOf([row(`${A}B`, hidden), first], language);
    const text = notes.flat().join('\n');
    expect(text).toContain(language === 'pl' ? 'Od 22.11.2026, 09:00:00' : 'From 2026-11-22, 09:00:00');
    expect(text).toContain(
      language === 'pl' ? '„Niewidoczna” nie znaczy „usunięta”' : '"Not visible" does not mean "removed"',
    );
    // A fact, not a cause: no result says that a review was removed.
    expect(text.match(/usunięt|removed/g)).toHaveLength(1);
    expect(text).not.toMatch(/no_[a-z]|provider_|ChIJ/);
  });
}

test('both sheets can be printed: long texts wrap, and the headings are on each page', async () => {
  const { bytes } = await sheetsOf([row(A, {})]);
  const files = unzipSync(new Uint8Array(bytes));
  const text = (name: string) => strFromU8(files[`xl/${name}`] ?? new Uint8Array());
  expect(text('workbook.xml')).toContain("'Opinie'!$1:$1</definedName>");
  expect(text('workbook.xml')).toContain('localSheetId="1">\'Jak sprawdzono\'!$1:$1</definedName>');
  // Excel repairs a sheet whose parts are in another order.
  expect(text('worksheets/sheet1.xml').replace(/<(\w+)[^>]*>/g, '<$1>')).toMatch(
    /^<\?xml.*\s<worksheet><sheetPr>.*<\/sheetPr><sheetViews>.*<cols>.*<sheetData>.*<\/sheetData><autoFilter><hyperlinks>.*<\/hyperlinks><pageMargins><pageSetup><headerFooter>/,
  );
  expect(text('worksheets/sheet2.xml')).not.toContain('autoFilter');
  // LibreOffice gives rows without a height a single line, and prints their texts over each other.
  const heights = [...text('worksheets/sheet2.xml').matchAll(/<row r="\d+" ht="(\d+)">/g)];
  expect(heights.map(([, points]) => Number(points))).toEqual(expect.arrayContaining([15, 30, 45]));
  expect(text('styles.xml').match(/wrapText="1"/g)).toHaveLength(4);
});
