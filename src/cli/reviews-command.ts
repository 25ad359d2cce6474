import { clientFailure, RequestFailed } from '../core/published/failure.js';
import type { ReviewsSummary } from '../core/published/lines.js';
import { PLACE_FIELDS } from '../core/published/place-fields.js';
import { isIdentifier } from '../kit/lists/links-in-lists.js';
import { isAsAsked, type ListCover, listColumns } from '../kit/lists/list-columns.js';
import {
  placeNameColumns,
  type ReviewedPlace,
  type ReviewRow,
  reviewColumns,
} from '../kit/lists/review-columns.js';
import { type Column, momentColumns, wallClock } from '../kit/lists/table.js';
import { EXIT, type ExitCode } from '../kit/terminal/exit.js';
import { openListing } from '../kit/terminal/output.js';
import { placeIdQuery } from '../kit/terminal/query.js';
import { reviewText, summaryText } from '../kit/terminal/review-text.js';
import { runToEnd } from '../kit/terminal/run-to-end.js';
import { askService, guardOf, lazily, type Session } from '../kit/terminal/session.js';
import { searchedText } from './lookup-commands.js';

const placeSchema = lazily(() => import('../core/published/place-answer.js'));
const listSchema = lazily(() => import('../core/published/place-reviews-answer.js'));

interface ReviewsOptions {
  readonly maxPages?: string;
  readonly minStars?: string;
  readonly maxStars?: string;
  readonly since?: string;
}

/**
 * `reviews PLACE`: writes the reviews of a place as they are read. Returns `EXIT.incomplete` when reviews are, or
 * may be, missing.
 * @throws ExitError or RequestFailed when the list breaks off
 */
export async function reviews(session: Session, text: string, options: ReviewsOptions): Promise<ExitCode> {
  const { api, t, note, progress, signal } = session;
  const placeId = await placeIdOf(session, placeIdQuery(text, t));
  const isTable = session.format.kind === 'csv' || session.format.kind === 'xlsx';
  const place = isTable ? await reviewedPlace(session, placeId) : null;
  let summary = null as ReviewsSummary | null;
  let count = 0;
  let progressed: Pick<ReviewsSummary, 'reviews_read' | 'total_reviews'> | null = null;
  const cover = (): Cover => ({
    ...(summary ?? {
      ...(progressed ?? { reviews_read: count, total_reviews: null }),
      ...{ reviews_count: count, complete: false, stop_reason: null },
    }),
    at: new Date(),
  });
  const told = (read: ReviewsSummary) => summaryText(read, session, wallClock(new Date()) ?? '');
  // Null is the row of a list without reviews.
  const listing = openListing<ReviewRow | null>(session, {
    name: t('reviews.title'),
    place: () => place?.name ?? null,
    columns: rowColumns(session, place, cover),
    isKnownAtEnd: true,
    first: () => ({ name: t('places.title'), columns: firstColumns(session, place, cover) }),
    text: (review) => (review === null ? '' : reviewText(review, t)),
    line: (review) => ({ type: 'review', review }),
  });
  const query = {
    placeid: placeId,
    max_pages: options.maxPages,
    min_stars: options.minStars,
    max_stars: options.maxStars,
    since: options.since,
  };
  await runToEnd(session, {
    work: async () => {
      const request = { path: 'place-reviews', query, signal };
      for await (const line of api.lines(request, guardOf(listSchema('placeReviewsLine')))) {
        if (line.type === 'review') {
          await listing.add(line.review);
          count += 1;
        } else if (line.type === 'progress') {
          progressed = line;
          progress.show(t('reviews.progress'), line.reviews_read, line.total_reviews ?? line.reviews_read);
        } else summary = line;
      }
      if (summary === null) throw new RequestFailed(clientFailure('cut'));
    },
    finish: async (failed) => {
      // A request that failed at once has no output.
      if (summary === null && count === 0) return false;
      if (isTable && count === 0) await listing.add(null);
      const { type, ...totals } = summary ?? { ...UNFINISHED, reviews_count: count };
      await listing.end({
        json: (rows) => ({ ...failed, ...totals, reviews: rows }),
        line: summary,
        text: summary === null ? t('reviews.incomplete') : told(summary),
      });
      return true;
    },
  });
  if (summary === null) return EXIT.incomplete;
  if (!summary.complete && session.format.kind !== 'text') note(told(summary));
  return isAsAsked(summary, options.maxPages !== undefined) ? EXIT.ok : EXIT.incomplete;
}

/** How far the list was read, and when it ended. */
type Cover = ListCover & { readonly at: Date };

/** The columns of a row: the review, the place, and how far the list was read. */
function rowColumns(
  session: Session,
  place: ReviewedPlace | null,
  cover: () => Cover,
): Column<ReviewRow | null>[] {
  // The row of a list without reviews also has the place.
  const ofReview = reviewColumns(session.language).map(
    ({ value, ...column }): Column<ReviewRow | null> => ({
      ...column,
      value: (review) => (review === null ? null : value(review)),
    }),
  );
  return [...ofReview, ...firstColumns(session, place, cover)];
}

/** The columns of the place, and of how far its list was read. */
function firstColumns(
  { language, t }: Session,
  place: ReviewedPlace | null,
  cover: () => Cover,
): Column<ReviewRow | null>[] {
  return [
    ...placeNameColumns<ReviewRow | null>(language, place),
    ...listColumns(language).map(({ header, value }) => ({ header, value: () => value(cover()) })),
    ...momentColumns<ReviewRow | null>(t('labels.checkedAt'), () => cover().at),
  ];
}

/** The service lists the reviews of an identifier. Searches first for a name, a share link or a CID. */
async function placeIdOf(session: Session, query: string): Promise<string> {
  if (isIdentifier(query)) return query;
  const found = await askService(session, { path: 'search', query: { query } }, placeSchema('searchData'));
  session.note(`Place ID: ${found.place_id} – ${searchedText(session.language, found)}`);
  return found.place_id;
}

/** The place of a table's rows. Asks for the name; a failure leaves the name out. */
async function reviewedPlace(session: Session, placeId: string): Promise<ReviewedPlace> {
  try {
    const request = { path: 'details', query: { placeid: placeId }, retries: 0 };
    const { place_id, details } = await askService(session, request, placeSchema('detailsData'));
    return { name: details[PLACE_FIELDS.name], placeId: place_id };
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    return { name: null, placeId };
  }
}

/** Takes the place of the summary when the list broke off. */
const UNFINISHED = { type: 'summary', complete: false, stop_reason: null };
