import type { z } from 'zod';
import { isAppError } from '../contract/errors.js';
import { yesOrNo } from '../contract/language.js';
import { allData, convertData, detailsData, searchData } from '../contract/place.js';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import { reviewDetailsData } from '../contract/review.js';
import { caveatText, noticeTexts, reasonText } from '../contract/texts/outcomes.js';
import { cidOfFeature, parseCid } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import { type PlaceRow, placeColumns } from '../lists/place-columns.js';
import type { Column } from '../lists/table.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { printOne, type Table } from './output.js';
import { placeIdQuery, placeQuery, reviewLink } from './query.js';
import { guardOf, type Say, type Session } from './session.js';
import { cardText, indented, labelled, plainLine, starsText } from './text.js';

/** `search QUERY`: the Place ID of a name, link, Place ID or CID. */
export async function search(session: Session, text: string): Promise<ExitCode> {
  const query = placeQuery(text, session.say);
  const data = await session.api.data(
    { path: 'search', query: { query }, signal: session.signal },
    guardOf(searchData),
  );
  return printOne(session, data, searchTable(session));
}

/** `details PLACE_ID`: the details of a place. */
export async function details(session: Session, text: string): Promise<ExitCode> {
  const placeid = placeIdQuery(text, session.say);
  refuseName(session, placeid);
  const data = await session.api.data(
    { path: 'details', query: { placeid }, signal: session.signal },
    guardOf(detailsData),
  );
  return printOne(session, data, placeTable(session));
}

/** Names and links are for `all`; the service would only say that this is no Place ID. @throws ExitError */
function refuseName({ say }: Session, text: string): void {
  try {
    parsePlaceRef(text);
  } catch (error) {
    if (!isAppError(error) || /^\s*(?:ChIJ|0x)/i.test(text) || text.trim() === '') return;
    const command = `place-lookup all "${plainLine(text).replaceAll('"', '')}"`;
    throw new ExitError(
      EXIT.usage,
      say(
        `Polecenie details przyjmuje Place ID, a „${plainLine(text)}” nim nie jest. Nazwę, link lub CID przyjmuje: ${command}`,
        `details takes a Place ID, and '${plainLine(text)}' is none. For a name, link or CID: ${command}`,
      ),
    );
  }
}

/** `all QUERY`: search and details in one. */
export async function all(session: Session, text: string): Promise<ExitCode> {
  const url = placeQuery(text, session.say);
  const data = await session.api.data(
    { path: 'all', query: { url }, signal: session.signal },
    guardOf(allData),
  );
  return printOne(session, data, placeTable(session));
}

/** `review URL`: the details of one review. */
export async function review(session: Session, text: string): Promise<ExitCode> {
  const url = reviewLink(text, session.say);
  const data = await session.api.data(
    { path: 'review-details', query: { url }, signal: session.signal },
    guardOf(reviewDetailsData),
  );
  return printOne(session, data, reviewDetailsTable(session));
}

/** `convert ID`: Place ID or feature id → CID, computed without the service; CID → Place ID, by the service. */
export async function convert(session: Session, text: string): Promise<ExitCode> {
  const { cid, placeId } = readId(session, placeIdQuery(text, session.say));
  const data =
    placeId === null
      ? await session.api.data(
          { path: 'convert', body: { cid }, signal: session.signal },
          guardOf(convertData),
        )
      : { cid, place_id: placeId, conversion_type: 'place_id_to_cid' as const };
  return printOne(session, data, convertTable(session));
}

function readId({ say }: Session, id: string): { cid: string; placeId: string | null } {
  const reading = parseCid(id);
  if (reading.ok) return { cid: reading.cid, placeId: null };
  if (/^\s*(cid\s*:)?\s*\d+\s*$/i.test(id)) {
    const inPolish = 'CID ma od 14 do 20 cyfr i jest liczbą od 1 do 18446744073709551615.';
    throw new ExitError(EXIT.usage, say(inPolish, reading.reason));
  }
  const { placeId, featureId } = placeRef(id, say);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid === null) {
    const message = say('Ten Place ID nie zawiera numeru CID.', 'This Place ID contains no CID.');
    throw new ExitError(EXIT.usage, message);
  }
  return { cid, placeId };
}

function placeRef(id: string, say: Say): ReturnType<typeof parsePlaceRef> {
  try {
    return parsePlaceRef(id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const inPolish =
      'To nie jest Place ID ani CID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); ' +
      'wielkość liter ma znaczenie. CID ma od 14 do 20 cyfr. Można też podać identyfikator w postaci 0x…:0x….';
    throw new ExitError(EXIT.usage, say(inPolish, error.message));
  }
}

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
function placeTable({ language, say }: Speaker): Table<PlaceRow> {
  return {
    name: say('Wizytówka', 'Place'),
    place: ([row]) => row?.details[PLACE_FIELDS.name] ?? null,
    columns: placeColumns(language),
    text: (row) => cardText(row, language),
    line: (row) => row,
  };
}

/** The place that a search found. */
function searchTable(speaker: Speaker): Table<z.infer<typeof searchData>> {
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
function convertTable(speaker: Speaker): Table<z.infer<typeof convertData>> {
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
function reviewDetailsTable(speaker: Speaker): Table<z.infer<typeof reviewDetailsData>> {
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
