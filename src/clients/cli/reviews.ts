import type { z } from 'zod';
import { placeReviewsLine } from '../../http/contract/place-reviews.js';
import { type ReviewRow, reviewColumns } from '../core/export/review-columns.js';
import { EXIT, type ExitCode, Failure } from './failure.js';
import { openListing } from './output.js';
import type { Say, Session } from './session.js';
import { numberText, reviewText } from './text.js';

type Summary = Extract<z.infer<typeof placeReviewsLine>, { type: 'summary' }>;

export interface ReviewsOptions {
  readonly maxPages?: string;
  readonly minStars?: string;
  readonly maxStars?: string;
}

/**
 * `reviews PLACE_ID`: the reviews of a place, as they are read; `EXIT.incomplete` when some that were asked for are
 * not there, or may not be. @throws Failure when the list breaks off
 */
export async function reviews(session: Session, placeId: string, options: ReviewsOptions): Promise<ExitCode> {
  const { api, say, note, language, progress } = session;
  const listing = openListing<ReviewRow>(session, {
    name: say('Opinie', 'Reviews'),
    columns: reviewColumns(language),
    text: (review) => reviewText(review, say),
    line: (review) => ({ type: 'review', review }),
  });
  const query = {
    placeid: placeId,
    max_pages: options.maxPages,
    min_stars: options.minStars,
    max_stars: options.maxStars,
  };
  let summary: Summary | null = null;
  let count = 0;
  const finish = async () => {
    progress.stop();
    const { type, ...told } = summary ?? { ...UNFINISHED, reviews_count: count };
    await listing.end({
      json: (rows) => ({ ...told, reviews: rows }),
      line: summary,
      text: summary === null ? say('Lista urwana.', 'The list broke off.') : summaryText(summary, session),
    });
  };
  try {
    for await (const line of api.lines({ path: 'place-reviews', query }, placeReviewsLine)) {
      if (line.type === 'review') {
        await listing.add(line.review);
        count += 1;
      } else if (line.type === 'progress') {
        const total = line.total_reviews ?? line.reviews_read;
        progress.show(say('Czytanie opinii', 'Reading reviews'), line.reviews_read, total);
      } else summary = line;
    }
    if (summary === null) throw brokenOff(say);
  } catch (error) {
    // Refused, or nobody reads any more: there is nothing to end.
    if (!(error instanceof Failure) || error.exitCode === EXIT.readerGone || count === 0) throw error;
    await finish();
    throw error;
  }
  await finish();
  if (!summary.complete && session.format.kind !== 'text') note(summaryText(summary, session));
  return isAsAsked(summary, options) ? EXIT.ok : EXIT.incomplete;
}

/** All is there, or as many pages as the caller named; a number of pages the service chose is not asked for. */
function isAsAsked({ complete, stop_reason }: Summary, { maxPages }: ReviewsOptions): boolean {
  return complete || (stop_reason === 'max_pages' && maxPages !== undefined);
}

/** In place of the summary when the list broke off: nothing is claimed. */
const UNFINISHED = { type: 'summary', complete: false, stop_reason: null };

function brokenOff(say: Say): Failure {
  const message = say(
    'Lista opinii urwała się; to nie są wszystkie.',
    'The list broke off; these are not all reviews.',
  );
  return new Failure(EXIT.failure, message, 'cut');
}

/** How many reviews there are and, where they are not all, why. */
function summaryText(summary: Summary, { language, say }: Session): string {
  const number = (value: number) => numberText(value, language);
  const { reviews_read: read, total_reviews: total, reviews_count: shown } = summary;
  const of =
    total === null
      ? number(read)
      : say(`${number(read)} z ${number(total)}`, `${number(read)} of ${number(total)}`);
  const filtered =
    shown < read ? say(` Po filtrze: ${number(shown)}.`, ` After the filter: ${number(shown)}.`) : '';
  // Reviews of partners are returned, and the place's number does not cover them.
  const beside =
    shown > read
      ? say(
          ` Do tego opinie spoza tej liczby, na przykład od partnerów: ${number(shown - read)}.`,
          ` Besides, reviews that this number does not cover, such as those of partners: ${number(shown - read)}.`,
        )
      : '';
  const why = summary.complete ? say('komplet', 'complete') : stopWords(summary, say);
  return `${say('Przeczytane opinie', 'Reviews read')}: ${of} – ${why}.${filtered}${beside}`;
}

function stopWords({ stop_reason: reason, total_reviews: total }: Summary, say: Say): string {
  const words: Record<Summary['stop_reason'], string> = {
    end: say('lista się skończyła', 'the list is over'),
    max_pages: say('dalsze strony: --max-pages', 'further pages: --max-pages'),
    provider_limit:
      total === null
        ? say(
            'lista się skończyła, ale strona nie mówi, ile opinii ma miejsce',
            'the list is over, but the page does not say how many reviews there are',
          )
        : say('dostawca zakończył listę wcześniej', 'the provider ended the list early'),
    limited_view: say(
      'dostawca nie pokazuje teraz całej listy',
      'the provider does not show the whole list at the moment',
    ),
    interrupted: say('dostawca przestał poprawnie odpowiadać', 'the provider stopped answering properly'),
    deadline: say('skończył się czas', 'the time was over'),
  };
  return words[reason];
}
