import type { z } from 'zod';
import { isAppError } from '../core/errors.js';
import { cidOfFeature, parseCid } from '../core/identifiers/cid.js';
import { parsePlaceRef } from '../core/identifiers/classify.js';
import type { Language } from '../core/published/language.js';
import type { convertData, searchData } from '../core/published/place-answer.js';
import { PLACE_FIELDS } from '../core/published/place-fields.js';
import type { reviewDetailsData } from '../core/published/review-answer.js';
import { caveatText, noticeTexts, reasonText, visibleText } from '../core/texts/outcomes.js';
import { foundBy, type PlaceRow, placeColumns } from '../kit/lists/place-columns.js';
import { listTexts } from '../kit/lists/texts.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { type Field, openListing, type Table, tableOf } from '../kit/terminal/output.js';
import { cardText, indented, labelled, plainLine, starsText } from '../kit/terminal/plain-text.js';
import { placeIdQuery, placeQuery, reviewLink } from '../kit/terminal/query.js';
import { askService, lazily, type Session } from '../kit/terminal/session.js';
import type { CliTexts } from '../kit/terminal/texts.js';

const place = lazily(() => import('../core/published/place-answer.js'));
const reviewSchemas = lazily(() => import('../core/published/review-answer.js'));

/** `search QUERY`: the Place ID of a name, link, Place ID or CID. */
export async function search(session: Session, text: string): Promise<ExitCode> {
  const query = placeQuery(text, session.t);
  const data = await askService(session, { path: 'search', query: { query } }, place('searchData'));
  return printOne(session, data, searchTable(session));
}

/** `details PLACE_ID`: the details of a place. */
export async function details(session: Session, text: string): Promise<ExitCode> {
  const placeid = placeIdQuery(text, session.t);
  refuseName(session, placeid);
  const data = await askService(session, { path: 'details', query: { placeid } }, place('detailsData'));
  return printOne(session, data, placeTable(session));
}

/** Refuses names and links, and names the command `all`: the service would only say that this is not a Place ID. */
function refuseName({ t }: Session, text: string): void {
  try {
    parsePlaceRef(text);
  } catch (error) {
    if (!isAppError(error) || /^\s*(?:ChIJ|0x)/i.test(text) || text.trim() === '') return;
    const command = `place-lookup all "${plainLine(text).replaceAll('"', '')}"`;
    throw new ExitError(EXIT.usage, t('queries.notPlaceId', { text: plainLine(text), command }));
  }
}

/** `all QUERY`: search and details in one. */
export async function all(session: Session, text: string): Promise<ExitCode> {
  const url = placeQuery(text, session.t);
  const data = await askService(session, { path: 'all', query: { url } }, place('allData'));
  return printOne(session, data, placeTable(session));
}

/** `review URL`: the details of one review. */
export async function review(session: Session, text: string): Promise<ExitCode> {
  const url = reviewLink(text, session.t);
  const data = await askService(
    session,
    { path: 'review-details', query: { url } },
    reviewSchemas('reviewDetailsData'),
  );
  return printOne(session, data, reviewDetailsTable(session));
}

/** `convert ID`: Place ID or feature id → CID, computed without the service; CID → Place ID, by the service. */
export async function convert(session: Session, text: string): Promise<ExitCode> {
  const { cid, placeId } = readId(session, placeIdQuery(text, session.t));
  const data =
    placeId === null
      ? await askService(session, { path: 'convert', body: { cid } }, place('convertData'))
      : { cid, place_id: placeId, conversion_type: 'place_id_to_cid' as const };
  return printOne(session, data, convertTable(session));
}

function readId({ t }: Session, id: string): { cid: string; placeId: string | null } {
  const reading = parseCid(id);
  if (reading.ok) return { cid: reading.cid, placeId: null };
  if (/^(?:cid\s*:)?\s*\d+$/i.test(id.trim())) {
    throw new ExitError(EXIT.usage, t('queries.wrongCid', { reason: reading.reason.text }));
  }
  const { placeId, featureId } = placeRef(id, t);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid === null) throw new ExitError(EXIT.usage, t('queries.noCid'));
  return { cid, placeId };
}

