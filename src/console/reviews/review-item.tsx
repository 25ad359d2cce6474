import type { ReviewRow } from '../../kit/lists/review-columns.js';
import { useTexts } from '../../kit/ui/context.js';
import { ExternalLink, webAddress } from '../../kit/ui/external-link.js';
import { Mark, Stars, type Tone } from '../../kit/ui/signs.js';
import { hasFewReviews, isEdited } from '../../kit/ui/state/arrange.js';

/** One review with its signals. */
export function ReviewItem({ review }: { review: ReviewRow }) {
  const { t } = useTexts();
  const name = review.author_name ?? t('reviews.anonymous');
  const about = t('reviews.about', { name });
  return (
    <li>
      <article class="stack">
        <header class="line words">
          <Stars value={review.stars} />
          <strong>
            <ExternalLink href={review.author_profile_url}>{name}</ExternalLink>
          </strong>
          <Dates review={review} />
        </header>
        <Signals review={review} />
        <ReviewText review={review} />
        {review.has_owner_response && <Reply review={review} />}
        <footer class="line words">
          {webAddress(review.review_url) !== null && (
            <ExternalLink href={review.review_url} about={about}>
              {t('reviews.open')}
            </ExternalLink>
          )}
          {webAddress(review.report_url) !== null && (
            <ExternalLink href={review.report_url} about={about}>
              {t('reviews.report')}
            </ExternalLink>
          )}
        </footer>
      </article>
    </li>
  );
}

/** The date of publication, and the date of the last change of an edited review. */
function Dates({ review }: { review: ReviewRow }) {
  const { date_unix: published, edited_unix: changed, date_text } = review;
  const { t } = useTexts();
  if (published === null) return <span class="muted">{date_text}</span>;
  return (
    <span class="muted">
      <Day at={published} />
      {isEdited(review) && (
        <strong class="warn toned">
          {' · '}
          {t('reviews.edited')} {changed !== undefined && <Day at={changed} />}
        </strong>
      )}
    </span>
  );
}

/** `at`: Unix time in seconds. */
function Day({ at }: { at: number }) {
  const { formats } = useTexts();
  return <time dateTime={new Date(at * 1000).toISOString()}>{formats.day(at * 1000)}</time>;
}

/** The notable characteristics of a review and its author. */
function Signals({ review }: { review: ReviewRow }) {
  const { t, reviews: texts } = useTexts();
  const { author_total_reviews: written, photos_count: photos, likes_count: likes } = review;
  const signals: readonly (readonly [Tone, string] | false)[] = [
    hasFewReviews(review) && ['warn', t('reviews.fewReviews', { written: written ?? 0 })],
    review.author_is_local_guide === true && ['accent', texts.guide(review.author_local_guide_level)],
    photos !== null && photos > 0 && ['plain', t('count.photos', { count: photos })],
    likes !== null && likes > 0 && ['plain', t('count.likes', { count: likes })],
    review.has_owner_response === true && ['plain', t('reviews.replied')],
  ];
  const shown = signals.filter((signal) => signal !== false);
  if (shown.length === 0) return null;
  return (
    <ul class="signals" aria-label={t('reviews.signals')}>
      {shown.map(([tone, text]) => (
        <li key={text}>
          <Mark tone={tone} text={text} />
        </li>
      ))}
    </ul>
  );
}

function ReviewText({ review }: { review: ReviewRow }) {
  const { t } = useTexts();
  if (review.review_text === null) return <p class="muted">{t('reviews.unknownText')}</p>;
  if (review.review_text === '') return <p class="muted">{t('reviews.noText')}</p>;
  return (
    <p class="text" dir="auto" lang={review.review_language ?? undefined}>
      {review.review_text}
    </p>
  );
}

function Reply({ review }: { review: ReviewRow }) {
  const texts = useTexts();
  return (
    <div class="quote">
      <p class="small">
        <strong>{texts.t('reviews.reply')}</strong>
        {review.owner_response_date ? <span class="muted"> · {review.owner_response_date}</span> : null}
      </p>
      <p class="text" dir="auto">
        {review.owner_response_text ?? texts.t('reviews.unknownText')}
      </p>
    </div>
  );
}
