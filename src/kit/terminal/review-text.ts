import type { ReviewsSummary } from '../../core/published/lines.js';
import { createFormats } from '../../core/texts/formats.js';
import { endingText, noticeTexts, partnersText, uncountedText } from '../../core/texts/outcomes.js';
import type { ReviewRow } from '../lists/review-columns.js';
import { wallClock } from '../lists/table.js';
import { indented, plainLine, starsText } from './plain-text.js';
import type { Session } from './session.js';
import type { CliTexts } from './texts.js';

/** How far a list of reviews was read. */
type ReviewsTotals = Omit<ReviewsSummary, 'type'>;

/** Says how many reviews were read, if reviews are missing why, and when. */
export function summaryText(
  summary: ReviewsTotals,
  { language, t }: Pick<Session, 'language' | 't'>,
  time: string,
): string {
  const { number } = createFormats(language);
  const { reviews_read: read, total_reviews: total, reviews_count: shown } = summary;
  const of = total === null ? number(read) : t('reviews.of', { read: number(read), total: number(total) });
  const more = summary.stop_reason === 'max_pages' ? t('reviews.more') : '';
  const why = summary.complete ? t('reviews.complete') : endingText(language, summary) + more;
  const filtered = t('reviews.filtered', { shown: number(shown) });
  return [
    `${t('reviews.read')}: ${of} – ${why}.`,
    total === null && !summary.complete ? uncountedText(language) : null,
    shown < read ? filtered : null,
    partnersText(language, summary),
    ...noticeTexts(language, summary).map(plainLine),
    t('reviews.checkedAt', { time }),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

/** One review of a list, followed by an empty line. */
export function reviewText(review: ReviewRow, t: CliTexts): string {
  const day = review.date_unix === null ? null : wallClock(new Date(review.date_unix * 1000))?.slice(0, 10);
  const signals = [
    review.author_total_reviews === null
      ? null
      : t('reviews.authorReviews', { count: review.author_total_reviews }),
    review.author_is_local_guide
      ? `${t('reviews.guide')} ${review.author_local_guide_level ?? ''}`.trim()
      : null,
    review.photos_count !== null && review.photos_count > 0
      ? `${t('reviews.photos')}: ${review.photos_count}`
      : null,
    review.likes_count !== null && review.likes_count > 0
      ? `${t('reviews.likes')}: ${review.likes_count}`
      : null,
    review.has_owner_response ? t('reviews.ownerReplied') : null,
  ];
  const about = [day ?? review.date_text, review.author_name].map((part) => plainLine(part ?? ''));
  return [
    [starsText(review.stars), ...about].filter(Boolean).join('  '),
    signals.filter((signal) => signal !== null).join(' · '),
    indented(review.review_text ?? '').trimEnd(),
    plainLine(review.review_url ?? ''),
  ]
    .filter((part) => part !== '')
    .join('\n')
    .concat('\n');
}
