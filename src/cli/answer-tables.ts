import type { z } from 'zod';
import { yesOrNo } from '../contract/language.js';
import type { convertData, searchData } from '../contract/place.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import type { reviewDetailsData } from '../contract/review.js';
import { caveatText, noticeTexts, reasonText } from '../contract/texts/outcomes.js';
import { type PlaceRow, placeColumns } from '../lists/place-columns.js';
import type { Column } from '../lists/table.js';
import type { Table } from './output.js';
import type { Session } from './session.js';
import { cardText, indented, labelled, plainLine, starsText } from './text.js';

type Speaker = Pick<Session, 'language' | 'say'>;
type FieldValue = string | number | boolean | null | undefined;

/** One column for each field of an answer. */
function columnsOf<Row>(
  { language }: Speaker,
  fields: readonly (readonly [header: string, value: (row: Row) => FieldValue])[],
): Column<Row>[] {
  return fields.map(([header, read]) => ({
    header,
    value: (row) => {
      const value = read(row) ?? null;
      return typeof value === 'boolean' ? yesOrNo(language, value) : value;
    },
  }));
}

/** The card of a place, or its row. */
export function placeTable({ language, say }: Speaker): Table<PlaceRow> {
  return {
    name: say('Wizytówka', 'Place'),
    place: ([row]) => row?.details[PLACE_FIELDS.name] ?? null,
    columns: placeColumns(language),
    text: (row) => cardText(row, language),
    line: (row) => row,
  };
}

/** The place that a search found. */
export function searchTable(speaker: Speaker): Table<z.infer<typeof searchData>> {
  const { say } = speaker;
  return {
    name: 'Place ID',
    columns: columnsOf(speaker, [
      [say('Zapytanie', 'Query'), (row) => row.query],
      ['Place ID', (row) => row.place_id],
      [say('Rodzaj', 'Kind'), (row) => row.type],
    ]),
    text: (row) =>
      labelled([
        ['Place ID', row.place_id],
        [say('Rodzaj', 'Kind'), row.type],
      ]),
    line: (row) => row,
  };
}

/** A Place ID and the CID that belongs to it. */
export function convertTable(speaker: Speaker): Table<z.infer<typeof convertData>> {
  return {
    name: 'CID',
    columns: columnsOf(speaker, [
      ['Place ID', (row) => row.place_id],
      ['CID', (row) => row.cid],
      [speaker.say('Kierunek', 'Direction'), (row) => row.conversion_type],
    ]),
    text: (row) =>
      labelled([
        ['Place ID', row.place_id],
        ['CID', row.cid],
      ]),
    line: (row) => row,
  };
}

/** The details of one review. */
export function reviewDetailsTable(speaker: Speaker): Table<z.infer<typeof reviewDetailsData>> {
  const { say, language } = speaker;
  return {
    name: say('Opinia', 'Review'),
    columns: columnsOf(speaker, [
      [say('Link do opinii', 'Review link'), (row) => row.review_url],
      [say('Widoczna', 'Visible'), (row) => row.review_details.is_visible],
      [say('Powód', 'Reason'), (row) => reasonText(language, row.review_details.visibility_reason)],
      [say('Kod powodu', 'Reason code'), (row) => row.review_details.visibility_reason],
      [say('Autor', 'Author'), (row) => row.review_details.name],
      [say('Gwiazdki', 'Stars'), (row) => row.review_details.rating],
      [say('Data', 'Date'), (row) => row.review_details.date],
      [say('Treść opinii', 'Review text'), (row) => row.review_details.review_text],
      [say('Miejsce', 'Place'), (row) => row.review_details.place_name],
      ['Place ID', (row) => row.review_details.place_id],
      [say('Opinie autora', "Author's reviews"), (row) => row.review_details.reviewer_total_reviews],
      [
        say('Poziom przewodnika', 'Local guide level'),
        (row) => row.review_details.reviewer_local_guide_level,
      ],
      [say('Sprawdzono', 'Checked at'), (row) => row.extracted_at],
      [
        say('Komunikaty o miejscu', 'Notices about the place'),
        (row) => noticeTexts(language, row).join(' ') || null,
      ],
    ]),
    text: ({ review_details: review, extracted_at, notices }) =>
      [
        `${say('Widoczna', 'Visible')}: ${yesOrNo(language, review.is_visible)} – ${reasonText(language, review.visibility_reason)}`,
        ...(review.name === null ? [] : [`${plainLine(review.name)} ${starsText(review.rating)}`.trim()]),
        ...(review.review_text === null ? [] : [indented(review.review_text)]),
        labelled([
          [say('Data', 'Date'), review.date],
          [say('Miejsce', 'Place'), review.place_name],
          ['Place ID', review.place_id],
          [say('Sprawdzono', 'Checked at'), extracted_at],
        ]),
        ...noticeTexts(language, { notices }).map(plainLine),
        ...(review.is_visible ? [] : [caveatText(language, 'notShown')]),
      ].join('\n'),
    line: (row) => row,
  };
}
