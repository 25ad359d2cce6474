import type { z } from 'zod';
import type { ReviewsSummary } from '../../core/published/lines.js';
import type { reviewDetailsData } from '../../core/published/review-answer.js';
import { createFormats } from '../../core/texts/formats.js';
import {
  caveatText,
  endingText,
  noticeTexts,
  partnersText,
  reasonText,
  uncountedText,
  visibleText,
} from '../../core/texts/outcomes.js';
import type { ReviewRow } from '../lists/review-columns.js';
import { wallClock } from '../lists/table.js';
import { type Table, tableOf } from './output.js';
import { indented, labelled, plainLine, starsText } from './plain-text.js';
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

/** The details of one review. */
export function reviewDetailsTable({
  t,
  language,
}: Pick<Session, 'language' | 't'>): Table<z.infer<typeof reviewDetailsData>> {
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