function placeRef(id: string, t: CliTexts): ReturnType<typeof parsePlaceRef> {
  try {
    return parsePlaceRef(id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new ExitError(EXIT.usage, t('queries.wrongId', { reason: error.message }));
  }
}

type Speaker = Pick<Session, 'language' | 't'>;

/** A place as a card, or as a row. */
function placeTable({ language, t }: Speaker): Table<PlaceRow> {
  return {
    name: t('labels.place'),
    place: ([row]) => row?.details[PLACE_FIELDS.name] ?? null,
    columns: placeColumns(language),
    text: (row) => cardText(row, language),
    line: (row) => row,
  };
}

/** How a search found its place; of several places, with name and address of the first. */
export function searchedText(language: Language, { type, candidates = [] }: z.infer<typeof searchData>) {
  const [first] = candidates;
  const place = [first?.[PLACE_FIELDS.name], first?.[PLACE_FIELDS.address]].filter(Boolean).join(', ');
  return [foundBy(language, type, candidates.length), place].filter(Boolean).join(' – ');
}

/** The place that a search found. */
function searchTable({ language, t }: Speaker): Table<z.infer<typeof searchData>> {
  const fields: readonly Field<z.infer<typeof searchData>>[] = [
    ['Place ID', (row) => row.place_id],
    [t('labels.kind'), (row) => row.type],
    [listTexts(language)('column.found'), (row) => searchedText(language, row)],
  ];
  const { text } = tableOf('Place ID', fields);
  return tableOf('Place ID', [[t('labels.query'), (row) => row.query], ...fields], text);
}

/** A Place ID and the CID that belongs to it. */
function convertTable({ t }: Speaker): Table<z.infer<typeof convertData>> {
  const fields: readonly Field<z.infer<typeof convertData>>[] = [
    ['Place ID', (row) => row.place_id],
    ['CID', (row) => row.cid],
  ];
  const { text } = tableOf('CID', fields);
  return tableOf('CID', [...fields, [t('labels.direction'), (row) => row.conversion_type]], text);
}

/** The details of one review. */
function reviewDetailsTable({ t, language }: Speaker): Table<z.infer<typeof reviewDetailsData>> {
  return tableOf(
    t('labels.review'),
    [
      [t('labels.reviewLink'), (row) => row.review_url],
      [t('labels.isVisible'), (row) => visibleText(language, row.review_details)],
      [t('labels.reason'), (row) => reasonText(language, row.review_details.visibility_reason)],
      [t('labels.reasonCode'), (row) => row.review_details.visibility_reason],
      [t('labels.author'), (row) => row.review_details.name],
      [t('labels.stars'), (row) => row.review_details.rating],
      [t('labels.date'), (row) => row.review_details.date],
      [t('labels.reviewText'), (row) => row.review_details.review_text],
      [t('labels.placeName'), (row) => row.review_details.place_name],
      ['Place ID', (row) => row.review_details.place_id],
      [t('labels.authorReviews'), (row) => row.review_details.reviewer_total_reviews ?? null],
      [t('labels.guideLevel'), (row) => row.review_details.reviewer_local_guide_level ?? null],
      [t('labels.checkedAt'), (row) => row.extracted_at],
      [t('labels.notices'), (row) => noticeTexts(language, row).join(' ') || null],
    ],
    ({ review_details: review, extracted_at, notices }) =>
      [
        `${t('labels.isVisible')}: ${visibleText(language, review)} – ${reasonText(language, review.visibility_reason)}`,
        ...(review.name === null ? [] : [`${plainLine(review.name)} ${starsText(review.rating)}`.trim()]),
        ...(review.review_text === null ? [] : [indented(review.review_text)]),
        labelled([
          [t('labels.date'), review.date],
          [t('labels.placeName'), review.place_name],
          ['Place ID', review.place_id],
          [t('labels.checkedAt'), extracted_at],
        ]),
        ...noticeTexts(language, { notices }).map(plainLine),
        ...(review.is_visible ? [] : [caveatText(language, 'notShown')]),
      ].join('\n'),
  );
}

/** Writes one answer in the format of the session. Returns `EXIT.ok`. */
async function printOne<Row extends object>(
  session: Session,
  row: Row,
  table: Table<Row>,
): Promise<ExitCode> {
  const listing = openListing(session, table);
  await listing.add(row);
  await listing.end({ json: () => row });
  return EXIT.ok;
}
